package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.util.function.Consumer;

/** A reader of one replica, with the newest versions that it has shown in this epoch. Not thread-safe. */
final class ReplicaReader {
    private final SingleReplica replica;
    private final ReplicaEpoch epoch;
    private final ForwardRows rows;
    private long readEpoch;

    /**
     * Creates a reader that has read nothing.
     *
     * @param rows number of rows of the table
     */
    ReplicaReader(SingleReplica replica, ReplicaEpoch epoch, int rows) {
        this.replica = replica;
        this.epoch = epoch;
        this.rows = new ForwardRows(rows);
    }

    SingleReplica replica() {
        return replica;
    }

    ForwardRows rows() {
        return rows;
    }

    /** Reads, unless the judgement is suspended. An answer is judged if the epoch is still the same. */
    void read(BoundStatement statement, Consumer<ResultSet> judge) {
        long now = epoch.now();
        if (now != readEpoch) {
            rows.forget();
            readEpoch = now;
        }
        if (!ReplicaEpoch.isSuspended(now)) {
            replica.read(statement).filter(answer -> epoch.now() == now).ifPresent(judge);
        }
    }
}
