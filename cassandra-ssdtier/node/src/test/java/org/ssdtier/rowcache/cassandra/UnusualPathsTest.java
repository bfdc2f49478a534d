package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.index.Index;
import org.apache.cassandra.index.IndexStatusManager;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests of row-cached tables on paths that random histories rarely take. */
@Tag("property")
class UnusualPathsTest {
    private final EmbeddedNode node = EmbeddedNode.start();

    @ParameterizedTest
    @Timeout(60)
    @ValueSource(strings = {"legacy_local_table", "sai"})
    void secondaryIndex_onACachedTable_findsWhatAReadGives(String kind) {
        ProtocolTable table = new ProtocolTable(ALL);
        table.run("CREATE INDEX ON %T (a) USING '" + kind + "'");
        awaitQueryable(table.name, table.name + "_a_idx");
        table.insert(1, 2);
        table.fill();
        assertEquals(List.of(1, 2), table.read(" AND a = 'value'"));
        table.flush();
        table.run("UPDATE %T SET a = 'other' WHERE k = 1 AND c = 1");
        assertEquals(List.of(2), table.read(" AND a = 'value'"));
        table.flush();
        assertEquals(List.of(1), table.read(" AND a = 'other'"));
        table.run("DROP INDEX " + EmbeddedNode.KEYSPACE + "." + table.name + "_a_idx");
        assertEquals(List.of(1, 2), table.read());
    }

    /** Waits until the index is queryable, which it is only after its status has reached this node by gossip. */
    private void awaitQueryable(String table, String name) {
        Index index = node.table(table).indexManager.getIndexByName(name);
        Polling.until(
                name + " is queryable",
                () -> index.isQueryable(IndexStatusManager.instance.getIndexStatus(
                        FBUtilities.getBroadcastAddressAndPort(), EmbeddedNode.KEYSPACE, name)));
    }

    @Test
    void materializedView_cachedAsItsTable_followsIt() {
        ProtocolTable table = new ProtocolTable(ALL);
        String view = table.name + "_by_a";
        table.run(
                "CREATE MATERIALIZED VIEW " + view + " AS SELECT k, c, a FROM %T WHERE k IS NOT NULL AND c IS NOT NULL"
                        + " AND a IS NOT NULL PRIMARY KEY (a, k, c) WITH caching = " + ALL);
        table.insert(1, 2);
        assertEquals(2, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
        node.table(view).forceBlockingFlush(FlushReason.UNIT_TESTS);
        assertEquals(2, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
        table.fill();
        table.run("UPDATE %T SET a = 'other' WHERE k = 1 AND c = 1");
        assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
        assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'other'"));
        node.table(view).forceBlockingFlush(FlushReason.UNIT_TESTS);
        table.flush();
        assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
        assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'other'"));
    }

    /** Checked by removal: a view's rows went on answering, although the log said that they were dropped. */
    @Test
    void invalidation_dropsTheRowsOfViewsToo() {
        ProtocolTable table = new ProtocolTable(ALL);
        String view = table.name + "_by_a";
        table.run(
                "CREATE MATERIALIZED VIEW " + view + " AS SELECT k, c, a FROM %T WHERE k IS NOT NULL AND c IS NOT NULL"
                        + " AND a IS NOT NULL PRIMARY KEY (a, k, c) WITH caching = " + ALL);
        table.insert(1);
        node.table(view).forceBlockingFlush(FlushReason.UNIT_TESTS);
        CachedTable cached = table.cache().tables().of(node.table(view)).state;
        SsdRowCacheControl control = new SsdRowCacheControl(table.cache());
        List<Runnable> invalidations = List.of(
                () -> control.invalidateTable(EmbeddedNode.KEYSPACE, view),
                () -> control.invalidateKeyspace(EmbeddedNode.KEYSPACE));
        for (Runnable invalidation : invalidations) {
            assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
            long misses = cached.misses();
            assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
            assertEquals(misses, cached.misses());
            invalidation.run();
            assertEquals(1, rows("SELECT * FROM " + view + " WHERE a = 'value'"));
            assertEquals(misses + 1, cached.misses());
        }
    }

    /** Checked by removal: the image keeps the tombstone that the compaction has removed, and hides what is inserted since. */
    @Test
    void forceCompact_ofAKeyWithATombstoneFromTheFuture_rowsInsertedSinceAreRead() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1, 2);
        long tomorrow = (System.currentTimeMillis() + 86_400_000) * 1_000;
        table.run("DELETE FROM %T USING TIMESTAMP " + tomorrow + " WHERE k = 1 AND c = 2");
        table.flush();
        table.fill();
        assertEquals(List.of(1), table.read());
        table.store().forceCompactionKeysIgnoringGcGrace("1");
        table.insert(2);
        assertEquals(List.of(1, 2), table.read());
        table.flush();
        assertEquals(List.of(1, 2), table.read());
        table.fill();
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void dropAndCreateAgain_sameName_isEmpty() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.run("DROP TABLE %T");
        table.run("CREATE TABLE %T (k int, c int, a text, z text, PRIMARY KEY (k, c)) WITH caching = " + ALL);
        assertEquals(List.of(), table.read());
        table.insert(2);
        table.flush();
        assertEquals(List.of(2), table.read());
        assertEquals(List.of(2), table.read());
    }

