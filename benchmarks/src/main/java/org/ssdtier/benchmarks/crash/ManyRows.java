package org.ssdtier.benchmarks.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A row-cached table of very many small rows, written and read in groups, with many groups in flight. */
final class ManyRows {
    static final String KEYSPACE = "bench";
    static final String TABLE = "many";
    static final int GROUP_ROWS = 64;
    private static final int IN_FLIGHT = 32;
    private static final long TIMEOUT_NANOS = 60_000_000_000L;
    private static final long POLL_MILLIS = 50;
    private static final String NAME = KEYSPACE + "." + TABLE;

    private final CqlSession session;
    private final PreparedStatement insert;
    private final PreparedStatement select;

    /** Creates the table in an existing keyspace. */
    ManyRows(CqlSession session) {
        this.session = session;
        session.execute("CREATE TABLE " + NAME + " (key bigint PRIMARY KEY, value bigint)"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        insert = session.prepare("INSERT INTO " + NAME + " (key, value) VALUES (?, ?)");
        select = session.prepare("SELECT key, value FROM " + NAME + " WHERE key IN ?");
    }

    /** Writes {@code groups} groups of rows. */
    void write(int groups) throws IOException, InterruptedException {
        runAll(groups, this::insertGroup);
    }

    /** Reads {@code groups} groups of rows, each row by a separate look-up in the row cache. */
    void read(int groups, IntFunction<Integer> group) throws IOException, InterruptedException {
        runAll(groups, i -> selectGroup(group.apply(i)));
    }

    /** Waits until the session has reconnected to a restarted node. */
    void awaitReconnect() throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!isAnswered(deadline)) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Reads a row that does not exist, since look-ups of existing rows are counted; returns whether it succeeded. */
    private boolean isAnswered(long deadline) {
        try {
            session.execute(select.bind(List.of(-1L)));
            return true;
        } catch (DriverException e) {
            if (System.nanoTime() - deadline > 0) {
                throw e;
            }
            return false;
        }
    }

    private BatchStatement insertGroup(int group) {
        BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
        for (long key : keys(group)) {
            batch.addStatement(insert.bind(key, -key));
        }
        return batch.build();
    }

    private Statement<?> selectGroup(int group) {
        return select.bind(keys(group));
    }

    private static List<Long> keys(int group) {
        List<Long> keys = new ArrayList<>(GROUP_ROWS);
        for (int row = 0; row < GROUP_ROWS; row++) {
            keys.add((long) group * GROUP_ROWS + row);
        }
        return keys;
    }

    private void runAll(int count, IntFunction<Statement<?>> statement) throws IOException, InterruptedException {
        Semaphore free = new Semaphore(IN_FLIGHT);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < count && failure.get() == null; i++) {
            free.acquire();
            session.executeAsync(statement.apply(i)).whenComplete((rows, thrown) -> {
                if (thrown != null) {
                    failure.compareAndSet(null, thrown);
                }
                free.release();
            });
        }
        free.acquire(IN_FLIGHT);
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new IOException("table=" + NAME + ": " + thrown, thrown);
        }
    }
}
