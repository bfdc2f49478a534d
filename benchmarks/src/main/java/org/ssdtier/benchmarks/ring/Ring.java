package org.ssdtier.benchmarks.ring;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ssdtier.benchmarks.load.Workers;
import org.ssdtier.benchmarks.node.NodeJmx;

/** Static methods for the members of a cluster. */
public final class Ring {
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final int PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 200;

    private Ring() {}

    /** A member of a cluster, started. */
    public interface Member {
        /** Returns the name of the node, for messages. */
        String name();

        /** Returns a connection to the node, which is not closed by the caller. */
        NodeJmx jmx();
    }

    /** A start of the member with a number, from 0. */
    public interface Start {
        /** Starts a member and waits until it responds to clients. */
        void start(int number) throws IOException;
    }

    /** Starts the first member, which the others meet first, then the others at the same time. */
    public static void start(int members, Start start) throws IOException {
        start.start(0);
        AtomicInteger next = new AtomicInteger(1);
        new Workers("start-node").run(members - 1, () -> start.start(next.getAndIncrement()));
    }

    /**
     * Waits until every member sees all of them alive and in the ring.
     *
     * @throws IOException if one does not within two minutes
     */
    public static void awaitComplete(List<? extends Member> members) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (Member member : members) {
            while (knownNodes(member.jmx()) < members.size()) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IOException("node=" + member.name() + " known_nodes=" + knownNodes(member.jmx())
                            + " expected=" + members.size() + ": not within " + PATIENCE_SECONDS + " s");
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Returns the number of nodes that a node sees alive and in the ring, itself included. */
    public static int knownNodes(NodeJmx jmx) throws IOException {
        List<?> live = (List<?>) jmx.attribute(STORAGE, "LiveNodesWithPort");
        Map<?, ?> tokens = (Map<?, ?>) jmx.attribute(STORAGE, "TokenToEndpointWithPortMap");
        long inRing = tokens.values().stream().distinct().count();
        return (int) Math.min(live.size(), inRing);
    }
}