    @Test
    void truncate_whileAFlushIsPublishing_leavesNothing() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        AtomicReference<CompletableFuture<Void>> truncation = new AtomicReference<>();
        table.at(Step.FLUSH_MERGED, () -> truncation.set(CompletableFuture.runAsync(table::truncate)));
        table.flush();
        truncation.get().join();
        assertEquals(List.of(), table.read());
        table.insert(3);
        assertEquals(List.of(3), table.read());
        table.flush();
        assertEquals(List.of(3), table.read());
    }

    @Test
    void emptyPartition_readFirst_thenWrittenAndDeleted_isAsWritten() {
        ProtocolTable table = new ProtocolTable(ALL);
        assertEquals(List.of(), table.read());
        table.fill();
        table.insert(1);
        assertEquals(List.of(1), table.read());
        table.flush();
        assertEquals(List.of(1), table.read());
        table.run("DELETE FROM %T WHERE k = 1");
        assertEquals(List.of(), table.read());
        table.flush();
        assertEquals(List.of(), table.read());
        table.store().forceMajorCompaction();
        assertEquals(List.of(), table.read());
    }

    /**
     * A row of a compact table may lack its last clustering columns, and such a clustering cannot be made a bound. Checked by removal:
     * if an image ends with such a row, a read that meets a range deletion of the memtable there fails.
     */
    @ParameterizedTest
    @CsvSource({"false, 2", "false, 3", "true, 2", "true, 3"})
    void compactStorage_firstRowsEndWithoutAClusteringColumn_isAnsweredAsWithoutCache(boolean isFlushed, int deleted) {
        List<String> answers = new ArrayList<>();
        for (String caching : List.of(ProtocolTable.FIRST_TWO, ProtocolTable.NONE)) {
            ProtocolTable table = new ProtocolTable("k, c, a", caching + " AND COMPACT STORAGE");
            for (int row = 1; row <= 4; row++) {
                table.run("INSERT INTO %T (k, c, z) VALUES (1, " + row + ", 'z') USING TIMESTAMP 1000");
                table.run("INSERT INTO %T (k, c, a, z) VALUES (1, " + row + ", 'a', 'z') USING TIMESTAMP 1000");
            }
            table.run("DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c = 1 AND a = 'a'");
            table.flush();
            answers.add(table.read(" LIMIT 2") + " " + table.read());
            table.runAt(2_000_000_000L, "DELETE FROM %T USING TIMESTAMP 3000 WHERE k = 1 AND c = " + deleted);
            if (isFlushed) {
                table.flush();
            }
            answers.add(table.read(" LIMIT 2") + " " + table.read() + " " + table.read(" AND c >= 2"));
        }
        assertEquals(answers.subList(2, 4), answers.subList(0, 2));
    }

    @ParameterizedTest
    @CsvSource({"2, 4", "1, 2", "2, 2", "3, 4", "0, 9"})
    void rangeTombstone_atTheEndOfAnImageOfFirstRows_isAnsweredAsWithoutCache(int first, int last) {
        List<String> answers = new ArrayList<>();
        for (String caching : List.of(ProtocolTable.FIRST_TWO, ProtocolTable.NONE)) {
            ProtocolTable table = new ProtocolTable(caching);
            for (int row = 1; row <= 6; row++) {
                table.run("INSERT INTO %T (k, c, a) VALUES (1, " + row + ", 'value') USING TIMESTAMP 1000");
            }
            table.flush();
            table.read();
            table.runAt(
                    2_000_000_000L,
                    "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c >= " + first + " AND c <= " + last);
            List<Integer> left = IntStream.rangeClosed(1, 6)
                    .filter(row -> row < first || row > last)
                    .boxed()
                    .toList();
            assertEquals(left, table.read());
            answers.add(ProtocolTable.execute(table.command()));
        }
        assertEquals(answers.get(1), answers.get(0));
    }

    @Test
    void flush_ofManyKeys_refreshesTheFewThatAreCached() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        for (int key = 2; key < 5_000; key++) {
            table.run("INSERT INTO %T (k, c, a) VALUES (" + key + ", 1, 'value')");
        }
        table.flush();
        assertTrue(table.isCached());
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void restoreOfASnapshot_afterTruncate_givesItsRows(@TempDir Path directory) throws IOException {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1, 2);
        table.flush();
        Path saved =
                Files.createDirectories(directory.resolve(EmbeddedNode.KEYSPACE).resolve(table.name));
        ColumnFamilyStore store = table.store();
        store.snapshot("saved");
        for (File data : store.getDirectories().getCFDirectories()) {
            for (File file : new File(new File(data, "snapshots"), "saved").tryList()) {
                Files.copy(file.toPath(), saved.resolve(file.name()));
            }
        }
        table.run("DELETE FROM %T WHERE k = 1 AND c = 1");
        assertEquals(List.of(2), table.read());
        table.truncate();
        assertEquals(List.of(), table.read());
        store.importNewSSTables(Set.of(saved.toString()), true, true, false, false, false, false, true);
        assertEquals(List.of(1, 2), table.read());
        store.clearSnapshot("saved");
    }

    private int rows(String cql) {
        return ((ResultMessage.Rows) node.process(cql)).result.rows.size();
    }
}
