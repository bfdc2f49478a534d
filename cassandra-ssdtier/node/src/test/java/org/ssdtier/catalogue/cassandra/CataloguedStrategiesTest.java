package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * Tests of tables in the format {@code catalogued} with each compaction strategy, with indexes attached to their SSTables, and with
 * views: every answer equals that of a twin in Cassandra's own format.
 */
@Tag("unit")
@ExtendWith(NothingLeft.class)
final class CataloguedStrategiesTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int KEYS = 25;

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String ours = "strategies" + NAMES.incrementAndGet();
    private final String plain = ours + "plain";

    @AfterEach
    void drop() {
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, view(ours));
        for (String table : List.of(ours, plain)) {
            node.process("DROP MATERIALIZED VIEW IF EXISTS " + view(table));
            CataloguedTables.drop(table);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'class': 'SizeTieredCompactionStrategy', 'min_threshold': '2'}",
                "{'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': '1'}",
                "{'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'min_threshold': '2'}",
                "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T2', 'target_sstable_size': '1MiB',"
                        + " 'base_shard_count': '4', 'min_sstable_size': '0B'}"
            })
    void compactions_ofTheStrategy_keepFormatAndAnswers(String strategy) {
        create("", strategy);
        for (int flush = 0; flush < 4; flush++) {
            write(flush);
            flush();
            compactInBackground();
            assertAlike("SELECT k, c, s, tags, f, n, writetime(n) FROM %T");
        }
        node.table(ours).forceMajorCompaction();
        node.table(plain).forceMajorCompaction();
        assertAlike("SELECT k, c, s, tags, f, n, writetime(n) FROM %T");
        assertFormat(ours);
        assertEquals(levels(plain), levels(ours));
    }

    /** Indexes on values, keys and entries that our rows store without names. */
    @Test
    void indexesAttachedToTheSstables_answerAlike() {
        create("", "{'class': 'SizeTieredCompactionStrategy', 'min_threshold': '2', 'enabled': 'false'}");
        for (String indexed : List.of("n", "keys(tags)", "entries(tags)", "full(f)")) {
            for (String table : List.of(ours, plain)) {
                node.process("CREATE INDEX ON " + table + " (" + indexed + ")" + " USING 'sai'");
            }
        }
        for (int flush = 0; flush < 3; flush++) {
            write(flush);
            assertIndexesAnswerAlike();
            flush();
            assertIndexesAnswerAlike();
        }
        node.table(ours).forceMajorCompaction();
        assertIndexesAnswerAlike();
        assertFormat(ours);
        node.table(ours)
                .indexManager
                .rebuildIndexesBlocking(node.table(ours).indexManager.listIndexes().stream()
                        .map(index -> index.getIndexMetadata().name)
                        .collect(Collectors.toSet()));
        assertIndexesAnswerAlike();
    }

    /** The view is in our format too, since it is a table like any other. */
    @Test
    void views_builtAndKept_answerAlike() {
        create("", "{'class': 'SizeTieredCompactionStrategy', 'min_threshold': '2', 'enabled': 'false'}");
        write(0);
        flush();
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, view(ours), LayoutChoice.UNIFORM);
        for (String table : List.of(ours, plain)) {
            node.process("CREATE MATERIALIZED VIEW " + view(table) + " AS SELECT k, c, n, tags, f FROM " + table
                    + " WHERE k IS NOT NULL AND c IS NOT NULL AND n IS NOT NULL PRIMARY KEY (n, k, c)");
            Polling.until(
                    view(table) + " is built", () -> SystemKeyspace.isViewBuilt(EmbeddedNode.KEYSPACE, view(table)));
        }
        for (int flush = 1; flush < 4; flush++) {
            write(flush);
            assertViewsAlike();
            flush();
            node.table(view(ours)).forceBlockingFlush(FlushReason.UNIT_TESTS);
            assertViewsAlike();
        }
        node.table(view(ours)).forceMajorCompaction();
        node.table(ours).forceMajorCompaction();
        assertViewsAlike();
        assertFormat(view(ours));
    }

    private static String view(String table) {
        return table + "view";
    }

    private void assertViewsAlike() {
        List<String> expected = rows("SELECT n, k, c, tags, f FROM " + view(plain));
        assertFalse(expected.isEmpty());
        assertEquals(expected, rows("SELECT n, k, c, tags, f FROM " + view(ours)));
    }

    private void assertIndexesAnswerAlike() {
        assertAlike("SELECT k, c, tags, n FROM %T WHERE n > 3 AND n < 9");
        assertAlike("SELECT k, c, tags, n FROM %T WHERE tags CONTAINS KEY 'host1'");
        assertAlike("SELECT k, c, tags, n FROM %T WHERE tags['rack'] = '1'");
        assertAlike("SELECT k, c, f FROM %T WHERE f = {'a': 1, 'b': 2}");
        assertAlike("SELECT k, c FROM %T WHERE k = 3 AND n > 2");
    }

    private void create(String options, String strategy) {
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, ours, LayoutChoice.UNIFORM);
        for (String table : List.of(ours, plain)) {
            node.process("CREATE TABLE " + table + " (k int, c int, s text static, tags map<text, text>,"
                    + " f frozen<map<text, int>>, n int, PRIMARY KEY (k, c)) WITH compaction = " + strategy + options);
        }
    }

    /** Writes overwrites, deletions of every kind, and rows with TTL. */
    private void write(int seed) {
        Random random = new Random(seed);
        long timestamp = 1_000_000L * (seed + 1);
        for (int k = 0; k < KEYS; k++) {
            for (int c = 0; c < 12; c++) {
                both("INSERT INTO %T (k, c, tags, f, n) VALUES (" + k + ", " + (c + 5 * seed) + ", {'host"
                        + random.nextInt(3) + "': 'h', 'rack': '" + random.nextInt(4) + "'}, {'a': 1, 'b': "
                        + random.nextInt(4) + "}, " + random.nextInt(20) + ") USING TIMESTAMP " + timestamp
                        + (c % 5 == 0 ? " AND TTL 1000000" : ""));
            }
            both("UPDATE %T USING TIMESTAMP " + timestamp + " SET s = 's" + seed + "' WHERE k = " + k);
            both("DELETE tags['rack'] FROM %T USING TIMESTAMP " + (timestamp + 1) + " WHERE k = " + k + " AND c = 7");
            both("DELETE FROM %T USING TIMESTAMP " + (timestamp + 1) + " WHERE k = " + k + " AND c > 8 AND c < 11");
            both("DELETE FROM %T USING TIMESTAMP " + (timestamp + 1) + " WHERE k = " + k + " AND c = 2");
        }
        both("DELETE FROM %T USING TIMESTAMP " + timestamp + " WHERE k = " + random.nextInt(KEYS));
    }

    private void both(String cql) {
        node.process(cql.replace("%T", ours));
        node.process(cql.replace("%T", plain));
    }

    private void flush() {
        node.table(ours).forceBlockingFlush(FlushReason.UNIT_TESTS);
        node.table(plain).forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    /** Runs the strategy's tasks until it has none left. */
    private void compactInBackground() {
        for (String table : List.of(ours, plain)) {
            FBUtilities.waitOnFutures(CompactionManager.instance.submitBackground(node.table(table)));
        }
    }

    private void assertAlike(String cql) {
        List<String> expected = rows(cql.replace("%T", plain));
        assertFalse(expected.isEmpty(), cql);
        assertEquals(expected, rows(cql.replace("%T", ours)), cql);
    }

    private List<String> rows(String cql) {
        List<String> rows = new ArrayList<>();
        ((ResultMessage.Rows) node.process(cql))
                .result.rows.forEach(row -> rows.add(row.stream()
                        .map(value -> value == null ? "null" : ByteBufferUtil.bytesToHex(value))
                        .toList()
                        .toString()));
        return rows;
    }

    private void assertFormat(String table) {
        ColumnFamilyStore store = node.table(table);
        assertFalse(store.getLiveSSTables().isEmpty(), table);
        for (SSTableReader sstable : store.getLiveSSTables()) {
            assertEquals(CataloguedFormat.instance(), sstable.descriptor.getFormat(), sstable.toString());
        }
    }

    private List<Integer> levels(String table) {
        return node.table(table).getLiveSSTables().stream()
                .map(SSTableReader::getSSTableLevel)
                .sorted()
                .toList();
    }
}
