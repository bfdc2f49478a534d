package org.ssdtier.segmentlog.device;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.MarkerDescriptor;

/** Tests that a directory is proved to be ours, and that foreign files are not deleted, overwritten or followed. */
@Tag("unit")
class OwnDirectoryTest {
    private static final byte[] FOREIGN = "somebody's only copy".repeat(1_000).getBytes(UTF_8);
    private static final DirectoryKind OTHER = new DirectoryKind(7, "other", Map.of());
    private static final SegmentLogOptions OPTIONS =
            SegmentLogOptions.ofCapacity(4 << 20).withSegments(1 << 20, 4096).withDirectIo(DirectIo.AUTO);

    @TempDir
    Path parent;

    private Path directory;

    @BeforeEach
    void name() {
        directory = parent.resolve("cache");
    }

    @Test
    void open_absent_isMadeForTheOwnerAlone() throws IOException {
        log();
        assertEquals("rwx------", mode(directory));
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> assertEquals("rw-------", mode(file), file::toString));
        }
    }

    @Test
    void claim_namesTheHostOfBefore() throws IOException {
        UUID first = new UUID(1, 2);
        UUID second = new UUID(3, 4);
        log();
        try (FileStorage storage = FileStorage.open(directory, DirectIo.OFF)) {
            assertNull(storage.claim(first));
            assertEquals(first, storage.claim(first));
        }
        try (FileStorage storage = FileStorage.open(directory, DirectIo.OFF)) {
            assertEquals(first, storage.claim(second));
            assertEquals(second, storage.claim(second));
        }
        log();
    }

    /** Checked by removal: without the inspection of the content, a start overwrites or deletes each of these. */
    @ParameterizedTest
    @ValueSource(strings = {"manifest", "segment-00000", "segment-00099", "lock", "direct-io-probe", "photos.jpg"})
    void open_foreignFile_isRefusedByItsName_andLeftAlone(String name) throws IOException {
        Files.createDirectory(directory);
        Files.write(directory.resolve(name), FOREIGN);
        StorageException refused = assertThrows(StorageException.class, this::log);
        assertTrue(refused.getMessage().contains("found file=" + name), refused.getMessage());
        assertArrayEquals(FOREIGN, Files.readAllBytes(directory.resolve(name)));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(1, files.count());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"manifest", "segment-00000", "lock", "direct-io-probe"})
    void open_symbolicLink_isNotFollowed(String name) throws IOException {
        Path target = Files.write(parent.resolve("target"), FOREIGN);
        Files.createDirectory(directory);
        Files.createSymbolicLink(directory.resolve(name), target);
        assertThrows(StorageException.class, this::log);
        assertArrayEquals(FOREIGN, Files.readAllBytes(target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"manifest", "segment-00001", "segment-00099", "direct-io-probe"})
    void openAgain_linkPutThere_isNotFollowed(String name) throws IOException {
        log();
        Path target = Files.write(parent.resolve("target"), FOREIGN);
        Files.deleteIfExists(directory.resolve(name));
        Files.createSymbolicLink(directory.resolve(name), target);
        try {
            log();
        } catch (IOException refused) {
            assertTrue(refused.getMessage().contains(name), refused.getMessage());
        }
        assertArrayEquals(FOREIGN, Files.readAllBytes(target));
    }

    @Test
    void openAgain_foreignFileUnderOurName_isNotWrittenOver_andNotDeleted() throws IOException {
        log();
        for (String name : new String[] {"manifest", "segment-00002"}) {
            Files.write(directory.resolve(name), FOREIGN);
            FormatException refused = assertThrows(FormatException.class, this::log);
            assertTrue(refused.getMessage().contains("file=" + name), refused.getMessage());
            try (Storage storage = FileStorage.open(directory, DirectIo.AUTO)) {
                storage.delete(name);
            }
            assertArrayEquals(FOREIGN, Files.readAllBytes(directory.resolve(name + ".foreign-1")));
            assertFalse(Files.exists(directory.resolve(name)));
            log();
        }
    }

    @Test
    void openAgain_surplusSegmentOfSomebodyElse_isSetAside() throws IOException {
        log();
        Files.write(directory.resolve("segment-00099"), FOREIGN);
        log();
        assertArrayEquals(FOREIGN, Files.readAllBytes(directory.resolve("segment-00099.foreign-1")));
    }

    @Test
    void open_directoryOfTheVersionBefore_isAdopted() throws IOException {
        log();
        Map<String, byte[]> before = Map.of(
                "manifest", Files.readAllBytes(directory.resolve("manifest")),
                "segment-00000", Files.readAllBytes(directory.resolve("segment-00000")));
        asBefore();
        assertTrue(FileStorage.check(directory, DirectoryKind.LOG));
        FileStorage.open(directory, DirectIo.AUTO).close();
        for (Map.Entry<String, byte[]> file : before.entrySet()) {
            assertArrayEquals(file.getValue(), Files.readAllBytes(directory.resolve(file.getKey())));
            assertEquals("rw-------", mode(directory.resolve(file.getKey())));
        }
        assertEquals("rwx------", mode(directory));
        assertTrue(Files.exists(directory.resolve(MarkerDescriptor.NAME)));
    }

    @Test
    void open_directoryOfTheVersionBefore_withOneForeignFile_isRefused() throws IOException {
        log();
        asBefore();
        Files.write(directory.resolve("notes"), FOREIGN);
        StorageException refused = assertThrows(StorageException.class, this::log);
        assertTrue(refused.getMessage().contains("found file=notes"), refused.getMessage());
        assertFalse(Files.exists(directory.resolve(MarkerDescriptor.NAME)));
    }

    @Test
    void open_ofAnotherKind_isRefused() throws IOException {
        log();
        StorageException refused =
                assertThrows(StorageException.class, () -> FileStorage.open(directory, DirectIo.AUTO, OTHER));
        assertTrue(refused.getMessage().contains("found kind=0, allowed 7 (other)"), refused.getMessage());
    }

    @Test
    void open_writableByOthers_isRefusedUnlessEmpty() throws IOException {
        log();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        StorageException refused = assertThrows(StorageException.class, this::log);
        assertTrue(refused.getMessage().contains("found mode=777, allowed 700"), refused.getMessage());
        directory = Files.createDirectory(parent.resolve("empty"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        log();
        assertEquals("rwx------", mode(directory));
    }

    @Test
    void open_underAParentThatEverybodyCanWriteTo_isRefused() throws IOException {
        Path open = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        directory = open.resolve("cache");
        StorageException refused = assertThrows(StorageException.class, this::log);
        assertTrue(refused.getMessage().contains("found parent=" + open + " mode=777"), refused.getMessage());
        assertFalse(Files.exists(directory));
    }

    @Test
    void open_ofAnotherUser_isRefused() throws IOException {
        Path foreign = Path.of("/");
        if (Files.getAttribute(foreign, "unix:uid").equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            foreign = Files.createDirectory(parent.resolve("foreign"));
            Files.setAttribute(foreign, "unix:uid", 1);
        }
        Path of = foreign;
        StorageException refused = assertThrows(StorageException.class, () -> FileStorage.open(of, DirectIo.AUTO));
        assertTrue(refused.getMessage().contains("found owner uid="), refused.getMessage());
    }

    /** Leftovers of a killed start, and the {@code lost+found} directory of a dedicated file system. */
    @Test
    void open_leftoversOfAStart_orLostAndFound_isOurs() throws IOException {
        Files.createDirectory(directory);
        Files.createFile(directory.resolve("lock"));
        Files.createFile(directory.resolve(MarkerDescriptor.NAME));
        Files.write(directory.resolve("direct-io-probe"), new byte[Device.PAGE_BYTES]);
        Files.createDirectory(directory.resolve("lost+found"));
        assertFalse(FileStorage.check(directory, DirectoryKind.LOG));
        log();
        assertTrue(FileStorage.check(directory, DirectoryKind.LOG));
    }

    @Test
    void marker_damaged_isRefused() throws IOException {
        log();
        byte[] bytes = Files.readAllBytes(directory.resolve(MarkerDescriptor.NAME));
        bytes[20] ^= 1;
        Files.write(directory.resolve(MarkerDescriptor.NAME), bytes);
        StorageException refused = assertThrows(StorageException.class, this::log);
        assertTrue(refused.getMessage().contains("checksum"), refused.getMessage());
    }

    /** Opens a log, appends to it and stops it. */
    private void log() throws IOException {
        try (SegmentLog log = SegmentLog.open(directory, OPTIONS)) {
            assertTrue(log.append(1, 0, 1, ByteBuffer.wrap(new byte[] {1}), ByteBuffer.wrap(new byte[100])) >= 0);
            assertEquals(IoStatus.OK, log.cleanClose(ByteBuffer.allocate(0)));
        }
    }

    private void asBefore() throws IOException {
        Files.delete(directory.resolve(MarkerDescriptor.NAME));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            }
        }
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
