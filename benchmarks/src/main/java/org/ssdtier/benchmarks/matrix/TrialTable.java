package org.ssdtier.benchmarks.matrix;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A table with rows that are known: a text and a map for each clustering row. It is written, and read by key and as a whole.
 */
final class TrialTable {
    static final String KEYSPACE = "matrix";
    private static final int ROWS = 4;
    private static final int KEYS = 16;

    private final String table;
    private final Map<Integer, Map<Integer, String>> expected = new TreeMap<>();

    TrialTable(String name) {
        table = KEYSPACE + "." + name;
    }

    static void createKeyspace(CqlSession session) {
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    /** Creates the table, cached by rows. */
    void create(CqlSession session) {
        session.execute(
                "CREATE TABLE " + table + " (id int, c int, text text, tags map<text, text>, PRIMARY KEY (id, c))"
                        + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
    }

    /** Chooses the table for the catalogue, or not. */
    void choose(CqlSession session, boolean chosen) {
        session.execute("ALTER TABLE " + table + " WITH extensions = {'schema_catalogue': '" + chosen + "'}");
    }

    /**
     * Writes some partitions anew, of each the last row by a lightweight transaction, and overwrites and deletes in others.
     *
     * @param first first of the partitions
     * @param count number of partitions
     */
    void write(CqlSession session, int first, int count) {
        for (int id = first; id < first + count; id++) {
            Map<Integer, String> rows = new TreeMap<>();
            for (int c = 0; c < ROWS; c++) {
                boolean isConditional = c == ROWS - 1;
                session.execute(
                        "INSERT INTO " + table + " (id, c, text, tags) VALUES (" + id + ", " + c + ", 'text " + id
                                + "', {'host': 'h" + id % KEYS + "', 'rack': 'r" + c + "'})"
                                + (isConditional ? " IF NOT EXISTS" : ""));
                rows.put(c, content("text " + id, Map.of("host", "h" + id % KEYS, "rack", "r" + c)));
            }
            session.execute(
                    "UPDATE " + table + " SET text = 'changed', tags['own'] = 'x' WHERE id = " + id + " AND c = 1");
            rows.put(1, content("changed", Map.of("host", "h" + id % KEYS, "rack", "r1", "own", "x")));
            session.execute("DELETE FROM " + table + " WHERE id = " + id + " AND c = 2");
            rows.remove(2);
            expected.put(id, rows);
        }
    }

    /**
     * Reads every partition by its key, then all rows with one query.
     *
     * @return the number of rows
     * @throws IOException if a row is missing, wrong, or too many
     */
    int check(CqlSession session) throws IOException {
        for (Map.Entry<Integer, Map<Integer, String>> partition : expected.entrySet()) {
            String query = "SELECT id, c, text, tags FROM " + table + " WHERE id = " + partition.getKey();
            requireEqual(query, Map.of(partition.getKey(), partition.getValue()), read(session, query));
        }
        String query = "SELECT id, c, text, tags FROM " + table;
        requireEqual(query, expected, read(session, query));
        return expected.values().stream().mapToInt(Map::size).sum();
    }

    private static Map<Integer, Map<Integer, String>> read(CqlSession session, String query) {
        Map<Integer, Map<Integer, String>> found = new TreeMap<>();
        for (Row row : session.execute(query)) {
            Map<String, String> tags = row.getMap("tags", String.class, String.class);
            found.computeIfAbsent(row.getInt("id"), id -> new TreeMap<>())
                    .put(
                            row.getInt("c"),
                            content(String.valueOf(row.getString("text")), tags == null ? Map.of() : tags));
        }
        return found;
    }

    private static void requireEqual(
            String query, Map<Integer, Map<Integer, String>> rows, Map<Integer, Map<Integer, String>> found)
            throws IOException {
        if (!rows.equals(found)) {
            throw new IOException("query=" + query + ": found " + found + ", expected " + rows);
        }
    }

    private static String content(String text, Map<String, String> tags) {
        return text + " " + new TreeMap<>(tags);
    }
}
