package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.ssdtier.benchmarks.ring.QuorumLoad;
import org.ssdtier.ycsb.generator.Mix;

/**
 * A watch over each replica's rows of {@link QuorumLoad#VARIED} on its own. A replica may be behind, and lack columns of partial
 * updates, so only the versions are judged: they never go back, and a row that was deleted or has expired does not come back with
 * the version that it had.
 */
final class VariedWatch implements AutoCloseable {
    private static final int PAUSE_MILLIS = 20;
    private static final int ROWS = QuorumLoad.VARIED_ROWS;

    private final CqlSession session;
    private final ClientErrors errors;
    private final ReplicaFindings findings;
    private final ReplicaEpoch epoch;
    private final PreparedStatement read;
    private final LoadThreads threads = new LoadThreads("varied");

    /**
     * Prepares the statement.
     *
     * @param session session that is closed by the caller, after this object
     * @param findings receives what is seen
     */
    VariedWatch(
            CqlSession session, String keyspace, ClientErrors errors, ReplicaFindings findings, ReplicaEpoch epoch) {
        this.session = session;
        this.errors = errors;
        this.findings = findings;
        this.epoch = epoch;
        read = session.prepare(SimpleStatement.newInstance("SELECT row, version, fixed_version FROM " + keyspace + "."
                        + QuorumLoad.VARIED + " WHERE partition = ?")
                .setConsistencyLevel(ConsistencyLevel.ONE)
                .setIdempotent(true));
    }

    /** Starts a reader of each node. */
    void start(List<InetSocketAddress> nodes, long seed) {
        SplittableRandom random = new SplittableRandom(Mix.of(seed, 6));
        for (InetSocketAddress node : nodes) {
            Reader reader = new Reader(
                    new ReplicaReader(
                            new SingleReplica(session, node, errors), epoch, QuorumLoad.VARIED_PARTITIONS * ROWS),
                    random.split());
            threads.start(PAUSE_MILLIS, reader::read);
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
        private final ReplicaReader replica;
        private final SplittableRandom random;

        Reader(ReplicaReader replica, SplittableRandom random) {
            this.replica = replica;
            this.random = random;
        }

        void read() {
            int partition = random.nextInt(QuorumLoad.VARIED_PARTITIONS);
            replica.read(read.bind(partition), answer -> judge(partition, answer));
        }

        private void judge(int partition, ResultSet answer) {
            long[] versions = new long[ROWS];
            for (Row row : answer) {
                versions[0] = row.getLong("fixed_version");
                if (!row.isNull("row")) { // otherwise static columns only
                    versions[row.getInt("row")] = row.getLong("version");
                }
            }
            ForwardRows rows = replica.rows();
            findings.read(ROWS);
            for (int row = 0; row < ROWS; row++) {
                int number = partition * ROWS + row;
                if (versions[row] == 0) {
                    rows.addAbsence(number);
                } else if (!rows.add(number, versions[row])) {
                    findings.wentBack(
                            "replica=" + replica.replica().address() + " varied partition=" + partition + " row=" + row
                                    + " version=" + versions[row] + " although version=" + rows.newest(number)
                                    + (rows.isGone(number) ? " was gone before" : " was read before"));
                }
            }
        }
    }
}
