package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.Mix;

/**
 * A watch over each replica on its own. At QUORUM a replica with an old row is outvoted, so an old row in one node's cache would
 * not be seen; at ONE, a read through a node that is a replica is answered by that node alone. Its rows may be behind, but they
 * never go back.
 *
 * <p>That holds while each node owns every row and keeps its data, so the watch is suspended while nodes join, leave or are
 * replaced, and as long as there are more nodes than replicas.
 */
final class ReplicaWatch implements AutoCloseable {
    /** Name of the table. */
    static final String TABLE = "replicas";

    private static final int ROWS = 400;
    private static final int WRITE_PAUSE_MILLIS = 10;
    private static final int READ_PAUSE_MILLIS = 10;
    private static final int KEPT_VIOLATIONS = 10;
    private static final int FILLER_BYTES = 1_000;

    private final CqlSession session;
    private final ClientErrors errors;
    private final PreparedStatement write;
    private final PreparedStatement read;
    private final LoadThreads threads = new LoadThreads("replica");
    private final long[] written = new long[ROWS];
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong backwards = new AtomicLong();
    private final AtomicLong epoch = new AtomicLong();
    private final List<String> violations = new ArrayList<>();

    /**
     * Prepares the statements.
     *
     * @param session session that is closed by the caller, after this object
     */
    ReplicaWatch(CqlSession session, String keyspace, ClientErrors errors) {
        this.session = session;
        this.errors = errors;
        String table = keyspace + "." + TABLE;
        write = session.prepare(
                SimpleStatement.newInstance("INSERT INTO " + table + " (key, version, filler) VALUES (?, ?, ?)")
                        .setConsistencyLevel(ConsistencyLevel.QUORUM)
                        .setIdempotent(true));
        read = session.prepare(SimpleStatement.newInstance("SELECT version, filler FROM " + table + " WHERE key = ?")
                .setConsistencyLevel(ConsistencyLevel.ONE)
                .setIdempotent(true));
    }

    /** Starts a writer, and a reader of each node. */
    void start(List<InetSocketAddress> nodes, long seed) {
        SplittableRandom random = new SplittableRandom(Mix.of(seed, 4));
        SplittableRandom ofWriter = random.split();
        threads.start(WRITE_PAUSE_MILLIS, () -> write(ofWriter.nextInt(ROWS)));
        for (InetSocketAddress node : nodes) {
            Reader reader = new Reader(node, random.split());
            threads.start(READ_PAUSE_MILLIS, reader::read);
        }
    }

    /** Suspends the judgement, because a node may lose rows from now on. */
    void suspend() {
        epoch.updateAndGet(now -> now | 1);
    }

    /** Resumes the judgement and forgets what was read before. */
    void resume() {
        epoch.updateAndGet(now -> (now | 1) + 1);
    }

    private void write(int key) {
        long version = ++written[key];
        try {
            session.execute(write.bind(key, version, filler(version)));
        } catch (DriverException e) {
            errors.record("write", e);
        }
    }

    private static String filler(long version) {
        return Long.toString(version)
                .repeat(FILLER_BYTES / Long.toString(version).length());
    }

    /** Returns the number of rows read and judged. */
    long reads() {
        return reads.get();
    }

    /** Returns the number of rows that were older than the same replica's row before. */
    long backwards() {
        return backwards.get();
    }

    /** Returns the first few rows that went back, in words. */
    List<String> violations() {
        synchronized (violations) {
            return List.copyOf(violations);
        }
    }

    /** Returns the first unexpected failure of a thread, in words, or an empty string. */
    String problem() {
        return threads.problem();
    }

    @Override
    public void close() throws InterruptedException {
        threads.stop();
    }

    /** A reader of one node. */
    private final class Reader {
        private final InetSocketAddress address;
        private final SplittableRandom random;
        private final ForwardRows rows = new ForwardRows(ROWS);
        private long readEpoch;

        Reader(InetSocketAddress address, SplittableRandom random) {
            this.address = address;
            this.random = random;
        }

        void read() {
            long now = epoch.get();
            if (now != readEpoch) {
                rows.forget();
                readEpoch = now;
            }
            Optional<Node> node = node();
            if ((now & 1) == 1 || node.isEmpty()) {
                return;
            }
            int key = random.nextInt(ROWS);
            try {
                Row row = session.execute(read.bind(key).setNode(node.get())).one();
                judge(key, row);
            } catch (DriverException e) {
                // a node that is going down; other clients would ask another one
            }
        }

        private Optional<Node> node() {
            return session.getMetadata().getNodes().values().stream()
                    .filter(node -> node.getState() == NodeState.UP)
                    .filter(node -> node.getEndPoint().resolve().equals(address))
                    .findFirst();
        }

        private void judge(int key, @Nullable Row row) {
            long version = row == null ? 0 : row.getLong("version");
            if (epoch.get() != readEpoch) {
                return;
            }
            reads.incrementAndGet();
            boolean isTorn = row != null && !filler(version).equals(row.getString("filler"));
            if (!rows.add(key, version) || isTorn) {
                backwards.incrementAndGet();
                note("replica=" + address + " key=" + key + " version=" + version
                        + (isTorn ? " with another content" : "") + " although version=" + rows.newest(key)
                        + " was read before");
            }
        }

        private void note(String violation) {
            synchronized (violations) {
                if (violations.size() < KEPT_VIOLATIONS) {
                    violations.add(violation);
                }
            }
        }
    }
}
