package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.stale.ColumnStates.State;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose rows are written and deleted in every form that a row image can have. Row 0 of a partition is its static
 * columns, the others are clustering rows. A write changes all columns, one of them, or an element of a map; the columns
 * that it leaves alone are judged as well. A row is deleted by itself, by the tombstone of a range, or because it
 * expires: it is written once more as it is, with a time to live of a second, and the deletion is acknowledged when that
 * has passed. The table must not be truncated, after which the columns of its rows would not be known.
 */
final class VariedStore implements VersionStore {
    private static final int CONTENT_BYTES = 100;
    /** A time to live of one second, which Cassandra counts in whole seconds, and a little more. */
    private static final Duration EXPIRED = Duration.ofMillis(2_200);

    private final CqlSession session;
    private final int rowsPerPartition;
    private final VariedStatements statements;
    private final ColumnStates states = new ColumnStates();

    /**
     * Creates the table.
     *
     * @param table its name
     * @param rowsPerPartition rows of a partition, the static one included
     */
    VariedStore(CqlSession session, String table, int rowsPerPartition) {
        this.session = session;
        this.rowsPerPartition = rowsPerPartition;
        this.statements = VariedStatements.create(session, ProbeTable.KEYSPACE + "." + table);
    }

    // --- Writes ---

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        long id = id(partition, row);
        states.add(id, version);
        change(
                id,
                row == 0
                        ? statements.writeStatic().bind(version, content(id, version), partition)
                        : update(id, version));
    }

    /** Executes a write. If it fails, its effect is not known. */
    private void change(long id, BoundStatement statement) throws StoreException {
        boolean isDone = false;
        try {
            execute(statement);
            isDone = true;
        } finally {
            if (!isDone) {
                states.fail(id);
            }
        }
    }

    private BoundStatement update(long id, long version) {
        int partition = (int) (id / rowsPerPartition);
        int row = (int) (id % rowsPerPartition);
        return switch (ColumnStates.form(id, version)) {
            case WHOLE ->
                statements
                        .insert()
                        .bind(
                                partition,
                                row,
                                version,
                                content(id, version),
                                content(id, version),
                                Map.of(ColumnStates.tag(version), version));
            case PART -> statements.updatePart().bind(version, content(id, version), partition, row);
            case TAG -> statements.updateTag().bind(version, ColumnStates.tag(version), version, partition, row);
        };
    }

    /** The ways in which a row ends; expiry is rare, because its writer waits for it. */
    private enum End {
        ROW,
        RANGE,
        EXPIRY
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        long id = id(partition, row);
        State before = states.newest(id);
        switch (end(id, before)) {
            case EXPIRY -> expire(partition, row, before);
            case RANGE -> change(id, statements.deleteRange().bind(partition, row, row));
            case ROW ->
                change(
                        id,
                        row == 0
                                ? statements.deleteStatic().bind(partition)
                                : statements.deleteRow().bind(partition, row));
        }
        states.delete(id);
    }

    private End end(long id, State before) {
        long choice = Math.floorMod(Mix.of(id, before.version()), 8L);
        if (choice == 0 && before.version() > 0) {
            return End.EXPIRY;
        }
        return choice % 2 == 1 && id % rowsPerPartition != 0 ? End.RANGE : End.ROW;
    }

    private void expire(int partition, int row, State now) throws StoreException {
        long id = id(partition, row);
        change(
                id,
                row == 0
                        ? statements.expireStatic().bind(now.version(), content(id, now.version()), partition)
                        : statements
                                .expire()
                                .bind(
                                        partition,
                                        row,
                                        now.version(),
                                        contentOrNull(id, now.a()),
                                        contentOrNull(id, now.b()),
                                        now.tags()));
        long endNanos = System.nanoTime() + EXPIRED.toNanos();
        for (long left = EXPIRED.toNanos(); left > 0; left = endNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    // --- Reads ---

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreign = 0;
        boolean isFirst = true;
        for (Row row : execute(select(partition, range))) {
            if (isFirst && range.first() == 0) {
                foreign += readStatic(partition, row, versions);
            }
            isFirst = false;
            if (row.isNull("row")) {
                continue; // static columns only
            }
            int number = row.getInt("row");
            if (isAsked(number, range)) {
                foreign += readRow(partition, number, row, versions);
            } else if (range.first() > 0) {
                foreign++;
            }
        }
        return foreign;
    }

    /** Static columns come with every row, but without rows only if the whole partition is asked for. */
    private BoundStatement select(int partition, RowRange range) {
        if (range.first() == 0) {
            return statements.readAll().bind(partition);
        }
        return (range.reversed() ? statements.readReversed() : statements.readSlice())
                .bind(partition, range.first(), range.last());
    }

    private static boolean isAsked(int row, RowRange range) {
        return row > 0 && row >= range.first() && row <= range.last();
    }

    private int readStatic(int partition, Row row, long[] versions) {
        if (row.isNull("fixed_version")) {
            return row.isNull("fixed") ? 0 : 1;
        }
        versions[0] = row.getLong("fixed_version");
        return isContent(row.getByteBuffer("fixed"), id(partition, 0), versions[0]) ? 0 : 1;
    }

    /** Returns the number of impossible rows, 0 or 1. A row of a version too old to be known is judged as stale. */
    private int readRow(int partition, int number, Row row, long[] versions) {
        if (row.isNull("version") || versions[number] != ABSENT) {
            return 1;
        }
        long id = id(partition, number);
        versions[number] = row.getLong("version");
        State state = states.of(id, versions[number]);
        boolean isRight = state == null
                || (isContent(row.getByteBuffer("a"), id, state.a())
                        && isContent(row.getByteBuffer("b"), id, state.b())
                        && state.tags().equals(row.getMap("tags", Integer.class, Long.class)));
        return isRight ? 0 : 1;
    }

    private static boolean isContent(@Nullable ByteBuffer found, long id, long version) {
        return found == null ? version == 0 : version != 0 && ProbeTable.isContentOf(found, id, version, CONTENT_BYTES);
    }

    private static @Nullable ByteBuffer contentOrNull(long id, long version) {
        return version == 0 ? null : content(id, version);
    }

    private static ByteBuffer content(long id, long version) {
        return ProbeTable.content(id, version, CONTENT_BYTES);
    }

    private Iterable<Row> execute(BoundStatement statement) throws StoreException {
        return ProbeTable.execute(session, statement);
    }

    private long id(int partition, int row) {
        return (long) partition * rowsPerPartition + row;
    }
}
