package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.cql.CqlSchema;

/**
 * A trial with a column that is added, dropped and added again: the values of its first life must not come back, neither from
 * SSTables nor from a cache.
 */
final class ColumnTrial {
    /** Name of the table. */
    static final String TABLE = "columns";

    private static final String NAME = ChaosLoad.KEYSPACE + "." + TABLE;
    private static final String ADD = "ALTER TABLE " + NAME + " ADD extra text";
    private static final String DROP = "ALTER TABLE " + NAME + " DROP extra";
    private static final int ROWS = 60;
    private static final int MOST_ATTEMPTS = 3;

    private final CqlSession session;
    private final ChaosCluster cluster;
    private final ClientErrors errors;

    ColumnTrial(CqlSession session, ChaosCluster cluster, ClientErrors errors) {
        this.session = session;
        this.cluster = cluster;
        this.errors = errors;
    }

    /**
     * Plays one life of the column, and the beginning of a second one, after which it is dropped.
     *
     * @throws IOException if a row has a wrong value; the message has the first one
     */
    void play(long version) throws IOException {
        CqlSchema.execute(session, "ALTER TABLE " + NAME + " DROP IF EXISTS extra"); // of an attempt that failed
        CqlSchema.execute(session, ADD);
        expect("after the column was added", null);
        write(version, "first");
        expect("before the flush", "first");
        cluster.flush(ChaosLoad.KEYSPACE, TABLE);
        expect("after the flush", "first");
        expect("from the cache", "first");
        CqlSchema.execute(session, DROP);
        CqlSchema.execute(session, ADD);
        expect("after the column was added again", null);
        write(version + 1, "second");
        expect("in the second life", "second");
        CqlSchema.execute(session, DROP);
    }

    private void write(long version, String extra) {
        for (int key = 0; key < ROWS; key++) {
            execute(SimpleStatement.newInstance(
                    "INSERT INTO " + NAME + " (key, version, extra) VALUES (?, ?, ?)", key, version, extra));
        }
    }

    private void expect(String when, @Nullable String wanted) throws IOException {
        for (int key = 0; key < ROWS; key++) {
            Row row = execute(SimpleStatement.newInstance("SELECT extra FROM " + NAME + " WHERE key = ?", key))
                    .one();
            String found = row == null ? null : row.getString("extra");
            if (!Objects.equals(found, wanted)) {
                throw new IOException(
                        "table=" + NAME + " key=" + key + " extra=" + found + " expected=" + wanted + ": " + when);
            }
        }
    }

    private ResultSet execute(SimpleStatement statement) {
        for (int attempt = 1; ; attempt++) {
            String fault = errors.fault();
            try {
                return session.execute(
                        statement.setConsistencyLevel(ConsistencyLevel.QUORUM).setIdempotent(true));
            } catch (DriverException e) {
                errors.record(fault, "column trial", e);
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
