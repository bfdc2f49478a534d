package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.IScrubber;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.SchemaKeyspace;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.row.WriteTotals;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;
import org.ssdtier.node.embedded.EarlyRewrite;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Tests of a table with SSTables in the format {@code catalogued}, in addition to random histories. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
class CataloguedTableTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int LARGE_KEYS = 300;
    /** Names with the same unkeyed hash. */
    private static final List<String> ALIKE =
            List.of("aAaAaA", "aAaABB", "aABBaA", "aABBBB", "BBaAaA", "BBaABB", "BBBBaA", "BBBBBB");

    private static final String COLUMNS =
            " (k int, c int, tags map<text, text>, labels set<text>, n int, PRIMARY KEY (k, c))";

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "catalogued" + NAMES.incrementAndGet();
    private final String plain = table + "plain";

    @AfterEach
    void drop() {
        CataloguedTables.drop(table);
        CataloguedTables.drop(plain);
    }

    /** Without the weave in SSTableWriter.Builder, the writer of the other format would receive our header, and rows would be lost. */
    @Test
    void scrubAndCleanup_tableNoLongerChosen_keepEveryRowInTheOtherFormat() throws Exception {
        create(LayoutChoice.UNIFORM);
        write(table, 0);
        write(table, 1);
        List<String> before = rows("SELECT * FROM " + table);
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        store().scrub(true, IScrubber.options().checkData().build(), 1);
        assertFormat(false);
        assertEquals(before, rows("SELECT * FROM " + table));
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.CELLS);
        store().scrub(true, IScrubber.options().checkData().build(), 1);
        assertFormat(true);
        assertEquals(before, rows("SELECT * FROM " + table));
        store().forceCleanup(1);
        assertFormat(true);
        assertEquals(before, rows("SELECT * FROM " + table));
    }

    /** A compaction keeps the writers of all its SSTables, perhaps thousands, until its end. */
    @Test
    void compaction_sstableWithAllItsRows_freesWhatItsWriterNeeded() throws Exception {
        create(LayoutChoice.UNIFORM);
        write(table, 0);
        List<String> before = rows("SELECT * FROM " + table);
        try (EarlyRewrite compaction = new EarlyRewrite(store())) {
            CataloguedHeader header = (CataloguedHeader) compaction.early().header;
            assertThrows(IllegalStateException.class, header::writer);
            assertEquals(before, rows("SELECT * FROM " + table));
            compaction.finish();
        }
        assertFormat(true);
        assertEquals(before, rows("SELECT * FROM " + table));
    }

    @Test
    void upgradeSSTables_withoutAll_convertsThereAndBack_andThenHasNothingToDo() throws Exception {
        node.process("CREATE TABLE " + table + COLUMNS);
        store().disableAutoCompaction();
        write(table, 0);
        List<String> before = rows("SELECT * FROM " + table);
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        store().sstablesRewrite(true, Long.MAX_VALUE, false, 1);
        assertFormat(true);
        Set<SSTableReader> converted = Set.copyOf(store().getLiveSSTables());
        store().sstablesRewrite(true, Long.MAX_VALUE, false, 1);
        assertEquals(converted, Set.copyOf(store().getLiveSSTables()), "rewritten again");
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        store().sstablesRewrite(true, Long.MAX_VALUE, false, 1);
        assertFormat(false);
        assertEquals(before, rows("SELECT * FROM " + table));
    }

    /** Without the hook in CompactionManager nothing would be rewritten; with {@code -a}, both SSTables would be. */
    @Test
    void upgradeSSTables_partlyConverted_rewritesOnlyWhatIsLeft() throws Exception {
        node.process("CREATE TABLE " + table + COLUMNS);
        store().disableAutoCompaction();
        write(table, 0);
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        Set<SSTableReader> first = Set.copyOf(store().getLiveSSTables());
        write(table, 1);
        List<SSTableReader> second = store().getLiveSSTables().stream()
                .filter(sstable -> !first.contains(sstable))
                .toList();
        List<String> before = rows("SELECT * FROM " + table);
        store().sstablesRewrite(true, 1, false, 1);
        assertTrue(store().getLiveSSTables().containsAll(first), "all SSTables are newer than 1 ms");
        store().sstablesRewrite(true, Long.MAX_VALUE, false, 1);
        assertFormat(true);
        assertTrue(store().getLiveSSTables().containsAll(second), "it was already converted");
        assertEquals(2, store().getLiveSSTables().size());
        assertEquals(before, rows("SELECT * FROM " + table));
    }

    /** Without the hook in TableAttributes the statement has no effect, here and in the two tests after the next one. */
    @Test
    void extension_ofTheTable_comesBeforeTheNodesPatterns() {
        CataloguedTables.allow();
        node.process("CREATE TABLE " + table + COLUMNS + " WITH extensions = {'schema_catalogue': 'true'}");
        store().disableAutoCompaction();
        write(table, 0);
        assertFormat(true);
        alter("{'schema_catalogue': 'false'}");
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        store().forceMajorCompaction();
        assertFormat(false);
        alter("{}");
        store().forceMajorCompaction();
        assertFormat(true);
    }

    @Test
    void extension_onANodeWithoutTheOption_warnsOnce_andChangesNothing() {
        CataloguedTables.disable();
        node.process("CREATE TABLE " + table + COLUMNS);
        ClientWarn.instance.captureWarnings();
        try {
            alter("{'schema_catalogue': 'false'}");
            assertNull(ClientWarn.instance.getWarnings());
            alter("{'schema_catalogue': 'true'}");
            List<String> warnings = ClientWarn.instance.getWarnings();
            assertEquals(1, warnings.size(), warnings.toString());
            assertTrue(warnings.get(0).contains("schema_catalogue.enabled=false"), warnings.get(0));
        } finally {
            ClientWarn.instance.resetWarnings();
        }
        write(table, 0);
        assertFormat(false);
    }

    @Test
    void extension_isKeptInTheSchema_andReadAsDescribeWritesIt() {
        node.process(
                "CREATE TABLE " + table + COLUMNS + " WITH extensions = {'schema_catalogue': 'true', 'other': 'x'}");
        String described = store().metadata().toCqlString(true, false);
        assertTrue(described.contains("'schema_catalogue': 0x74727565"), described);
        TableMetadata stored = SchemaKeyspace.fetchNonSystemKeyspaces()
                .getNullable(EmbeddedNode.KEYSPACE)
                .getTableOrViewNullable(table);
        assertEquals(Set.of("schema_catalogue", "other"), stored.params.extensions.keySet());
        alter("{'schema_catalogue': 0x66616c7365}");
        assertEquals(
                ByteBufferUtil.bytes("false"),
                store().metadata().params.extensions.get("schema_catalogue"));
        node.process("ALTER TABLE " + table + " WITH comment = 'says nothing of extensions'");
        assertEquals(
                Set.of("schema_catalogue"), store().metadata().params.extensions.keySet());
    }

    @Test
    void extension_withAnotherValue_isRefusedWithWhatIsAllowed() {
        node.process("CREATE TABLE " + table + COLUMNS);
        for (String value : List.of("'maybe'", "'TRUE'", "''", "0x00", "1")) {
            ConfigurationException refused =
                    assertThrows(ConfigurationException.class, () -> alter("{'schema_catalogue': " + value + "}"));
            assertTrue(
                    refused.getMessage().startsWith("extensions['schema_catalogue']=")
                            && refused.getMessage().contains("allowed: 'true' | 'false'"),
                    refused.getMessage());
        }
        ConfigurationException noMap = assertThrows(ConfigurationException.class, () -> alter("'true'"));
        assertEquals("extensions=true cannot be used; allowed: a map", noMap.getMessage());
        assertEquals(Map.of(), store().metadata().params.extensions);
    }

    @Test
    void readsWhileACompactionOpensItsResultEarly_giveEveryRow() throws Exception {
        int interval = DatabaseDescriptor.getSSTablePreemptiveOpenIntervalInMiB();
        DatabaseDescriptor.setSSTablePreemptiveOpenIntervalInMiB(1);
        try {
            create(LayoutChoice.AUTO);
            for (int k = 0; k < LARGE_KEYS; k++) {
                writeLarge(k, 0);
            }
            flush(table);
            for (int k = 0; k < LARGE_KEYS; k++) {
                writeLarge(k, 1);
            }
            flush(table);
            List<List<String>> before =
                    IntStream.range(0, LARGE_KEYS).mapToObj(this::partition).toList();
            CompletableFuture<Void> compaction = CompletableFuture.runAsync(() -> store().forceMajorCompaction());
            int reads = 0;
            do {
                int key = reads++ % LARGE_KEYS;
                assertEquals(before.get(key), partition(key));
            } while (!compaction.isDone());
            compaction.get();
            assertTrue(reads > 10, "reads=" + reads);
            for (int key = 0; key < LARGE_KEYS; key++) {
                assertEquals(before.get(key), partition(key));
            }
        } finally {
            DatabaseDescriptor.setSSTablePreemptiveOpenIntervalInMiB(interval);
        }
    }

    @Test
    void indexes_onMapsAndColumns_findTheSameRows() {
        create(LayoutChoice.UNIFORM);
        node.process("CREATE TABLE " + plain + COLUMNS);
        for (String name : List.of(table, plain)) {
            write(name, 0);
            node.process("CREATE INDEX " + name + "n ON " + name + " (n) USING 'sai'");
            node.process("CREATE INDEX " + name + "t ON " + name + " (ENTRIES(tags)) USING 'sai'");
            node.process("CREATE INDEX " + name + "l ON " + name + " (labels)");
            write(name, 1);
        }
        assertFormat(true);
        store().forceMajorCompaction();
        for (String where : List.of("n = 3", "tags['host'] = 'h1'", "labels CONTAINS 'red'")) {
            List<String> expected = rows("SELECT * FROM " + plain + " WHERE " + where);
            assertFalse(expected.isEmpty(), where);
            assertEquals(expected, rows("SELECT * FROM " + table + " WHERE " + where), where);
        }
    }

    @Test
    void systemTablesAndOthers_areNeverCatalogued() {
        create(LayoutChoice.UNIFORM);
        WriteSettings settings = WriteSettings.current();
        assertTrue(settings.tables().has(store().metadata()));
        assertFalse(settings.tables().has(named(EmbeddedNode.KEYSPACE, plain, "")));
        TableChoice all = new TableChoice(true, List.of("system.*", "system_schema.*", "system_auth.*", "lab.*"));
        assertFalse(all.has(named("system", "local", "")));
        assertFalse(all.has(named("system_auth", "roles", "true")));
        assertTrue(all.has(named("lab", "any", "")));
        assertFalse(all.has(named("lab", "any", "false")));
        assertTrue(TableChoice.isOfCassandra("system_schema.*"));
    }

    @Test
    void missingDictionary_isNotOpenedForReads() throws IOException {
        create(LayoutChoice.UNIFORM);
        write(table, 0);
        Descriptor descriptor = store().getLiveSSTables().iterator().next().descriptor;
        Path file = descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath();
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        assertThrows(RuntimeException.class, () -> open(descriptor), "no dictionary");
        Files.write(file, whole);
        open(descriptor).selfRef().release();
    }

    /**
     * Names of columns are hashed without a key, so these shapes have one hash in every JVM. Without the comparison of columns in
     * {@code ShapeTable.isShape}, rows would get the columns of other rows. More shapes than may share a hash keep their names.
     */
    @Test
    void flushAndCompaction_rowsWhoseColumnsHashAlike_eachHasItsOwn() {
        create(LayoutChoice.UNIFORM);
        for (String column : ALIKE) {
            assertEquals(CataloguedTables.shapeOf(ALIKE.get(0)), CataloguedTables.shapeOf(column));
            node.process("ALTER TABLE " + table + " ADD \"" + column + "\" text");
        }
        long inlineBefore = WriteTotals.NODE.inlineCollision();
        for (int round = 0; round < 2; round++) {
            for (int c = 0; c < 3 * ALIKE.size(); c++) {
                String column = ALIKE.get(c % ALIKE.size());
                node.process(String.format(
                        "INSERT INTO %s (k, c, \"%s\") VALUES (%d, %d, 'of %s')", table, column, round, c, column));
            }
            List<String> before = rows("SELECT * FROM " + table);
            flush(table);
            assertEquals(before, rows("SELECT * FROM " + table));
        }
        List<String> before = rows("SELECT * FROM " + table);
        store().forceMajorCompaction();
        assertFormat(true);
        assertEquals(before, rows("SELECT * FROM " + table));
        assertTrue(WriteTotals.NODE.inlineCollision() > inlineBefore, "no row was refused for its hash");
    }

    private static SSTableReader open(Descriptor descriptor) {
        TableMetadata metadata =
                org.apache.cassandra.schema.Schema.instance.getTableMetadata(descriptor.ksname, descriptor.cfname);
        Set<org.apache.cassandra.io.sstable.Component> components = descriptor.discoverComponents();
        return SSTableReader.open(null, descriptor, components, TableMetadataRef.forOfflineTools(metadata), true, true);
    }

    private void create(LayoutChoice layout) {
        node.process("CREATE TABLE " + table + COLUMNS);
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, layout);
        store().disableAutoCompaction();
    }

    private static TableMetadata named(String keyspace, String name, String choice) {
        return TableMetadata.builder(keyspace, name)
                .addPartitionKeyColumn("k", Int32Type.instance)
                .extensions(Map.of("schema_catalogue", ByteBufferUtil.bytes(choice)))
                .build();
    }

    private void alter(String extensions) {
        node.process("ALTER TABLE " + table + " WITH extensions = " + extensions);
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }

    private void write(String name, int round) {
        for (int k = 0; k < 20; k++) {
            for (int c = 0; c < 5; c++) {
                node.process("INSERT INTO " + name + " (k, c, tags, labels, n) VALUES (" + k + ", " + c
                        + ", {'host': 'h" + k % 3 + "', 'rack': '" + round + "'}, {'red', 'round" + round + "'}, "
                        + k % 7
                        + ") USING TIMESTAMP " + (1_000 + round));
            }
            node.process("DELETE tags['rack'], n FROM " + name + " USING TIMESTAMP " + (1_500 + round) + " WHERE k = "
                    + k + " AND c = 3");
        }
        flush(name);
    }

    private void writeLarge(int k, int round) {
        String value = Integer.toString(k).repeat(2_000);
        for (int c = 0; c < 3; c++) {
            node.process("INSERT INTO " + table + " (k, c, tags) VALUES (" + k + ", " + (3 * round + c) + ", {'host': '"
                    + value + "', 'rack" + c + "': '" + round + "'})");
        }
    }

    private List<String> partition(int key) {
        return rows("SELECT c, tags, n FROM " + table + " WHERE k = " + key);
    }

    private void flush(String name) {
        node.table(name).forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private void assertFormat(boolean catalogued) {
        assertFalse(store().getLiveSSTables().isEmpty());
        for (SSTableReader sstable : store().getLiveSSTables()) {
            assertEquals(catalogued, sstable.descriptor.getFormat() instanceof CataloguedFormat, sstable.toString());
        }
    }

    private List<String> rows(String query) {
        ResultMessage.Rows result = (ResultMessage.Rows) node.process(query);
        List<String> rows = new ArrayList<>();
        for (List<ByteBuffer> row : result.result.rows) {
            StringBuilder text = new StringBuilder();
            row.forEach(value -> text.append(value == null ? "null" : ByteBufferUtil.bytesToHex(value))
                    .append(' '));
            rows.add(text.toString());
        }
        Collections.sort(rows);
        return rows;
    }
}
