package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.catalogue.cassandra.EmbeddedCatalogue;
import org.ssdtier.catalogue.cassandra.NothingLeft;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.CacheStats;

/** Tests of images with schema IDs in a running node, in addition to random histories. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
class CataloguedImagesTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int ROWS = 6;

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "images" + NAMES.incrementAndGet();

    @TempDir
    private Path directory;

    private EmbeddedCatalogue catalogue;
    private CacheStats before;

    @BeforeEach
    void create() throws IOException {
        catalogue = EmbeddedCatalogue.open(directory);
        node.process(
                "CREATE TABLE " + table + " (k int, c int, tags map<text, text>, PRIMARY KEY (k, c)) WITH caching ="
                        + " {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table);
        store().disableAutoCompaction();
        for (int row = 0; row < ROWS; row++) {
            insert(row);
        }
        flush();
        before = ImageFigures.stats();
    }

    @AfterEach
    void close() {
        node.process("DROP TABLE " + table);
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        catalogue.close();
    }

    @Test
    void read_afterTheFlushThatMadeTheIdsDurable_cachesAnImageWithIds() {
        List<String> loaded = read();
        assertEquals(ROWS, loaded.size());
        assertEquals(loaded, read());
        CacheStats stats = ImageFigures.stats();
        assertEquals(1, stats.schemas().schemaImages() - before.schemas().schemaImages());
        assertTrue(stats.schemas().schemaSavedBytes() - before.schemas().schemaSavedBytes()
                > (long) ROWS * "hostname".length());
        assertEquals(1, stats.lookups().memoryHits() - before.lookups().memoryHits());
        assertEquals(0, stats.schemas().schemaUnresolved() - before.schemas().schemaUnresolved());
    }

    @Test
    void flush_ofAChangedPartition_mergesIntoTheImageWithIds() {
        read();
        insert(ROWS);
        node.process("DELETE tags['hostname'] FROM " + table + " WHERE k = 1 AND c = 0");
        List<String> merged = read();
        flush();
        assertEquals(merged, read());
        CacheStats stats = ImageFigures.stats();
        assertEquals(2, stats.schemas().schemaImages() - before.schemas().schemaImages());
        assertEquals(1, stats.changes().refreshes() - before.changes().refreshes());
        assertEquals(1, stats.lookups().misses() - before.lookups().misses());
    }

    /** Without the retain in {@code ImageCatalogue.follow}, the image would still answer until the node's next start. */
    @Test
    void read_imageWhoseIdsWereReclaimed_isAMiss_andHasNamesAfterwards() {
        List<String> loaded = read();
        reclaimAll();
        assertEquals(loaded, read());
        assertEquals(loaded, read());
        CacheStats stats = ImageFigures.stats();
        assertEquals(1, stats.schemas().schemaUnresolved() - before.schemas().schemaUnresolved());
        assertEquals(1, stats.changes().drops() - before.changes().drops());
        assertEquals(1, stats.schemas().schemaImages() - before.schemas().schemaImages());
        assertEquals(2, stats.lookups().misses() - before.lookups().misses(), "no image, and the unresolved one");
        assertEquals(1, stats.lookups().memoryHits() - before.lookups().memoryHits(), "the image with names");
    }

    @Test
    void flush_intoAnImageWhoseIdsWereReclaimed_dropsIt() {
        read();
        reclaimAll();
        insert(ROWS);
        flush();
        assertEquals(ROWS + 1, read().size());
        CacheStats stats = ImageFigures.stats();
        assertEquals(1, stats.schemas().schemaUnresolved() - before.schemas().schemaUnresolved());
        assertEquals(0, stats.errors() - before.errors());
    }

    @Test
    void flush_intoAnImageOfACatalogueThatIsClosed_dropsIt() {
        read();
        insert(ROWS);
        catalogue.close();
        flush();
        assertEquals(
                1,
                ImageFigures.stats().schemas().schemaUnresolved()
                        - before.schemas().schemaUnresolved());
        assertEquals(
                1,
                ImageFigures.stats().changes().refreshDrops() - before.changes().refreshDrops());
        assertEquals(ROWS + 1, read().size());
    }

    @Test
    void compaction_keepsImagesWithIds() {
        List<String> loaded = read();
        store().forceMajorCompaction();
        assertEquals(loaded, read());
        assertEquals(
                1,
                ImageFigures.stats().lookups().memoryHits() - before.lookups().memoryHits());
    }

    /**
     * Names of columns are hashed without a key, so these shapes have one hash in every JVM. Without the comparison in
     * {@code KnownSchemas.of}, their values would be confused.
     */
    @Test
    void read_rowsWhoseColumnsHashAlike_eachHasItsOwn() {
        assertEquals(CataloguedTables.shapeOf("aA"), CataloguedTables.shapeOf("BB"));
        node.process("ALTER TABLE " + table + " ADD (\"aA\" text, \"BB\" text)");
        for (int k = 2; k <= 3; k++) {
            for (int row = 0; row < ROWS; row++) {
                String column = k == 2 ? "aA" : "BB";
                node.process(String.format(
                        "INSERT INTO %s (k, c, \"%s\") VALUES (%d, %d, 'of %s')", table, column, k, row, column));
            }
        }
        String query = "SELECT c, \"aA\", \"BB\" FROM " + table + " WHERE k = ";
        List<String> ofFirst = rows(query + 2);
        List<String> ofSecond = rows(query + 3);
        flush();
        for (int times = 0; times < 2; times++) {
            assertEquals(ofFirst, rows(query + 2));
            assertEquals(ofSecond, rows(query + 3));
        }
        assertEquals(
                1,
                ImageFigures.stats().schemas().schemaImages() - before.schemas().schemaImages(),
                "the other shape has no ID here");
    }

    /** Rewrites the table's SSTables in Cassandra's format; their content is the same, so the image is kept. */
    private void reclaimAll() {
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        try {
            store().sstablesRewrite(true, Long.MAX_VALUE, false, 1);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        EmbeddedCatalogue.reclaim();
        assertEquals(0, EmbeddedCatalogue.known());
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }

    private void insert(int row) {
        String second = row % 2 == 0 ? "datacenter" : "environment";
        node.process("INSERT INTO " + table + " (k, c, tags) VALUES (1, " + row + ", {'hostname': 'host" + row + "', '"
                + second + "': 'x'})");
    }

    private void flush() {
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private List<String> read() {
        return rows("SELECT c, tags, writetime(tags) FROM " + table + " WHERE k = 1");
    }

    private List<String> rows(String query) {
        List<String> rows = new ArrayList<>();
        ResultMessage.Rows message = (ResultMessage.Rows) node.process(query);
        message.result.rows.forEach(row -> rows.add(String.valueOf(row.stream()
                .map(value -> value == null ? "null" : ByteBufferUtil.bytesToHex(value))
                .toList())));
        return rows;
    }
}
