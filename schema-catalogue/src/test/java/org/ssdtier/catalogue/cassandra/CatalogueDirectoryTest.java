package org.ssdtier.catalogue.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;

/** Tests of a catalogue's directory that is sound, damaged, a link or a mount point. */
@Tag("unit")
final class CatalogueDirectoryTest {
    private static final CatalogueOptions OPTIONS =
            CatalogueOptions.ofOwner(new UUID(1, 2)).withFollower(false);
    private static final SchemaDefinition DEFINITION = SchemaDefinition.of(
            List.of(SchemaColumn.of(ByteBuffer.wrap("name".getBytes(UTF_8)), false, ColumnForm.SIMPLE)));

    @TempDir
    private Path parent;

    @Test
    void openOrBegin_aSoundCatalogue_isTheSameAgain() throws IOException {
        long written = write();
        try (SchemaCatalogue catalogue = of(directory()).openOrCreate(OPTIONS)) {
            assertEquals(written, catalogue.instanceId());
            assertEquals(1, catalogue.stats().content().definitions());
        }
    }

    @Test
    void openOrBegin_damagedTwice_setsBothAside_andBeginsAnew() throws IOException {
        long first = write();
        byte[] damagedFirst = damage();
        long second = write();
        assertNotEquals(first, second);
        byte[] damagedSecond = damage();
        try (SchemaCatalogue catalogue = of(directory()).openOrCreate(OPTIONS)) {
            assertEquals(0, catalogue.stats().content().definitions());
            assertNotEquals(second, catalogue.instanceId());
        }
        assertArrayEquals(damagedFirst, Files.readAllBytes(parent.resolve("catalogue.damaged-1/segment-00000")));
        assertArrayEquals(damagedSecond, Files.readAllBytes(parent.resolve("catalogue.damaged-2/segment-00000")));
        try (Stream<Path> names = Files.list(parent)) {
            assertEquals(3, names.count());
        }
    }

    /** If the link itself were set aside, the new catalogue would be on the disk of the link. */
    @Test
    void openOrBegin_damagedBehindALink_setsAsideWhatItLeadsTo() throws IOException {
        Path disk = Files.createDirectory(parent.resolve("ssd"));
        Path real = disk.resolve("real");
        write(real);
        damage(real);
        Path link = Files.createSymbolicLink(parent.resolve("link"), real);
        try (SchemaCatalogue catalogue = of(link).openOrCreate(OPTIONS)) {
            assertEquals(0, catalogue.stats().content().definitions());
        }
        assertTrue(Files.isSymbolicLink(link));
        assertTrue(Files.exists(disk.resolve("real.damaged-1/segment-00000")));
        assertTrue(Files.exists(real.resolve("manifest")));
    }

    /** A mount point cannot be renamed: without the alternative the node would be without IDs forever. */
    @Test
    void openOrBegin_damagedMountPoint_isEmptiedAndBegunAnew() throws IOException {
        long written = write();
        damage();
        Files.createDirectory(directory().resolve("lost+found"));
        CatalogueDirectory mount = new CatalogueDirectory(directory(), (from, to) -> {
            throw new FileSystemException(from.toString(), to.toString(), "Device or resource busy");
        });
        try (SchemaCatalogue catalogue = mount.openOrCreate(OPTIONS)) {
            assertNotEquals(written, catalogue.instanceId());
            assertEquals(0, catalogue.stats().content().definitions());
        }
        try (Stream<Path> names = Files.list(parent)) {
            assertEquals(List.of(directory()), names.toList());
        }
        assertTrue(Files.exists(directory().resolve("lost+found")));
    }

    @Test
    void isOnDiskOf_tellsOneFileSystemFromAnother() throws IOException {
        Files.createDirectory(directory());
        assertTrue(of(directory()).isOnDiskOf(parent));
        assertFalse(of(directory()).isOnDiskOf(Path.of("/proc")));
        assertFalse(of(directory()).isOnDiskOf(parent.resolve("absent")));
    }

    private static CatalogueDirectory of(Path path) {
        return new CatalogueDirectory(path);
    }

    private Path directory() {
        return parent.resolve("catalogue");
    }

    private long write() throws IOException {
        return write(directory());
    }

    /** Writes one definition to the log, and returns the identity of the catalogue. */
    private static long write(Path directory) throws IOException {
        try (SchemaCatalogue catalogue = of(directory).openOrCreate(OPTIONS);
                SchemaIds ids = catalogue.lease(new UUID(3, 4))) {
            assertNotEquals(0, ids.idOf(DEFINITION));
            assertTrue(catalogue.sync());
            return catalogue.instanceId();
        }
    }

    private byte[] damage() throws IOException {
        return damage(directory());
    }

    private static byte[] damage(Path directory) throws IOException {
        Path segment = directory.resolve("segment-00000");
        byte[] bytes = Files.readAllBytes(segment);
        for (int at = bytes.length / 1_024; at < bytes.length; at++) {
            bytes[at] = 0;
        }
        bytes[100] ^= 1;
        Files.write(segment, bytes);
        return bytes;
    }
}
