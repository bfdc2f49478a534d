package org.ssdtier.ycsb.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.ssdtier.ycsb.workload.WorkloadSettings;
import site.ycsb.workloads.CoreWorkload;

/**
 * The specification of a table of records.
 *
 * @param keyspace keyspace of the table
 * @param name name of the table
 * @param shape layout of a record
 * @param fields names of the fields
 * @param replicationFactor number of replicas in the keyspace's only datacentre
 * @param rowsPerPartition the row cache's part of the table option {@code caching}: ALL, NONE or a number
 * @param compression compressor class, or {@code none}
 * @param chunkKib compression chunk in KiB, a power of two
 * @param options further table options in CQL, joined by AND; may be empty
 */
public record TableSpec(
        String keyspace,
        String name,
        TableShape shape,
        List<String> fields,
        int replicationFactor,
        String rowsPerPartition,
        String compression,
        int chunkKib,
        String options) {
    /** {@code columns} (default) or {@code map}. */
    public static final String SHAPE_PROPERTY = "cassandra.table.shape";
    /** Replicas; default 1. */
    public static final String REPLICATION_PROPERTY = "cassandra.replicationfactor";
    /** ALL (default), NONE or a number. */
    public static final String ROWS_PER_PARTITION_PROPERTY = "cassandra.table.rowsperpartition";
    /** Compressor class, default LZ4Compressor; {@code none} = not compressed. */
    public static final String COMPRESSION_PROPERTY = "cassandra.table.compression";
    /** Compression chunk in KiB; default 16. */
    public static final String CHUNK_PROPERTY = "cassandra.table.chunkkib";
    /** Further table options in CQL, joined by AND. */
    public static final String OPTIONS_PROPERTY = "cassandra.table.options";

    /** Name of the key column, as in YCSB's own binding. */
    public static final String KEY_COLUMN = "y_id";
    /** Name of the only other column of a {@link TableShape#MAP} table. */
    public static final String MAP_COLUMN = "fields";

    public TableSpec {
        fields = List.copyOf(fields);
        Setting.identifier("keyspace", keyspace);
        Setting.identifier("table", name);
        fields.forEach(field -> Setting.identifier("field", field));
        if (!rowsPerPartition.matches("ALL|NONE|[0-9]{1,9}")) {
            throw new IllegalArgumentException(
                    ROWS_PER_PARTITION_PROPERTY + "=" + rowsPerPartition + ", allowed: ALL, NONE, a number");
        }
        if (!compression.matches("[A-Za-z0-9_.]+")) {
            throw new IllegalArgumentException(COMPRESSION_PROPERTY + "=" + compression + ", allowed: a class or none");
        }
    }

    /**
     * Returns the table that YCSB's properties describe.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public static TableSpec from(Properties properties) {
        String prefix = properties.getProperty(CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
        int count = Setting.integer(
                properties, CoreWorkload.FIELD_COUNT_PROPERTY, WorkloadSettings.DEFAULT_FIELDS, 1, 10_000);
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(prefix + i);
        }
        return new TableSpec(
                properties.getProperty(CqlSettings.KEYSPACE_PROPERTY, "ycsb"),
                properties.getProperty(CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT),
                Setting.choice(properties, SHAPE_PROPERTY, TableShape.COLUMNS),
                fields,
                Setting.integer(properties, REPLICATION_PROPERTY, 1, 1, 100),
                properties.getProperty(ROWS_PER_PARTITION_PROPERTY, "ALL"),
                properties.getProperty(COMPRESSION_PROPERTY, "LZ4Compressor"),
                Setting.integer(properties, CHUNK_PROPERTY, 16, 1, 1024),
                properties.getProperty(OPTIONS_PROPERTY, ""));
    }

    /** Returns this table under another name. */
    public TableSpec withName(String newName) {
        return new TableSpec(
                keyspace, newName, shape, fields, replicationFactor, rowsPerPartition, compression, chunkKib, options);
    }

    /** Returns keyspace and name, quoted. */
    public String quoted() {
        return "\"" + keyspace + "\".\"" + name + "\"";
    }

    /** Returns the statement that creates the keyspace if it does not exist. */
    public String createKeyspaceCql() {
        return "CREATE KEYSPACE IF NOT EXISTS \"" + keyspace
                + "\" WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': "
                + replicationFactor + "}";
    }

    /** Returns the statement that creates the table if it does not exist. */
    public String createTableCql() {
        StringBuilder cql = new StringBuilder("CREATE TABLE IF NOT EXISTS " + quoted() + " (" + KEY_COLUMN + " text");
        if (shape == TableShape.MAP) {
            cql.append(", ").append(MAP_COLUMN).append(" map<text, text>");
        } else {
            fields.forEach(field -> cql.append(", \"").append(field).append("\" text"));
        }
        return cql.append(", PRIMARY KEY (" + KEY_COLUMN + ")) WITH ")
                .append(withCql())
                .toString();
    }

    /** Returns the table options, joined by AND. */
    public String withCql() {
        String compressionCql = compression.equals("none")
                ? "{'enabled': 'false'}"
                : "{'class': '" + compression + "', 'chunk_length_in_kb': " + chunkKib + "}";
        return "caching = {'keys': 'ALL', 'rows_per_partition': '" + rowsPerPartition + "'} AND compression = "
                + compressionCql + (options.isBlank() ? "" : " AND " + options);
    }
}
