package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A replica that is read at ONE, on its own. A read through a node that is a replica is answered by that node alone.
 *
 * @param session session that is closed by the caller
 * @param address address of the node
 * @param errors receives the reads that failed
 */
record SingleReplica(CqlSession session, InetSocketAddress address, ClientErrors errors) {
    private static final String READ = "read at ONE";
    private static final int PATIENCE_SECONDS = 60;
    private static final int POLL_MILLIS = 10;
    private static final int MOST_ATTEMPTS = 3;

    /** Returns the answer to a read; empty if the driver does not see the node up, or if the read failed. */
    Optional<ResultSet> read(BoundStatement statement) {
        Optional<Node> node = node();
        if (node.isEmpty()) {
            return Optional.empty();
        }
        String fault = errors.fault();
        try {
            return Optional.of(session.execute(statement.setNode(node.get())));
        } catch (DriverException e) {
            // from a node that is going down there is no answer; other clients would ask another one
            String kind = ClientErrors.kind(READ, e);
            boolean isOfAnEnd =
                    ClientErrors.isUnanswered(kind) && !ClientErrors.isTimeOut(kind) && ChaosFault.endsNodes(fault);
            if (!isOfAnEnd) {
                errors.record(fault, READ, e);
            }
            return Optional.empty();
        }
    }

    /**
     * Returns the answer to a read, which is repeated if it fails.
     *
     * @throws DriverException if it fails again and again
     */
    ResultSet require(BoundStatement statement) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Node from = awaitNode();
            String fault = errors.fault();
            try {
                return session.execute(statement.setNode(from));
            } catch (DriverException e) {
                errors.record(fault, READ, e);
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Waits until the driver knows that the node is up. */
    private Node awaitNode() throws InterruptedException {
        long begin = System.nanoTime();
        Optional<Node> node = node();
        while (node.isEmpty()) {
            if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IllegalStateException(
                        "node=" + address + ": the driver does not see it within " + PATIENCE_SECONDS + " s");
            }
            Thread.sleep(POLL_MILLIS);
            node = node();
        }
        return node.get();
    }

    private Optional<Node> node() {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP)
                .filter(node -> node.getEndPoint().resolve().equals(address))
                .findFirst();
    }
}
