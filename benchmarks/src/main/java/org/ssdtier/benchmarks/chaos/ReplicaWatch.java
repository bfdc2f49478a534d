package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
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
    private static final int FILLER_BYTES = 1_000;
    /** Longest time for reading all rows from one node. */
    private static final int ANSWER_SECONDS = 30;

    /** As long, in turn, each half of the rows is not written: an old image is not hidden by a newer row in memory. */
    private static final int QUIET_SECONDS = 20;

    private final CqlSession session;
    private final ClientErrors errors;
    private final ReplicaFindings findings;
    private final PreparedStatement write;
    private final PreparedStatement read;
    private final LoadThreads threads = new LoadThreads("replica");
    private final long[] written = new long[ROWS];
    /** The newest version of each row that a write has acknowledged. */
    private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);

    private final List<Reader> readers = new CopyOnWriteArrayList<>();
    private final ReplicaEpoch epoch = new ReplicaEpoch();
    private volatile boolean isPaused;
    private volatile boolean isWriting;

    /**
     * Prepares the statements.
     *
     * @param session session that is closed by the caller, after this object
     * @param findings receives what is seen
     */
    ReplicaWatch(CqlSession session, String keyspace, ClientErrors errors, ReplicaFindings findings) {
        this.session = session;
        this.errors = errors;
        this.findings = findings;
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
        threads.start(WRITE_PAUSE_MILLIS, () -> write(ofWriter.nextInt(ROWS / 2) + firstWritten()));
        for (InetSocketAddress node : nodes) {
            Reader reader = new Reader(
                    new ReplicaReader(new SingleReplica(session, node, errors), epoch, ROWS), random.split());
            readers.add(reader);
            threads.start(READ_PAUSE_MILLIS, reader::read);
        }
    }

    /** Returns the first row of the half that is written now. */
    private static int firstWritten() {
        long turn = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()) / QUIET_SECONDS;
        return (turn & 1) == 0 ? 0 : ROWS / 2;
    }

    /** Returns the epoch of the judgement. */
    ReplicaEpoch epoch() {
        return epoch;
    }

    /** Holds back further writes, and waits for the last one. */
    void pauseWrites() throws InterruptedException {
        isPaused = true;
        while (isWriting) {
            Thread.sleep(WRITE_PAUSE_MILLIS);
        }
    }

    /** Ends {@link #pauseWrites}. */
    void resumeWrites() {
        isPaused = false;
    }

    /**
     * Requires that a node answers a read of every row, and that it takes half a minute at most.
     *
     * @throws IOException if it takes longer, or a read fails again and again
     */
    void requireAnswers(InetSocketAddress node) throws IOException, InterruptedException {
        Reader reader = readers.stream()
                .filter(of -> of.address().equals(node))
                .findFirst()
                .orElseThrow(() -> new IOException("node=" + node + ": its answers are not watched"));
        long begin = System.nanoTime();
        for (int key = 0; key < ROWS; key++) {
            try {
                reader.version(key);
            } catch (DriverException e) {
                throw new IOException("node=" + node + " key=" + key + ": no answer: " + e, e);
            }
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            if (seconds > ANSWER_SECONDS) {
                throw new IOException("node=" + node + " reads=" + (key + 1) + " of " + ROWS + " seconds=" + seconds
                        + ": allowed are " + ANSWER_SECONDS);
            }
        }
    }

    /** Returns the number of rows of which a node has an older version than was acknowledged; its reads fill its cache. */
    long behind(InetSocketAddress node) throws InterruptedException {
        long behind = 0;
        for (Reader reader : readers) {
            if (reader.address().equals(node)) {
                for (int key = 0; key < ROWS; key++) {
                    behind += reader.version(key) < acknowledged.get(key) ? 1 : 0;
                }
            }
        }
        return behind;
    }

    /**
     * Reads every row from every node. To be called while writes are paused and the nodes have nothing to catch up with: a row
     * that is older than was acknowledged is counted like one that went back.
     */
    void requireAcknowledged() throws InterruptedException {
        for (Reader reader : readers) {
            for (int key = 0; key < ROWS; key++) {
                long version = reader.version(key);
                if (version < acknowledged.get(key)) {
                    findings.wentBack("replica=" + reader.address() + " key=" + key + " version=" + version
                            + " although version=" + acknowledged.get(key) + " was acknowledged, and repaired");
                }
            }
            findings.read(ROWS);
        }
    }

    private void write(int key) {
        isWriting = true;
        try {
            if (!isPaused) {
                writeNext(key);
            }
        } finally {
            isWriting = false;
        }
    }

    private void writeNext(int key) {
        long version = ++written[key];
        String fault = errors.fault();
        try {
            session.execute(write.bind(key, version, filler(version)));
            acknowledged.set(key, version);
        } catch (DriverException e) {
            errors.record(fault, "write", e);
        }
    }

    private static String filler(long version) {
        return Long.toString(version)
                .repeat(FILLER_BYTES / Long.toString(version).length());
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
        private final ReplicaReader replica;
        private final SplittableRandom random;

        Reader(ReplicaReader replica, SplittableRandom random) {
            this.replica = replica;
            this.random = random;
        }

        InetSocketAddress address() {
            return replica.replica().address();
        }

        void read() {
            int key = random.nextInt(ROWS);
            replica.read(read.bind(key), answer -> judge(key, answer.one()));
        }

        /** Returns the version of a row; 0 if there is none. A read that fails is repeated. */
        long version(int key) throws InterruptedException {
            Row row = replica.replica().require(read.bind(key)).one();
            return row == null ? 0 : row.getLong("version");
        }

        private void judge(int key, @Nullable Row row) {
            long version = row == null ? 0 : row.getLong("version");
            ForwardRows rows = replica.rows();
            findings.read(1);
            boolean isTorn = row != null && !filler(version).equals(row.getString("filler"));
            if (!rows.add(key, version) || isTorn) {
                findings.wentBack("replica=" + address() + " key=" + key + " version=" + version
                        + (isTorn ? " with another content" : "") + " although version=" + rows.newest(key)
                        + " was read before");
            }
        }
    }
}
