package org.ssdtier.benchmarks.varied;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.ssdtier.benchmarks.load.RowContent;
import org.ssdtier.benchmarks.varied.ColumnStates.State;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose rows are written and deleted in every form that a row image can have. Row 0 of a partition is its static
 * columns, the others are clustering rows. A write changes all columns, some of them (a list, a set and a user-defined type
 * among them, each as a whole), or an element of a map; the columns that it leaves alone are judged as well. A row is deleted
 * by itself, by the tombstone of a range, or because it expires: it is written once more as it is, with a time to live of a
 * second, and the deletion is acknowledged when that has passed. The table is truncated by {@link #truncate} only.
 */
public final class VariedStore implements VersionStore {
    /** A time to live of one second, which Cassandra counts in whole seconds, and a little more. */
    private static final Duration EXPIRED = Duration.ofMillis(2_200);

    private final CqlSession session;
    private final VariedTable table;
    private final int rowsPerPartition;
    private final VariedStatements statements;
    private final VariedColumns columns;
    private final ColumnStates states = new ColumnStates();
    /** Shared by writes, exclusive to TRUNCATE. */
    private final ReadWriteLock truncating = new ReentrantReadWriteLock();

    /** Creates the table. The caller closes the session. */
    public VariedStore(CqlSession session, VariedTable table) {
        this.session = session;
        this.table = table;
        this.rowsPerPartition = table.rowsPerPartition();
        this.statements = VariedStatements.create(session, table);
        this.columns = new VariedColumns(statements.pair());
    }

    // --- Writes ---

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        truncating.readLock().lock();
        try {
            long id = id(partition, row);
            states.add(id, version);
            change(
                    id,
                    row == 0
                            ? statements.statics().write().bind(version, columns.content(id, version), partition)
                            : update(id, version));
        } finally {
            truncating.readLock().unlock();
        }
    }

    /** Executes a write. If it fails, its effect is not known. */
    private void change(long id, BoundStatement statement) throws StoreException {
        boolean isDone = false;
        try {
            RowContent.execute(session, table.isRetried() ? stamped(statement) : statement);
            isDone = true;
        } finally {
            if (!isDone) {
                states.fail(id);
            }
        }
    }

    /** A statement that is sent again must not be newer than what was written after it was sent first. */
    private BoundStatement stamped(BoundStatement statement) {
        return statement.setQueryTimestamp(
                session.getContext().getTimestampGenerator().next());
    }

    private BoundStatement update(long id, long version) {
        int partition = (int) (id / rowsPerPartition);
        int row = (int) (id % rowsPerPartition);
        return switch (ColumnStates.form(id, version)) {
            case WHOLE ->
                whole(
                        statements.insert(),
                        id,
                        new State(version, version, version, version, Map.of(ColumnStates.tag(version), version)));
            case PART ->
                statements
                        .updatePart()
                        .bind(version, columns.content(id, version), columns.steps(id, version), partition, row);
            case MARKS ->
                statements
                        .updateMarks()
                        .bind(version, columns.marks(id, version), columns.pair(id, version), partition, row);
            case TAG -> statements.updateTag().bind(version, ColumnStates.tag(version), version, partition, row);
        };
    }

    private BoundStatement whole(PreparedStatement statement, long id, State state) {
        return statement.bind(
                (int) (id / rowsPerPartition),
                (int) (id % rowsPerPartition),
                state.version(),
                columns.content(id, state.a()),
                columns.content(id, state.b()),
                columns.steps(id, state.a()),
                columns.marks(id, state.c()),
                columns.pair(id, state.c()),
                state.tags());
    }

    /**
     * Removes all rows; a disturbance that {@linkplain org.ssdtier.ycsb.stale.Disturbance.Effect#ERASES erases}. It waits for
     * the writes under way, and writes wait for it: otherwise it would not be known which columns a write that changes only
     * some of them leaves behind, and a row that is to expire could be written again after its removal.
     *
     * @throws StoreException if it is not known whether the rows were removed
     */
    public void truncate() throws StoreException {
        truncating.writeLock().lock();
        boolean isDone = false;
        try {
            session.execute("TRUNCATE " + table.qualifiedName());
            isDone = true;
        } catch (DriverException e) {
            throw new StoreException(e.toString(), e);
        } finally {
            states.truncate(isDone);
            truncating.writeLock().unlock();
        }
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
        boolean mustExpire = false;
        truncating.readLock().lock();
        try {
            State before = states.newest(id);
            End end = end(id, before);
            mustExpire = end == End.EXPIRY && expire(partition, row, before);
            if (!mustExpire) {
                change(
                        id,
                        end == End.RANGE
                                ? statements.deleteRange().bind(partition, row, row)
                                : removal(partition, row));
            }
        } finally {
            truncating.readLock().unlock();
        }
        if (mustExpire) {
            awaitExpiry();
        }
        states.delete(id);
    }

    /**
     * Writes a row once more, with a time to live. That is never sent again, because a second attempt would expire later. In
     * a cluster, where an answer can get lost, the row is deleted then.
     *
     * @return false if it is not known whether it will expire
     */
    private boolean expire(int partition, int row, State before) throws StoreException {
        long id = id(partition, row);
        try {
            change(id, expiring(partition, row, before));
            return true;
        } catch (StoreException e) {
            if (table.isRetried()) {
                return false;
            }
            throw e;
        }
    }

    private BoundStatement expiring(int partition, int row, State before) {
        long id = id(partition, row);
        return row == 0
                ? statements.statics().expire().bind(before.version(), columns.content(id, before.version()), partition)
                : whole(statements.expire(), id, before);
    }

    private BoundStatement removal(int partition, int row) {
        return row == 0
                ? statements.statics().delete().bind(partition)
                : statements.deleteRow().bind(partition, row);
    }

    private End end(long id, State before) {
        long choice = Math.floorMod(Mix.of(id, before.version()), 8L);
        if (choice == 0 && before.version() > 0) {
            return End.EXPIRY;
        }
        return choice % 2 == 1 && id % rowsPerPartition != 0 ? End.RANGE : End.ROW;
    }

    private static void awaitExpiry() {
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
        for (Row row : RowContent.execute(session, select(partition, range))) {
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
        return columns.isContent(row.getByteBuffer("fixed"), id(partition, 0), versions[0]) ? 0 : 1;
    }

    /** Returns the number of impossible rows, 0 or 1. A row of a version too old to be known is judged as stale. */
    private int readRow(int partition, int number, Row row, long[] versions) {
        if (row.isNull("version") || versions[number] != ABSENT) {
            return 1;
        }
        long id = id(partition, number);
        versions[number] = row.getLong("version");
        State state = states.of(id, versions[number]);
        return state == null || columns.areOf(row, id, state) ? 0 : 1;
    }

    private long id(int partition, int row) {
        return (long) partition * rowsPerPartition + row;
    }
}
