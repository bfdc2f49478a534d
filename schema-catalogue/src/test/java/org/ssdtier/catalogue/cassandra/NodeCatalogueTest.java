package org.ssdtier.catalogue.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
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
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.cassandra.io.FSReadError;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.TableList;

@Tag("unit")
final class NodeCatalogueTest {
    private static final CatalogueOptions OPTIONS = CatalogueOptions.ofOwner(new UUID(1, 2));
    private static final SchemaDefinition DEFINITION = SchemaDefinition.of(
            List.of(SchemaColumn.of(ByteBuffer.wrap("name".getBytes(UTF_8)), false, ColumnForm.SIMPLE)));

    @TempDir
    private Path parent;

    @Test
    void openOrBegin_aSoundCatalogue_isTheSameAgain() throws IOException {
        long written = write();
        try (SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS)) {
            assertEquals(written, catalogue.instanceId());
            assertEquals(1, catalogue.stats().definitions());
        }
    }

    @Test
    void openOrBegin_damagedTwice_setsBothAside_andBeginsAnew() throws IOException {
        long first = write();
        byte[] damagedFirst = damage();
        long second = write();
        assertNotEquals(first, second);
        byte[] damagedSecond = damage();
        try (SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS)) {
            assertEquals(0, catalogue.stats().definitions());
            assertNotEquals(second, catalogue.instanceId());
        }
        assertArrayEquals(damagedFirst, Files.readAllBytes(parent.resolve("catalogue.damaged-1/segment-00000")));
        assertArrayEquals(damagedSecond, Files.readAllBytes(parent.resolve("catalogue.damaged-2/segment-00000")));
        try (Stream<Path> names = Files.list(parent)) {
            assertEquals(3, names.count());
        }
    }

    @Test
    void openAndSettle_aSoundCatalogue_isOpen() throws IOException {
        write();
        try (SchemaCatalogue catalogue = NodeCatalogue.openAndSettle(directory(), () -> OPTIONS, Stream::empty)) {
            assertNotNull(catalogue);
            assertEquals(1, CatalogueView.figures(catalogue).get(CatalogueView.OPEN));
        }
    }

    /** With settling outside the catch, or with IOException alone in it, each of these goes through and ends the node's start. */
    @Test
    void openAndSettle_theComparisonFails_theNodeGoesOnWithoutIds() throws IOException {
        long written = write();
        List<Throwable> faults = List.of(
                new IllegalStateException("a table's directory is gone"),
                new CorruptSSTableException(null, "da-1-catalogued-Schemas.db"),
                new FSReadError(new IOException("Input/output error"), "da-1-catalogued-Schemas.db"));
        for (Throwable fault : faults) {
            assertNull(
                    NodeCatalogue.openAndSettle(directory(), () -> OPTIONS, () -> listsThatFail(fault)),
                    fault.toString());
        }
        Map<String, Long> figures = CatalogueView.figures(null);
        assertEquals(0, figures.get(CatalogueView.OPEN));
        assertTrue(figures.containsKey("sstables"), figures.toString());
        try (SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS)) {
            assertEquals(written, catalogue.instanceId(), "it was let go of, and is as it was");
        }
    }

    @Test
    void openAndSettle_theNodeHasNoIdYet_theNodeGoesOnWithoutIds() {
        assertNull(NodeCatalogue.openAndSettle(
                directory(),
                () -> {
                    throw new IllegalStateException("the node's own ID");
                },
                Stream::empty));
    }

    private static Stream<TableList> listsThatFail(Throwable fault) {
        return Stream.of(1).map(ignored -> {
            if (fault instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) fault;
        });
    }

    @Test
    void stamp_ofTheCatalogueThatWasLeft_isFoundAgain() throws IOException {
        String left = startAndStop(1);
        assertEquals(left, start());
        NodeCatalogue.close();
        assertNotEquals(left, startAndStop(2), "it has given out more IDs since");
    }

    /** Without the highest ID in the stamp an ID of a recovered image may stand for another definition, or come to do so. */
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
        SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS);
        NodeCatalogue.use(catalogue, 0);
        assertNull(NodeCatalogue.known());
        NodeCatalogue.learn(catalogue.instanceId(), new int[] {1}, RowSchemas.of(List.of(DEFINITION)));
        assertNull(NodeCatalogue.known());
        NodeCatalogue.close();
        start();
        assertEquals(1, Objects.requireNonNull(NodeCatalogue.known()).count());
        NodeCatalogue.close();
    }

    /** The stamp that a node finds. */
    private String start() throws IOException {
        SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS);
        NodeCatalogue.use(catalogue, 1 << 20);
        return NodeCatalogue.stampAtStart();
    }

    /** The stamp that a node leaves which was asked for so many definitions. */
    private String startAndStop(int definitions) throws IOException {
        start();
        SchemaCatalogue catalogue = Objects.requireNonNull(NodeCatalogue.current());
        try (SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            for (int i = 0; i < definitions; i++) {
                ByteBuffer name = ByteBuffer.wrap(("name" + i).getBytes(UTF_8));
                ids.idOf(SchemaDefinition.of(List.of(SchemaColumn.of(name, false, ColumnForm.SIMPLE))));
            }
            assertTrue(ids.force());
        }
        String running = NodeCatalogue.stampAtStop();
        NodeCatalogue.close();
        assertEquals(running, NodeCatalogue.stampAtStop(), "it is the same when the catalogue is closed first");
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

    /** One definition that is promised. */
    private long write() throws IOException {
        try (SchemaCatalogue catalogue = NodeCatalogue.openOrBegin(directory(), OPTIONS);
                SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            assertNotEquals(0, ids.idOf(DEFINITION));
            assertTrue(ids.force());
            return catalogue.instanceId();
        }
    }

    private byte[] damage() throws IOException {
        Path segment = directory().resolve("segment-00000");
        byte[] bytes = Files.readAllBytes(segment);
        for (int at = bytes.length / 1_024; at < bytes.length; at++) {
            bytes[at] = 0;
        }
        bytes[100] ^= 1;
        Files.write(segment, bytes);
        return bytes;
    }
}
