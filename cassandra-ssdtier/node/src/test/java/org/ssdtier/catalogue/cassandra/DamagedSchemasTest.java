package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.commitlog.CommitLog;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.sstable.Component;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.IScrubber;
import org.apache.cassandra.io.sstable.IVerifier;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.OutputHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.catalogue.cassandra.stream.StreamDictionaries;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.segmentlog.format.FormatException;

/** Tests of SSTables whose {@code Schemas.db} is damaged, missing, or of another version. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
class DamagedSchemasTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int PARTITIONS = 100;
    private static final int STEP = 97;
    /** Maximum number of definitions whose only copy is lost by one damaged byte. */
    private static final int FRAME = 32;

    /** Rows of each partition that need a definition. Row {@link #DELETED_BEFORE} needs one except for its deletion; the others need none. */
    private static final Set<Integer> WITH_DEFINITION = Set.of(1, 2);

    private static final int DELETED_BEFORE = 5;

    @TempDir
    Path scratch;

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "damaged" + NAMES.incrementAndGet();

    @BeforeEach
    void create() {
        node.process("CREATE TABLE " + table + " (k int, c int, tags map<text, text>, n int, PRIMARY KEY (k, c))");
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        store().disableAutoCompaction();
    }

    @AfterEach
    void drop() {
        CataloguedTables.drop(table);
    }

    /** Without the salvage nothing would be opened; without {@code LostRows} scrub would lose whole partitions. */
    @Test
    void readAndScrub_everyByteDamaged_loseOnlyRowsOfThatFrame() throws Exception {
        write();
        Map<Integer, Map<Integer, String>> before = partitions(only());
        byte[] whole = keep();
        int damagedFiles = 0;
        for (int offset = 0; offset < whole.length; offset += STEP) {
            load(flipped(whole, offset));
            SSTableReader damaged = only();
            Set<Integer> lost = new HashSet<>();
            partitions(damaged).forEach((key, rows) -> {
                if (rows.isEmpty()) {
                    lost.add(key);
                } else {
                    assertEquals(before.get(key), rows, "partition " + key);
                }
            });
            assertTrue(lost.size() <= FRAME, "offset=" + offset + " lost=" + lost);
            assertThrows(RuntimeException.class, () -> verify(damaged), "offset=" + offset);
            damagedFiles += lost.isEmpty() ? 0 : 1;
            damaged.unmarkSuspect();
            store().scrub(true, IScrubber.options().checkData().build(), 1);
            assertScrubbed(before, lost, "offset=" + offset);
        }
        assertTrue(damagedFiles > 0, "no definition was ever lost");
    }

    /** Without the look-up in the node's catalogue, rows of the damaged frame would be lost. */
    @Test
    void readAndScrub_nodesOwnCatalogueHasTheDefinitions_loseNothing() throws Exception {
        try (EmbeddedCatalogue catalogue = EmbeddedCatalogue.open(scratch.resolve("catalogue"))) {
            write();
            assertTrue(catalogue.stats().content().definitions() >= PARTITIONS);
            Map<Integer, Map<Integer, String>> before = partitions(only());
            byte[] whole = keep();
            for (int offset = 0; offset < whole.length; offset += STEP) {
                load(flipped(whole, offset));
                assertEquals(before, partitions(only()), "offset=" + offset);
            }
            store().scrub(true, IScrubber.options().checkData().build(), 1);
            assertScrubbed(before, Set.of(), "by the catalogue");
        }
    }

    /** Otherwise a scrub just after a start, or while the SSD is slow, would drop rows that the catalogue has. */
    @Test
    void scrub_catalogueIsNotOpenYet_waitsForIt_orChangesNothing() throws Exception {
        Path directory = scratch.resolve("catalogue");
        Map<Integer, Map<Integer, String>> before;
        byte[] whole;
        try (EmbeddedCatalogue catalogue = EmbeddedCatalogue.open(directory)) {
            write();
            assertTrue(catalogue.stats().content().definitions() >= PARTITIONS);
            before = partitions(only());
            whole = keep();
        }
        CurrentCatalogue.expect(true);
        try {
            byte[] lossy = lossy(whole);
            load(lossy);
            SSTableReader damaged = only();
            RuntimeException refused = scrubInterrupted(damaged);
            assertTrue(refused.toString().contains("it is not open. This SSTable was not changed"), refused.toString());
            assertEquals(damaged, only(), "the SSTable stays");

            load(lossy);
            CompletableFuture<EmbeddedCatalogue> opening = CompletableFuture.supplyAsync(
                    () -> opened(directory), CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));
            scrub(only());
            opening.join().close();
            assertScrubbed(before, Set.of(), "by the catalogue");
        } finally {
            CurrentCatalogue.expect(false);
        }
    }

    /** Returns a dictionary that has lost definitions. */
    private byte[] lossy(byte[] whole) throws IOException {
        for (int offset = 0; offset < whole.length; offset += STEP) {
            load(flipped(whole, offset));
            boolean isLossy = partitions(only()).values().stream().anyMatch(Map::isEmpty);
            if (isLossy) {
                return flipped(whole, offset);
            }
        }
        throw new AssertionError("no definition was ever lost");
    }

    private static EmbeddedCatalogue opened(Path directory) {
        try {
            return EmbeddedCatalogue.open(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Scrubs on a thread that is interrupted while it waits; returns the exception that ends the scrub. */
    private RuntimeException scrubInterrupted(SSTableReader sstable) throws InterruptedException {
        AtomicReference<RuntimeException> end = new AtomicReference<>();
        Thread scrubbing = new Thread(() -> end.set(assertThrows(RuntimeException.class, () -> scrub(sstable))));
        scrubbing.start();
        scrubbing.join(2_000);
        assertTrue(scrubbing.isAlive(), "it waits for the catalogue");
        scrubbing.interrupt();
        scrubbing.join();
        return end.get();
    }

    private void scrub(SSTableReader sstable) {
        try (LifecycleTransaction transaction = store().getTracker().tryModify(sstable, OperationType.SCRUB)) {
            scrub(sstable.descriptor, transaction);
        }
    }

    private void scrub(Descriptor descriptor, LifecycleTransaction transaction) {
        try (IScrubber scrubber = descriptor
                .getFormat()
                .getScrubber(
                        store(),
                        transaction,
                        new OutputHandler.LogOutput(),
                        IScrubber.options().build())) {
            scrubber.scrub();
        }
    }

    /** Without {@code CatalogueDirectory.openOrCreate}, most of these flips would prevent the catalogue from being opened. */
    @Test
    void read_everyByteOfTheCatalogueDamaged_losesNothing() throws Exception {
        KeptCatalogue kept = writeWithCatalogue();
        Map<Integer, Map<Integer, String>> before = partitions(only());
        int begunAnew = 0;
        for (KeptCatalogue.Flip flip : kept.flips(STEP)) {
            Path directory = kept.copy(flip);
            try (EmbeddedCatalogue damaged = EmbeddedCatalogue.openOrCreate(directory)) {
                assertEquals(before, partitions(only()), flip::toString);
                begunAnew += damaged.stats().content().definitions() == 0 ? 1 : 0;
            }
            kept.delete(directory);
        }
        assertTrue(begunAnew > 0, "no damage was ever found");
        say("catalogue: flips=" + kept.flips(STEP).size() + " begun anew=" + begunAnew + " rows lost=0");
    }

    /** Both copies of a definition are damaged: only the rows that need it are lost. */
    @Test
    void readAndScrub_everyByteOfBothDamaged_loseOnlyRowsOfThatFrame() throws Exception {
        KeptCatalogue kept = writeWithCatalogue();
        Map<Integer, Map<Integer, String>> before = partitions(only());
        byte[] whole = keep();
        List<KeptCatalogue.Flip> flips = kept.flips(STEP);
        int trials = 0;
        int trialsWithLoss = 0;
        int most = 0;
        long rows = 0;
        long lostRows = 0;
        for (int offset = 0; offset < whole.length; offset += STEP) {
            // each offset of the dictionary is paired with a flip of the catalogue; all flips come about equally often
            KeptCatalogue.Flip flip = flips.get(trials * flips.size() / ((whole.length + STEP - 1) / STEP));
            String where = "offset=" + offset + " " + flip;
            Path directory = kept.copy(flip);
            load(flipped(whole, offset));
            try (EmbeddedCatalogue damaged = EmbeddedCatalogue.openOrCreate(directory)) {
                assertTrue(damaged.stats().content().definitions() >= 0, where);
                Set<Integer> lost = new HashSet<>();
                partitions(only()).forEach((key, found) -> {
                    if (found.isEmpty()) {
                        lost.add(key);
                    } else {
                        assertEquals(before.get(key), found, where + " partition=" + key);
                    }
                });
                assertTrue(lost.size() <= FRAME, where + " lost=" + lost);
                only().unmarkSuspect();
                store().scrub(true, IScrubber.options().checkData().build(), 1);
                assertScrubbed(before, lost, where);
                long kepts = partitions(only()).values().stream()
                        .mapToLong(Map::size)
                        .sum();
                long all = before.values().stream().mapToLong(Map::size).sum();
                assertEquals(all - (long) WITH_DEFINITION.size() * lost.size(), kepts, where);
                trials++;
                trialsWithLoss += lost.isEmpty() ? 0 : 1;
                most = Math.max(most, lost.size());
                rows += all;
                lostRows += all - kepts;
            }
            kept.delete(directory);
        }
        assertTrue(trialsWithLoss > 0, "no definition was ever lost");
        say("both: flips=" + trials + " with loss=" + trialsWithLoss + " most definitions lost=" + most + " rows="
                + rows + " lost by scrub=" + lostRows + ", of each lost definition " + WITH_DEFINITION.size()
                + " rows of " + before.get(0).size());
    }

    private static void say(String figures) {
        System.getLogger(DamagedSchemasTest.class.getName()).log(System.Logger.Level.INFO, figures);
    }

    private KeptCatalogue writeWithCatalogue() throws IOException {
        Path directory = scratch.resolve("catalogue");
        try (EmbeddedCatalogue catalogue = EmbeddedCatalogue.open(directory)) {
            write();
            assertTrue(catalogue.stats().content().definitions() >= PARTITIONS);
        }
        return new KeptCatalogue(directory, scratch.resolve("copies"));
    }

    /** Without the check of the catalogue's identity, rows would get the columns of another table. */
    @Test
    void read_anotherCatalogueHasTheId_isLostAllTheSame() throws Exception {
        Map<Integer, Map<Integer, String>> before;
        try (EmbeddedCatalogue own = EmbeddedCatalogue.open(scratch.resolve("own"))) {
            write();
            assertTrue(own.stats().content().definitions() >= PARTITIONS);
            before = partitions(only());
        }
        byte[] whole = keep();
        try (EmbeddedCatalogue another = EmbeddedCatalogue.open(scratch.resolve("another"))) {
            truncate();
            write();
            assertTrue(another.stats().content().definitions() >= PARTITIONS);
            int lost = 0;
            for (int offset = 0; offset < whole.length; offset += STEP) {
                load(flipped(whole, offset));
                Map<Integer, Map<Integer, String>> after = partitions(only());
                lost += (int) after.values().stream().filter(Map::isEmpty).count();
                after.values().removeIf(Map::isEmpty);
                after.forEach((key, rows) -> assertEquals(before.get(key), rows));
            }
            assertTrue(lost > 0, "a catalogue with the same IDs for other definitions answered");
        }
    }

    @Test
    void scrubOffline_onlyDataAndStatisticsAreLeft_keepsWhatNeedsNoDefinition() throws Exception {
        write();
        Map<Integer, Map<Integer, String>> before = partitions(only());
        Descriptor descriptor = only().descriptor;
        keep();
        truncate();
        for (String name : List.of("Data.db", "Statistics.db", "CompressionInfo.db")) {
            for (Path file : files()) {
                if (file.getFileName().toString().endsWith("-" + name)) {
                    Files.copy(
                            file,
                            descriptor
                                    .directory
                                    .toPath()
                                    .resolve(file.getFileName().toString()));
                }
            }
        }
        scrubOffline(descriptor);
        loadFromDirectory();
        Set<Integer> all = new HashSet<>(before.keySet());
        assertScrubbed(before, all, "offline");
    }

    /** The file of a newer jar is not damaged: nothing may be guessed about it, and its rows must not be lost. */
    @Test
    void newerSchemas_isNotOpened_andRefusesTheStart() throws Exception {
        write();
        Descriptor descriptor = only().descriptor;
        Path file = descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath();
        byte[] whole = Files.readAllBytes(file);
        ByteBuffer newer = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        newer.putShort(4, (short) 3);
        CRC32C crc = new CRC32C();
        crc.update(newer.slice(0, 20));
        newer.putInt(20, (int) crc.getValue());
        Files.write(file, newer.array());
        try {
            CorruptSSTableException refused = assertThrows(
                    CorruptSSTableException.class,
                    () -> SSTableReader.openNoValidation(descriptor, descriptor.discoverComponents(), store()));
            assertInstanceOf(FormatException.TooNew.class, refused.getCause());
            ConfigurationException start =
                    assertThrows(ConfigurationException.class, () -> CatalogueHooks.replay(CommitLog.instance));
            assertTrue(start.getMessage().contains("version=3, readable 1 to 2"), start.getMessage());
            assertTrue(start.getMessage().contains(file.getFileName().toString()), start.getMessage());
            assertDoesNotThrow(CatalogueHooks::nodeStarted, "refused a second time");
        } finally {
            Files.write(file, whole);
        }
    }

    /** Unlike Cassandra's own formats, ours does not read a newer minor version. */
    @Test
    void newerVersion_isReadByNobody() throws IOException {
        Version newer = CataloguedFormat.instance().getVersion("db");
        assertFalse(newer.isCompatible());
        assertFalse(newer.isCompatibleForStreaming());
        Version latest = CataloguedFormat.instance().getLatestVersion();
        assertTrue(latest.isCompatible() && latest.isCompatibleForStreaming() && latest.isLatestVersion());
        assertEquals(latest, CataloguedFormat.instance().getVersion("da"));
        write();
        Descriptor descriptor = only().descriptor;
        Descriptor renamed =
                new Descriptor(newer, descriptor.directory, descriptor.ksname, descriptor.cfname, descriptor.id);
        CorruptSSTableException refused = assertThrows(
                CorruptSSTableException.class,
                () -> SSTableReader.openNoValidation(renamed, descriptor.discoverComponents(), store()));
        assertTrue(
                refused.getCause().getMessage().contains("version=db cannot be read, readable da to da"),
                refused.getCause().getMessage());
        File named = new File(descriptor.directory, "db-1-catalogued-Data.db");
        assertThrows(IllegalArgumentException.class, () -> Descriptor.fromFile(named));
    }

    @Test
    void streamOfAnotherVersion_fails_withWhatIsReadable() {
        write();
        CassandraStreamHeader header = CassandraStreamHeader.builder()
                .withSSTableVersion(CataloguedFormat.instance().getLatestVersion())
                .withSections(List.of())
                .withSerializationHeader(only().header.toComponent())
                .withTableId(store().metadata().id)
                .build();
        for (byte version : new byte[] {0, 2}) {
            IOException refused = assertThrows(
                    IOException.class,
                    () -> StreamDictionaries.read(header, new DataInputBuffer(new byte[] {version, 0, 0, 0, 0})));
            assertTrue(refused.getMessage().contains("version=" + version + ", readable 1 to 1"), refused.getMessage());
        }
    }

    @Test
    void verify_undamaged_succeeds_alsoOfDigestAlone() {
        write();
        verify(only());
    }

    private void assertScrubbed(Map<Integer, Map<Integer, String>> before, Set<Integer> lost, String where) {
        Map<Integer, Map<Integer, String>> after = partitions(only());
        assertEquals(before.keySet(), after.keySet(), where);
        verify(only());
        before.forEach((key, rows) -> {
            if (!lost.contains(key)) {
                assertEquals(rows, after.get(key), where);
                return;
            }
            rows.forEach((row, text) -> {
                String kept = after.get(key).get(row);
                if (WITH_DEFINITION.contains(row)) {
                    assertEquals(null, kept, where);
                } else if (row == DELETED_BEFORE) {
                    assertTrue(kept.contains("del=deletedAt=4,") && !kept.contains("late"), where + " " + kept);
                } else {
                    assertEquals(text, kept, where + " row " + row);
                }
            });
        });
    }

    /** Writes partitions, each with a different definition, to which all rows of that shape except the first refer. */
    private void write() {
        for (int k = 0; k < PARTITIONS; k++) {
            for (int c = 0; c < 3; c++) {
                insert(k, c, "{'host" + k + "': 'h" + c + "', 'rack': 'r'}", 3);
            }
            insert(k, 3, "{'once" + k + "': 'inline'}", 3);
            node.process("DELETE FROM " + table + " USING TIMESTAMP 4 WHERE k = " + k + " AND c = 4");
            node.process("DELETE FROM " + table + " USING TIMESTAMP 4 WHERE k = " + k + " AND c = " + DELETED_BEFORE);
            insert(k, DELETED_BEFORE, "{'host" + k + "': 'late', 'rack': 'r'}", 6);
        }
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private void insert(int k, int c, String tags, int timestamp) {
        node.process("INSERT INTO " + table + " (k, c, tags, n) VALUES (" + k + ", " + c + ", " + tags + ", " + c
                + ") USING TIMESTAMP " + timestamp);
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }

    private SSTableReader only() {
        Set<SSTableReader> live = store().getLiveSSTables();
        assertEquals(1, live.size(), live.toString());
        return live.iterator().next();
    }

    /** Copies the files of the table's SSTable to the kept ones; returns its dictionary. */
    private byte[] keep() throws IOException {
        Descriptor descriptor = only().descriptor;
        Path kept = Files.createDirectories(scratch.resolve("kept"));
        for (Component component : descriptor.discoverComponents()) {
            Path file = descriptor.fileFor(component).toPath();
            Files.copy(file, kept.resolve(file.getFileName().toString()));
        }
        return Files.readAllBytes(descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(scratch.resolve("kept"))) {
            return files.toList();
        }
    }

    /** Loads the kept SSTable with this dictionary, as if the node had been started with it. */
    private void load(byte[] dictionary) throws IOException {
        truncate();
        Path directory = store().getDirectories().getDirectoryForNewSSTables().toPath();
        for (Path file : files()) {
            Path target = directory.resolve(file.getFileName().toString());
            Files.copy(file, target);
            if (target.toString().endsWith("-Schemas.db")) {
                Files.write(target, dictionary);
            }
        }
        loadFromDirectory();
    }

    @SuppressWarnings("deprecation") // its replacement imports from another directory and may verify first
    private void loadFromDirectory() {
        store().loadNewSSTables();
    }

    private void truncate() {
        node.process("TRUNCATE " + table);
        LifecycleTransaction.waitForDeletions();
    }

    private static byte[] flipped(byte[] whole, int offset) {
        byte[] damaged = whole.clone();
        damaged[offset] ^= 0x10;
        return damaged;
    }

    private void scrubOffline(Descriptor descriptor) {
        SSTableReader sstable = SSTableReader.openNoValidation(descriptor, descriptor.discoverComponents(), store());
        try (LifecycleTransaction transaction = LifecycleTransaction.offline(OperationType.SCRUB, sstable)) {
            transaction.obsoleteOriginals();
            scrub(descriptor, transaction);
        }
        LifecycleTransaction.waitForDeletions();
    }

    private void verify(SSTableReader sstable) {
        try (IVerifier verifier = sstable.getVerifier(
                store(),
                new OutputHandler.LogOutput(),
                false,
                IVerifier.options().quick(true).build())) {
            verifier.verify();
        }
    }

    /** Returns the rows of each partition; none for a partition whose read fails. */
    private static Map<Integer, Map<Integer, String>> partitions(SSTableReader sstable) {
        Map<Integer, Map<Integer, String>> partitions = new TreeMap<>();
        for (int k = 0; k < PARTITIONS; k++) {
            DecoratedKey key = Murmur3Partitioner.instance.decorateKey(ByteBufferUtil.bytes(k));
            Map<Integer, String> rows = new TreeMap<>();
            try {
                read(sstable, key, rows);
            } catch (CorruptSSTableException e) {
                assertTrue(e.getCause() instanceof LostSchemaException, e.toString());
                rows.clear();
            }
            partitions.put(k, rows);
        }
        return partitions;
    }

    private static void read(SSTableReader sstable, DecoratedKey key, Map<Integer, String> rows) {
        try (UnfilteredRowIterator partition = sstable.rowIterator(
                key, Slices.ALL, ColumnFilter.all(sstable.metadata()), false, SSTableReadsListener.NOOP_LISTENER)) {
            List<Unfiltered> unfiltereds = new ArrayList<>();
            partition.forEachRemaining(unfiltereds::add);
            for (Unfiltered unfiltered : unfiltereds) {
                Row row = (Row) unfiltered;
                int clustering = ByteBufferUtil.toInt(row.clustering().bufferAt(0));
                rows.put(clustering, row.toString(sstable.metadata(), true, true));
            }
        }
    }
}
