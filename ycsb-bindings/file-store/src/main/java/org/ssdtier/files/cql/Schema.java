package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tables of a store. Each version of a file or entry is a row, the greatest first. The column of the content sorts
 * after the others of its table: a read of the metadata ends before it. Those with content have {@code caching} on, for
 * the SSD tier.
 */
final class Schema {
    private static final String FILE_COLUMNS =
            "chunks int, chunk_bytes int, mode int, modified timestamp, sha256 blob, size bigint, type text, whole blob";
    private static final String CACHED = " AND caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}";

    private final CqlSession session;
    private final String keyspace;

    Schema(CqlSession session, String keyspace) {
        this.session = session;
        this.keyspace = keyspace;
    }

    void create(Map<String, Integer> replicas) {
        StringBuilder replication = new StringBuilder("{'class': 'NetworkTopologyStrategy'");
        new TreeMap<>(replicas).forEach((datacentre, count) -> replication
                .append(", '")
                .append(datacentre.replace("'", "''"))
                .append("': ")
                .append(count));
        session.execute(
                "CREATE KEYSPACE IF NOT EXISTS " + quoted("") + " WITH replication = " + replication.append('}'));
        for (String table : tables()) {
            session.execute(table);
        }
    }

    private List<String> tables() {
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + quoted("settings") + " (name text PRIMARY KEY, value text)",
                "CREATE TABLE IF NOT EXISTS " + quoted("files") + " (path blob, version timeuuid, " + FILE_COLUMNS
                        + ", PRIMARY KEY (path, version)) WITH CLUSTERING ORDER BY (version DESC)" + CACHED,
                "CREATE TABLE IF NOT EXISTS " + quoted("names")
                        + " (directory blob, generation int, bucket int, name blob, version timeuuid,"
                        + " is_directory boolean, " + FILE_COLUMNS
                        + ", PRIMARY KEY ((directory, generation, bucket), name, version))"
                        + " WITH CLUSTERING ORDER BY (name ASC, version DESC)" + CACHED,
                "CREATE TABLE IF NOT EXISTS " + quoted("chunks")
                        + " (path blob, version timeuuid, number int, content blob,"
                        + " PRIMARY KEY ((path, version, number)))" + " WITH gc_grace_seconds = 864000" + CACHED,
                "CREATE TABLE IF NOT EXISTS " + quoted("directories")
                        + " (path blob PRIMARY KEY, generation int, target int, phase text)");
    }

    private String quoted(String table) {
        return '"' + keyspace + '"' + (table.isEmpty() ? "" : "." + table);
    }
}
