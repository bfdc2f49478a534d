package org.ssdtier.benchmarks.catalogue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/**
 * Tables that cover all features of schema definitions, with a content determined by a seed, and their content as text.
 */
final class ProbeTables {
    static final String KEYSPACE = "probe";
    static final List<String> NAMES = List.of("tags", "wide", "mixed", "hits");

    private static final int WIDE_COLUMNS = 80;
    private static final int KEYS = 60;

    private final CqlSession session;
    private final int replicas;

    ProbeTables(CqlSession session, int replicas) {
        this.session = session;
        this.replicas = replicas;
    }

    void create() {
        session.execute("CREATE KEYSPACE probe WITH replication = {'class': 'SimpleStrategy', 'replication_factor': "
                + replicas + "}");
        session.execute("CREATE TYPE probe.pair (a int, b text)");
        String compaction = " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}";
        session.execute(
                "CREATE TABLE probe.tags (k int, c int, at timestamp, tags map<text, text>, fields map<text, double>,"
                        + " PRIMARY KEY (k, c))" + compaction);
        StringJoiner columns = new StringJoiner(", ");
        for (int i = 0; i < WIDE_COLUMNS; i++) {
            columns.add("v" + i + " int");
        }
        session.execute("CREATE TABLE probe.wide (k int PRIMARY KEY, " + columns + ")" + compaction);
        session.execute(
                "CREATE TABLE probe.mixed (k int, c text, s map<int, text> static, labels set<text>, steps list<int>,"
                        + " p pair, f frozen<map<text, int>>, t tuple<int, text>, n bigint, PRIMARY KEY (k, c))"
                        + compaction);
        session.execute(
                "CREATE TABLE probe.hits (k int, c int, one counter, two counter, PRIMARY KEY (k, c))" + compaction);
    }

    /** Writes, overwrites and deletes rows; the same calls with the same seeds produce the same content. */
    void write(long seed) {
        Random random = new Random(seed);
        for (int k = 0; k < KEYS; k++) {
            long timestamp = 1_000_000L * (seed + 1) + k;
            writeTags(random, k, timestamp);
            writeWide(random, k, timestamp);
            writeMixed(random, k, timestamp);
            session.execute("UPDATE probe.hits SET one = one + " + random.nextInt(9) + ", two = two + 1 WHERE k = " + k
                    + " AND c = " + random.nextInt(3));
        }
    }

    private void writeTags(Random random, int k, long timestamp) {
        for (int c = 0; c < 4; c++) {
            session.execute("INSERT INTO probe.tags (k, c, at, tags, fields) VALUES (" + k + ", " + c + ", " + timestamp
                    + ", {'host': 'h" + random.nextInt(9) + "', 'datacenter': 'eu', 'rack': '" + random.nextInt(50)
                    + "'}, {'usage_user': " + random.nextDouble() + ", 'usage_system': " + random.nextInt(100)
                    + "}) USING TIMESTAMP " + timestamp);
        }
        session.execute("UPDATE probe.tags USING TIMESTAMP " + (timestamp + 1)
                + " SET tags['rack'] = 'moved' WHERE k = " + k + " AND c = 1");
        session.execute("DELETE tags['host'] FROM probe.tags USING TIMESTAMP " + (timestamp + 1) + " WHERE k = " + k
                + " AND c = 2");
        session.execute("INSERT INTO probe.tags (k, c, tags) VALUES (" + k + ", 9, {'own" + k
                + "': 'x'}) USING TIMESTAMP " + timestamp + " AND TTL 1000000");
    }

    private void writeWide(Random random, int k, long timestamp) {
        int first = random.nextInt(3) * 20;
        StringJoiner names = new StringJoiner(", ");
        StringJoiner values = new StringJoiner(", ");
        for (int i = first; i < first + 20; i++) {
            names.add("v" + i);
            values.add(Integer.toString(random.nextInt()));
        }
        session.execute("INSERT INTO probe.wide (k, " + names + ") VALUES (" + k + ", " + values + ") USING TIMESTAMP "
                + timestamp);
    }

    private void writeMixed(Random random, int k, long timestamp) {
        session.execute("INSERT INTO probe.mixed (k, s) VALUES (" + k + ", {1: 'one', 2: '" + random.nextInt(5)
                + "'}) USING TIMESTAMP " + timestamp);
        for (String c : List.of("a", "b", "c")) {
            session.execute("INSERT INTO probe.mixed (k, c, labels, steps, p, f, t, n) VALUES (" + k + ", '" + c
                    + "', {'red', 'green'}, [1, 2, " + random.nextInt(9) + "], {a: 1, b: 'x'}, {'in': 1, 'out': "
                    + random.nextInt(9) + "}, (1, 'y'), " + random.nextLong() + ") USING TIMESTAMP " + timestamp);
        }
        session.execute("DELETE n, labels FROM probe.mixed USING TIMESTAMP " + (timestamp + 1) + " WHERE k = " + k
                + " AND c = 'b'");
    }

    /** Returns every row of every table, and the results of queries for map elements and single columns. */
    List<String> content() {
        List<String> lines = new ArrayList<>();
        for (String table : NAMES) {
            add(lines, "SELECT * FROM probe." + table);
        }
        add(lines, "SELECT k, c, tags['rack'], fields['usage_user'] FROM probe.tags");
        add(lines, "SELECT k, c, fields FROM probe.tags WHERE k IN (1, 2, 3) AND c > 0");
        add(lines, "SELECT k, v5, v40, writetime(v40) FROM probe.wide");
        add(lines, "SELECT k, s[2], p, n FROM probe.mixed");
        return lines;
    }

    private void add(List<String> lines, String query) {
        List<String> rows = new ArrayList<>();
        for (Row row : session.execute(query)) {
            rows.add(row.getFormattedContents());
        }
        Collections.sort(rows);
        lines.add(query + ": " + rows.size() + " rows");
        lines.addAll(rows);
    }
}
