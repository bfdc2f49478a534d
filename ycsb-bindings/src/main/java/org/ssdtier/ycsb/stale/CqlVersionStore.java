package org.ssdtier.ycsb.stale;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.util.Properties;
import java.util.SplittableRandom;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.SharedSession;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Text;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * A version store in a Cassandra table of its own: {@code (partition text, row int, version bigint, payload blob)}. The
 * payload is a function of partition, row and version, so a row of another key, or with the content of another version,
 * is detected. With one row per partition the table has no clustering column.
 */
public final class CqlVersionStore implements VersionStore {
    /** Bytes of each row's payload; default 100. */
    public static final String PAYLOAD_PROPERTY = "stale.payloadbytes";
    /** Name of the table; default {@code stale_rows} or, with clustering rows, {@code stale_slices}. */
    public static final String TABLE_PROPERTY = "stale.table";

    private final SharedSession shared;
    private final TableSpec table;
    private final int rowsPerPartition;
    private final int payloadBytes;
    private final PreparedStatement write;
    private final PreparedStatement delete;
    private final PreparedStatement readAll;
    private final PreparedStatement readRow;
    private final PreparedStatement readSlice;
    private final PreparedStatement readReversed;

    private CqlVersionStore(SharedSession shared, CqlSettings settings, TableSpec table, StoreShape shape) {
        this.shared = shared;
        this.table = table;
        this.rowsPerPartition = shape.rowsPerPartition;
        this.payloadBytes = shape.payloadBytes;
        ConsistencyLevel readLevel = settings.consistency().get(OperationType.READ);
        ConsistencyLevel writeLevel = settings.consistency().get(OperationType.UPDATE);
        String from = " FROM " + table.quoted() + " WHERE partition = ?";
        write = prepare(writeLevel, "INSERT INTO " + table.quoted() + insertColumns());
        readAll = prepare(readLevel, "SELECT *" + from);
        if (rowsPerPartition == 1) {
            delete = prepare(writeLevel, "DELETE" + from);
            readRow = readAll;
            readSlice = readAll;
            readReversed = readAll;
        } else {
            delete = prepare(writeLevel, "DELETE" + from + " AND row = ?");
            readRow = prepare(readLevel, "SELECT *" + from + " AND row = ?");
            readSlice = prepare(readLevel, "SELECT *" + from + " AND row >= ? AND row <= ?");
            readReversed = prepare(readLevel, "SELECT *" + from + " AND row >= ? AND row <= ? ORDER BY row DESC");
        }
    }

    /**
     * Drops the table, creates it again and opens it. The caller closes the store.
     *
     * @param properties YCSB's properties, for cluster, keyspace and table options
     * @param rowsPerPartition as in {@link StalenessOptions}
     */
    public static CqlVersionStore create(Properties properties, int rowsPerPartition) {
        CqlSettings settings = CqlSettings.from(properties);
        StoreShape shape =
                new StoreShape(rowsPerPartition, Integer.parseInt(properties.getProperty(PAYLOAD_PROPERTY, "100")));
        String name = properties.getProperty(TABLE_PROPERTY, rowsPerPartition == 1 ? "stale_rows" : "stale_slices");
        TableSpec table = TableSpec.from(properties).withName(name);
        SharedSession shared = SharedSession.acquire(settings);
        try {
            recreate(shared.session(), table, rowsPerPartition);
            return new CqlVersionStore(shared, settings, table, shape);
        } catch (RuntimeException e) {
            shared.close();
            throw e;
        }
    }

    private static void recreate(CqlSession session, TableSpec table, int rowsPerPartition) {
        CqlSchema.execute(session, table.createKeyspaceCql());
        CqlSchema.drop(session, table);
        String columns = rowsPerPartition == 1
                ? "partition text, version bigint, payload blob, PRIMARY KEY (partition)"
                : "partition text, row int, version bigint, payload blob, PRIMARY KEY (partition, row)";
        CqlSchema.execute(session, "CREATE TABLE " + table.quoted() + " (" + columns + ") WITH " + table.withCql());
    }

