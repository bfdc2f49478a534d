package org.ssdtier.catalogue.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.catalogue.cassandra.image.ImageCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.ListedSchemas;

@Tag("unit")
final class NodeCatalogueTest {
    private static final CatalogueOptions OPTIONS = CatalogueOptions.ofOwner(new UUID(1, 2));
    private static final SchemaDefinition DEFINITION = SchemaDefinition.of(
            List.of(SchemaColumn.of(ByteBuffer.wrap("name".getBytes(UTF_8)), false, ColumnForm.SIMPLE)));

    private static final Path PAGE = Path.of("../docs/catalogue.md");

    @TempDir
    private Path parent;

    @Test
    void stamp_ofTheCatalogueThatWasLeft_isFoundAgain() throws IOException {
        String left = startAndStop(1);
        assertEquals(left, start());
        NodeCatalogue.close();
        assertNotEquals(left, startAndStop(2), "it has given out more IDs since");
    }

    /**
     * Without the highest ID in the stamp, an ID of a recovered image may stand for another definition, now or later.
     */
    @Test
    void stamp_ofAnOlderCopy_isAnother() throws IOException {
        startAndStop(1);
        Path copy = parent.resolve("copy");
        copy(directory(), copy);
        String left = startAndStop(2);
        copy(copy, directory());
        assertNotEquals(left, start());
        NodeCatalogue.close();
    }

    @Test
    void stamp_afterACrash_isAnother() throws IOException {
        String first = startAndStop(1);
        assertEquals(first, start());
        Path copy = parent.resolve("copy");
        copy(directory(), copy);
        NodeCatalogue.close();
        copy(copy, directory());
        assertNotEquals(first, start());
        NodeCatalogue.close();
    }

    @Test
    void stamp_ofACatalogueMadeAnew_isAnother() throws IOException {
        String left = startAndStop(1);
        Files.move(directory(), parent.resolve("moved"));
        assertNotEquals(left, startAndStop(1));
    }

    /** A node without a row cache keeps no definitions in memory for it. */
    @Test
    void use_withoutImages_keepsNothingForThem() throws IOException {
        write();
        SchemaCatalogue catalogue = new CatalogueDirectory(directory()).openOrCreate(OPTIONS);
        NodeCatalogue.use(catalogue, 0);
        assertNull(ImageCatalogue.known());
        ImageCatalogue.learn(catalogue.instanceId(), new int[] {1}, ListedSchemas.of(List.of(DEFINITION)));
        assertNull(ImageCatalogue.known());
        NodeCatalogue.close();
        start();
        assertEquals(1, Objects.requireNonNull(ImageCatalogue.known()).count());
        NodeCatalogue.close();
    }

    /** Returns the stamp that a node finds. */
    private String start() throws IOException {
        SchemaCatalogue catalogue = new CatalogueDirectory(directory()).openOrCreate(OPTIONS);
        NodeCatalogue.use(catalogue, 1 << 20);
        return ImageCatalogue.stampAtStart();
    }

