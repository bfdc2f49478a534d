package org.ssdtier.benchmarks.faults;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Pairs of tables with the same writes and timestamps that are flushed and compacted together. One table of a pair has
 * a row cache, the other does not, so any difference between their reads is caused by the cache.
 */
final class CopiedTables {
    static final String KEYSPACE = "pair";
    /** The table whose row images are whole partitions. */
    static final String WHOLE = "whole";
    /** The names of the cached tables; the uncached table of each pair has the suffix {@code _plain}. */
    static final List<String> CACHED = List.of(WHOLE, "head");

    private static final int PARTITIONS = 12;
    private static final int ROWS = 8;

    private final CqlSession session;
    private final Random random;
    private long timestamp = 1_000;

    CopiedTables(CqlSession session, Random random) {
        this.session = session;
        this.random = random;
    }

    void create() {
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
        create(WHOLE, "ALL");
        create("head", "3");
        for (int p = 0; p < PARTITIONS; p++) {
            write("UPDATE TABLE USING STAMP SET s = 'first' WHERE p = " + p);
        }
    }

    private void create(String table, String rowsPerPartition) {
        create(table, rowsPerPartition, "");
        create(table, "NONE", "_plain");
    }

    private void create(String table, String rowsPerPartition, String suffix) {
        session.execute("CREATE TABLE " + KEYSPACE + "." + table + suffix
                + " (p int, c int, s text static, ss set<int> static, v text, m map<text, int>, l list<int>, w int,"
                + " PRIMARY KEY (p, c)) WITH caching = {'keys': 'ALL', 'rows_per_partition': '" + rowsPerPartition
                + "'} AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}"
                + " AND read_repair = 'BLOCKING' AND speculative_retry = 'NEVER'");
    }

    static String[] allTables() {
        return CACHED.stream()
                .flatMap(table -> List.of(table, table + "_plain").stream())
                .toArray(String[]::new);
    }

    /**
     * Writes a random change to both tables of each pair, on both replicas, and leaves a static cell in the partition.
     * Without one its digest depends on which other partitions are in the SSTable, because stock distinguishes no
     * static row from an empty one.
     */
    void writeKeepingStatics() {
        int p = random.nextInt(PARTITIONS);
        write(randomWrite(p));
        write("UPDATE TABLE USING STAMP SET s = 'k" + p + "' WHERE p = " + p);
    }

    /** Writes a random change, which may remove the last static cell of a partition. */
    void write() {
        write(randomWrite(random.nextInt(PARTITIONS)));
    }

    private void write(String template) {
        timestamp++;
        for (String table : allTables()) {
            String statement =
                    template.replace("TABLE", KEYSPACE + "." + table).replace("STAMP", "TIMESTAMP " + timestamp);
            session.execute(SimpleStatement.newInstance(statement).setConsistencyLevel(DefaultConsistencyLevel.ALL));
        }
    }

    private String randomWrite(int p) {
        int c = random.nextInt(ROWS);
        int n = random.nextInt(1000);
        String row = " WHERE p = " + p + " AND c = " + c;
        return switch (random.nextInt(16)) {
            case 0, 1, 2 ->
                "INSERT INTO TABLE (p, c, v, m, l, w) VALUES (" + p + ", " + c + ", 'v" + n + "', {'a': " + n
                        + ", 'b': 2}, [" + n + ", 1], " + n + ") USING STAMP";
            case 3, 4 -> "INSERT INTO TABLE (p, c, v) VALUES (" + p + ", " + c + ", 'i" + n + "') USING STAMP";
            case 5 ->
                "INSERT INTO TABLE (p, c, v, m) VALUES (" + p + ", " + c + ", 't" + n + "', {'t': " + n
                        + "}) USING TTL 86400 AND STAMP";
            case 6 -> "UPDATE TABLE USING STAMP SET v = 'u" + n + "', w = null" + row;
            case 7 -> "UPDATE TABLE USING STAMP SET m['" + (char) ('a' + n % 4) + "'] = " + n + row;
            case 8 -> "UPDATE TABLE USING STAMP SET l = l + [" + n + "]" + row;
            case 9 -> "DELETE m['" + (char) ('a' + n % 4) + "'] FROM TABLE USING STAMP" + row;
            case 10 -> "DELETE v, l FROM TABLE USING STAMP" + row;
            case 11 -> "DELETE FROM TABLE USING STAMP" + row;
            case 12 -> "DELETE FROM TABLE USING STAMP WHERE p = " + p + " AND c > " + (c - 2) + " AND c <= " + c;
            case 13 -> "UPDATE TABLE USING STAMP SET s = 's" + n + "', ss = ss + {" + n + "} WHERE p = " + p;
            case 14 -> "DELETE s, ss FROM TABLE USING STAMP WHERE p = " + p;
            default ->
                n % 4 == 0
                        ? "DELETE FROM TABLE USING STAMP WHERE p = " + p
                        : "UPDATE TABLE USING STAMP SET v = 'w" + n + "'" + row;
        };
    }

    /** Returns the queries of one sweep over all partitions, with TABLE as placeholder of the table. */
    List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (int p = 0; p < PARTITIONS; p++) {
            int c = random.nextInt(ROWS);
            for (String tail : List.of(
                    "",
                    " AND c = " + c,
                    " AND c >= " + c,
                    " AND c < " + c + " ORDER BY c DESC",
                    " LIMIT 2",
                    " ORDER BY c DESC LIMIT 1")) {
                queries.add("SELECT * FROM TABLE WHERE p = " + p + tail);
            }
            queries.add("SELECT v FROM TABLE WHERE p = " + p);
            queries.add("SELECT v, w FROM TABLE WHERE p = " + p + " AND c = " + c);
            queries.add("SELECT m['a'], s FROM TABLE WHERE p = " + p);
            queries.add("SELECT DISTINCT s, ss FROM TABLE WHERE p = " + p);
        }
        return queries;
    }

    /** Runs a query with one node as coordinator; returns one line per row. */
    List<String> read(String query, String table, Node coordinator, DefaultConsistencyLevel level) {
        List<String> lines = new ArrayList<>();
        SimpleStatement statement = SimpleStatement.newInstance(query.replace("TABLE", KEYSPACE + "." + table))
                .setNode(coordinator)
                .setConsistencyLevel(level);
        for (Row row : session.execute(statement)) {
            lines.add(row.getFormattedContents());
        }
        return lines;
    }
}