    private PreparedStatement prepare(ConsistencyLevel level, String cql) {
        return shared.session()
                .prepare(SimpleStatement.newInstance(cql)
                        .setConsistencyLevel(level)
                        .setPageSize(Integer.MAX_VALUE));
    }

    private String insertColumns() {
        return rowsPerPartition == 1
                ? " (partition, version, payload) VALUES (?, ?, ?)"
                : " (partition, version, payload, row) VALUES (?, ?, ?, ?)";
    }

    // --- For disturbances ---

    /** Returns the table. */
    public TableSpec table() {
        return table;
    }

    /** Returns the session, shared with YCSB's clients of the same settings. */
    public CqlSession session() {
        return shared.session();
    }

    /** Removes all rows; a disturbance that {@linkplain Disturbance.Effect#ERASES erases}. */
    public void truncate() {
        CqlSchema.truncate(session(), table);
    }

    /** Drops the table and creates it again; a disturbance that {@linkplain Disturbance.Effect#RECREATES recreates}. */
    public void recreate() {
        recreate(session(), table, rowsPerPartition);
    }

    /** Turns the row cache off for the table and on again; a disturbance without effect on the rows. */
    public void alterCachingOffAndOn() {
        CqlSchema.alterRowsPerPartition(session(), table, "NONE");
        CqlSchema.alterRowsPerPartition(session(), table, table.rowsPerPartition());
    }

    // --- Requests ---

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        BoundStatement statement = write.bind()
                .setString(0, key(partition))
                .setLong(1, version)
                .setByteBuffer(2, ByteBuffer.wrap(payload(partition, row, version)));
        execute(rowsPerPartition == 1 ? statement : statement.setInt(3, row));
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        BoundStatement statement = delete.bind().setString(0, key(partition));
        execute(rowsPerPartition == 1 ? statement : statement.setInt(1, row));
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreign = 0;
        for (Row row : execute(statement(partition, range))) {
            int number = rowsPerPartition == 1 ? 0 : row.getInt("row");
            long version = row.getLong("version");
            boolean right = number >= range.first()
                    && number <= range.last()
                    && versions[number] == ABSENT
                    && key(partition).equals(row.getString("partition"))
                    && ByteBuffer.wrap(payload(partition, number, version)).equals(row.getByteBuffer("payload"));
            if (right) {
                versions[number] = version;
            } else {
                foreign++;
            }
        }
        return foreign;
    }

    private BoundStatement statement(int partition, RowRange range) {
        if (range.whole() || rowsPerPartition == 1) {
            return readAll.bind().setString(0, key(partition));
        }
        if (range.first() == range.last() && !range.reversed()) {
            return readRow.bind().setString(0, key(partition)).setInt(1, range.first());
        }
        return (range.reversed() ? readReversed : readSlice)
                .bind()
                .setString(0, key(partition))
                .setInt(1, range.first())
                .setInt(2, range.last());
    }

    private ResultSet execute(BoundStatement statement) throws StoreException {
        try {
            return session().execute(statement);
        } catch (DriverException e) {
            throw new StoreException(e.toString(), e);
        }
    }

    /** Returns the key of a partition: 25 bytes, as the workload's keys. */
    private static String key(int partition) {
        String digits = Integer.toString(partition);
        return "part" + "0".repeat(21 - digits.length()) + digits;
    }

    private byte[] payload(int partition, int row, long version) {
        return Text.random(new SplittableRandom(Mix.of(partition, row, version)), payloadBytes);
    }

    @Override
    public void close() {
        shared.close();
    }

    private record StoreShape(int rowsPerPartition, int payloadBytes) {
        private StoreShape {
            if (payloadBytes < 0 || payloadBytes > 1 << 20) {
                throw new IllegalArgumentException(
                        PAYLOAD_PROPERTY + "=" + payloadBytes + ", allowed: 0 to " + (1 << 20));
            }
        }
    }
}