    /** Returns the stamp that a node leaves after it was asked for the IDs of so many definitions. */
    private String startAndStop(int definitions) throws IOException {
        start();
        SchemaCatalogue catalogue = Objects.requireNonNull(CurrentCatalogue.get());
        try (SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            for (int i = 0; i < definitions; i++) {
                ByteBuffer name = ByteBuffer.wrap(("name" + i).getBytes(UTF_8));
                ids.idOf(SchemaDefinition.of(List.of(SchemaColumn.of(name, false, ColumnForm.SIMPLE))));
            }
            assertTrue(catalogue.sync());
        }
        String running = ImageCatalogue.stampAtStop();
        NodeCatalogue.close();
        assertEquals(running, ImageCatalogue.stampAtStop(), "the stamp is the same if the catalogue is closed first");
        return running;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private Path directory() {
        return parent.resolve("catalogue");
    }

    /** Writes one definition to the log. */
    private void write() throws IOException {
        try (SchemaCatalogue catalogue = new CatalogueDirectory(directory()).openOrCreate(OPTIONS);
                SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            assertNotEquals(0, ids.idOf(DEFINITION));
            assertTrue(catalogue.sync());
        }
    }

    private static LiveDictionaries without() {
        return each -> List.of();
    }

    /** Before the comparison, an ID could be given out that stands for another definition in an SSTable. */
    @Test
    void idsFor_beforeTheCatalogueIsCompared_givesNone() throws IOException {
        DatabaseDescriptor.clientInitialization(false);
        TableId table = TableId.generate();
        assertEquals(0, NodeCatalogue.idsFor(table).instanceId());
        SchemaCatalogue catalogue = new CatalogueDirectory(directory()).openOrCreate(OPTIONS);
        NodeCatalogue.Use use = new NodeCatalogue.Use();
        use.opened(catalogue);
        assertEquals(0, NodeCatalogue.idsFor(table).instanceId());
        catalogue.round(without());
        use.compared(catalogue);
        try (SchemaIds ids = NodeCatalogue.idsFor(table)) {
            assertEquals(catalogue.instanceId(), ids.instanceId());
        }
        NodeCatalogue.close();
        assertEquals(0, NodeCatalogue.idsFor(table).instanceId());
    }

    /** Without the load, the shapes of the images on a node that bootstrapped would never have IDs. */
    @Test
    void round_thatTakesAnotherIdentity_beginsWhatImagesMayReferTo_anew() throws IOException {
        write();
        start();
        SchemaCatalogue catalogue = Objects.requireNonNull(CurrentCatalogue.get());
        long before = catalogue.instanceId();
        assertEquals(before, Objects.requireNonNull(ImageCatalogue.known()).instanceId());
        SchemaList later = new SchemaList(before, List.of(new SchemaListEntry(1_000_000, DEFINITION)));
        NodeCatalogue.round(each -> {
            each.accept(new TableList(new UUID(3, 4), later));
            return List.of();
        });
        assertNotEquals(before, catalogue.instanceId());
        assertEquals(
                catalogue.instanceId(),
                Objects.requireNonNull(ImageCatalogue.known()).instanceId());
        NodeCatalogue.close();
    }

    /** As for lack of threads. Its start, gossip and flushes call it. */
    @Test
    void keep_threadCannotBeStarted_doesNotThrowAndTriesAgain() {
        AtomicInteger attempts = new AtomicInteger();
        for (int attempt = 1; attempt <= 2; attempt++) {
            NodeCatalogue.keep(
                    () -> new CatalogueKeeper(
                            "",
                            () -> {
                                throw new IOException();
                            },
                            without(),
                            new NodeCatalogue.Use()),
                    task -> {
                        attempts.incrementAndGet();
                        return new UnstartableThread();
                    });
            assertEquals(attempt, attempts.get());
        }
    }

    /** A thread for which the operating system has no room. */
    private static final class UnstartableThread extends Thread {
        @Override
        public void start() {
            throw new InternalError("unable to create native thread");
        }
    }

    @Test
    void begin_ofAStepThatFails_doesNotEndTheStartOfTheNode() {
        CatalogueHooks.begin(() -> {
            throw new InternalError("unable to create native thread");
        });
        CatalogueHooks.begin(() -> {
            throw new IllegalStateException("registered already");
        });
    }

    @Test
    void figures_ofANodeWithoutItsCatalogue_sayThatItIsNotOpen() {
        Map<String, Long> figures = CatalogueView.figures(null);
        assertEquals(0, figures.get(CatalogueView.OPEN));
        assertTrue(figures.containsKey("sstables"), figures.toString());
    }

    @Test
    void names_areAllOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        for (String name : CatalogueView.names()) {
            assertTrue(page.contains("`" + name + "`"), () -> PAGE + " lacks " + name);
        }
    }

    /** Each part of the memory of readers and images has a figure and the bound that the page names. */
    @Test
    void figures_ofMemory_haveTheirBounds() throws IOException {
        start();
        Map<String, Long> figures = CatalogueView.figures(CurrentCatalogue.get());
        NodeCatalogue.close();
        Map<String, Long> bounds = Map.of(
                "readerDefinition",
                64L << 20,
                "readerHeap",
                32L << 20,
                "readerPlan",
                64L << 20,
                "imageDefinition",
                1L << 20);
        bounds.forEach((part, bound) -> {
            assertEquals(bound, figures.get(part + "MaxBytes"), part);
            long bytes = Objects.requireNonNull(figures.get(part + "Bytes"), part);
            assertTrue(bytes >= 0 && bytes <= bound, part + " bytes=" + bytes);
        });
    }

    /** Checked by removal: with the figures at the time of registering, JMX never has those of a catalogue opened later. */
    @Test
    void names_beforeTheCatalogueIsOpen_areThoseOfAnOpenOne() throws IOException {
        Set<String> names = CatalogueView.names();
        start();
        Set<String> open = CatalogueView.figures(CurrentCatalogue.get()).keySet();
        NodeCatalogue.close();
        assertTrue(open.contains("definitionsPending"), open::toString);
        assertTrue(names.containsAll(open), () -> names + " lack some of " + open);
    }
}
