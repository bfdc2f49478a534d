package org.ssdtier.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/**
 * A mapping of records to statements and of rows to records. Values are sent as bytes; they are valid UTF-8, as YCSB's.
 */
public final class RecordBinding {
    private static final String KEY = TableSpec.KEY_COLUMN;
    private static final String MAP = TableSpec.MAP_COLUMN;

    private final SharedSession session;
    private final TableSpec table;

    /** Binds the records of one table. */
    public RecordBinding(SharedSession session, TableSpec table) {
        this.session = session;
        this.table = table;
    }

    /**
     * Returns a statement that reads a record.
     *
     * @param fields null or empty = all
     */
    public BoundStatement read(String key, @Nullable Set<String> fields) {
        List<String> names = sorted(fields);
        return session.prepare(table, OperationType.READ, names, () -> select(names) + " WHERE " + KEY + " = ?")
                .bind()
                .setString(0, key);
    }

    /**
     * Returns a statement that reads up to {@code count} records, beginning at a key, in the order of the keys' tokens.
     *
     * @param fields null or empty = all
     */
    public BoundStatement scan(String startKey, int count, @Nullable Set<String> fields) {
        List<String> names = sorted(fields);
        return session.prepare(
                        table,
                        OperationType.SCAN,
                        names,
                        () -> select(names) + " WHERE token(" + KEY + ") >= token(?) LIMIT ?")
                .bind()
                .setString(0, startKey)
                .setInt(1, count);
    }

    /**
     * Returns a statement that writes a new record. A map is added to, not replaced: replacing it would leave a
     * tombstone each time.
     */
    public BoundStatement insert(String key, Map<String, ByteIterator> values) {
        return table.shape() == TableShape.MAP
                ? write(OperationType.INSERT, key, values, this::updateCql)
                : write(OperationType.INSERT, key, values, this::insertCql);
    }

    /** Returns a statement that writes some fields of a record. */
    public BoundStatement update(String key, Map<String, ByteIterator> values) {
        return write(OperationType.UPDATE, key, values, this::updateCql);
    }

    /** Returns a statement that deletes a record. */
    public BoundStatement delete(String key) {
        return session.prepare(
                        table,
                        OperationType.DELETE,
                        List.of(),
                        () -> "DELETE FROM " + table.quoted() + " WHERE " + KEY + " = ?")
                .bind()
                .setString(0, key);
    }

    /** Adds the fields of a row to a record, except fields without a value. */
    public void decode(Row row, @Nullable Set<String> fields, Map<String, ByteIterator> record) {
        if (table.shape() == TableShape.MAP) {
            decodeMap(row, fields, record);
            return;
        }
        ColumnDefinitions columns = row.getColumnDefinitions();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).getName().asInternal();
            ByteBuffer value = row.getBytesUnsafe(i);
            if (value != null && !name.equals(KEY)) {
                record.put(name, iterator(value));
            }
        }
    }

    private static void decodeMap(Row row, @Nullable Set<String> fields, Map<String, ByteIterator> record) {
        Map<String, String> map = row.getMap(MAP, String.class, String.class);
        if (map == null) {
            return;
        }
        map.forEach((name, value) -> {
            if (fields == null || fields.isEmpty() || fields.contains(name)) {
                record.put(name, new ByteArrayByteIterator(value.getBytes(StandardCharsets.UTF_8)));
            }
        });
    }

    private BoundStatement write(
            OperationType operation, String key, Map<String, ByteIterator> values, CqlOfFields cql) {
        List<String> names = sorted(values.keySet());
        List<String> statementFields = table.shape() == TableShape.MAP ? List.of() : names;
        BoundStatement statement = session.prepare(table, operation, statementFields, () -> cql.of(names))
                .bind();
        if (table.shape() == TableShape.MAP) {
            Map<String, String> map = new HashMap<>();
            values.forEach((name, value) -> map.put(name, new String(value.toArray(), StandardCharsets.UTF_8)));
            return statement.setMap(0, map, String.class, String.class).setString(1, key);
        }
        for (int i = 0; i < names.size(); i++) {
            byte[] bytes = values.get(names.get(i)).toArray();
            statement = statement.setBytesUnsafe(i, ByteBuffer.wrap(bytes));
        }
        return statement.setString(names.size(), key);
    }

    private String select(List<String> fields) {
        String columns = fields.isEmpty() ? "*" : quoted(fields).collect(Collectors.joining(", "));
        if (table.shape() == TableShape.MAP) {
            columns = MAP;
        }
        return "SELECT " + columns + " FROM " + table.quoted();
    }

    private String insertCql(List<String> fields) {
        return "INSERT INTO " + table.quoted() + " (" + quoted(fields).collect(Collectors.joining(", ")) + ", " + KEY
                + ") VALUES (" + "?, ".repeat(fields.size()) + "?)";
    }

    private String updateCql(List<String> fields) {
        String assignments = table.shape() == TableShape.MAP
                ? MAP + " = " + MAP + " + ?"
                : quoted(fields).map(field -> field + " = ?").collect(Collectors.joining(", "));
        return "UPDATE " + table.quoted() + " SET " + assignments + " WHERE " + KEY + " = ?";
    }

    private static Stream<String> quoted(List<String> fields) {
        return fields.stream().map(field -> "\"" + Setting.identifier("field", field) + "\"");
    }

    private static List<String> sorted(@Nullable Collection<String> fields) {
        if (fields == null || fields.isEmpty()) {
            return List.of();
        }
        String[] names = fields.toArray(String[]::new);
        Arrays.sort(names);
        return List.of(names);
    }

    private static ByteIterator iterator(ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return new ByteArrayByteIterator(bytes);
    }

    @FunctionalInterface
    private interface CqlOfFields {
        String of(List<String> fields);
    }
}
