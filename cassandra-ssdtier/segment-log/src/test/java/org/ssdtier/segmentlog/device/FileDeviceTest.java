package org.ssdtier.segmentlog.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of devices on real files. */
@Tag("unit")
class FileDeviceTest {
    @TempDir
    Path directory;

    private static ByteBuffer page(int content) {
        ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES);
        for (int at = 0; at < Device.PAGE_BYTES; at++) {
            page.put(at, (byte) content);
        }
        return page;
    }

    /** Checked by removal: without opening the file again the interrupted read, and every later one, fails. */
    @Test
    void readAndWrite_byInterruptedThread_workAndKeepTheInterrupt() throws IOException {
        try (Storage storage = FileStorage.open(directory, DirectIo.AUTO);
                Device device = storage.open("file")) {
            device.write(page(1), 0);
            Thread.currentThread().interrupt();
            device.write(page(2), Device.PAGE_BYTES);
            assertTrue(Thread.currentThread().isInterrupted());
            ByteBuffer back = AlignedBuffers.allocate(Device.PAGE_BYTES);
            assertEquals(Device.PAGE_BYTES, device.read(back, Device.PAGE_BYTES));
            assertTrue(Thread.interrupted());
            assertEquals(page(2), back.flip());
            device.force();
            assertEquals(2 * Device.PAGE_BYTES, device.size());
        }
    }

    @Test
    void isPresent_untilTheDirectoryIsRemovedOrReplaced() throws IOException {
        Path removed = directory.resolve("removed");
        try (Storage storage = FileStorage.open(removed, DirectIo.OFF)) {
            assertTrue(storage.isPresent());
            Files.move(removed, directory.resolve("aside"));
            assertFalse(storage.isPresent());
            try (Storage replaced = FileStorage.open(removed, DirectIo.OFF)) {
                assertTrue(replaced.isPresent());
                assertFalse(storage.isPresent());
            }
        }
    }

    /** The file that is made for the check is gone afterwards, and so is one that a crash has left. */
    @Test
    void isFailing_ofAFileSystemThatIsWell_isFalse_andLeavesNothing() throws IOException {
        try (Storage storage = FileStorage.open(directory, DirectIo.OFF)) {
            Files.createFile(directory.resolve("direct-io-probe"));
            assertFalse(storage.isFailing());
            assertFalse(Files.exists(directory.resolve("direct-io-probe")));
            assertEquals(List.of(), storage.names());
        }
    }

    @Test
    void errors_ofAFailedFileSystem_areKnown() {
        for (String failed : List.of("Input/output error", "Read-only file system", "Structure needs cleaning")) {
            assertTrue(DeviceErrors.isOfDeviceOrReadOnly(new FileSystemException("/mnt/ssd", null, failed)), failed);
        }
        for (String well : List.of("No space left on device", "Too many open files", "Permission denied")) {
            assertFalse(DeviceErrors.isOfDeviceOrReadOnly(new FileSystemException("/mnt/ssd", null, well)), well);
        }
    }

    @Test
    void read_ofClosedDevice_fails() throws IOException {
        try (Storage storage = FileStorage.open(directory, DirectIo.OFF)) {
            Device device = storage.open("file");
            device.close();
            assertThrows(ClosedChannelException.class, () -> device.read(page(0), 0));
        }
    }

    @Test
    void read_beyondTheEnd_isShort() throws IOException {
        try (Storage storage = FileStorage.open(directory, DirectIo.AUTO);
                Device device = storage.open("file")) {
            device.write(page(1), 0);
            assertEquals(Device.PAGE_BYTES, device.read(AlignedBuffers.allocate(2 * Device.PAGE_BYTES), 0));
            assertEquals(0, device.read(page(0), 10L * Device.PAGE_BYTES));
        }
    }

    @Test
    void allocate_keepsContent() throws IOException {
        try (Storage storage = FileStorage.open(directory, DirectIo.AUTO);
                Device device = storage.open("file")) {
            device.write(page(7), 0);
            device.allocate(1 << 20);
            assertEquals(1 << 20, device.size());
            ByteBuffer back = AlignedBuffers.allocate(Device.PAGE_BYTES);
            device.read(back, 0);
            assertEquals(page(7), back.flip());
            device.discard();
            assertEquals(0, device.size());
        }
    }

    @Test
    void open_ofDirectoryInUse_isRefused() throws IOException {
        try (Storage first = FileStorage.open(directory, DirectIo.AUTO)) {
            StorageException error =
                    assertThrows(StorageException.class, () -> FileStorage.open(directory, DirectIo.AUTO));
            assertEquals(
                    "directory=" + directory + ": is in use by another node; each needs its own", error.getMessage());
            assertTrue(first.names().isEmpty());
        }
        FileStorage.open(directory, DirectIo.AUTO).close();
    }

    @Test
    void open_ofFileAsDirectory_isRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        StorageException error = assertThrows(StorageException.class, () -> FileStorage.open(file, DirectIo.AUTO));
        assertTrue(error.getMessage().startsWith("directory=" + file + ": cannot be created"), error.getMessage());
    }

    @Test
    void open_ofUnwritableDirectory_isRefused() {
        Path unwritable = Path.of("/proc/none");
        StorageException error =
                assertThrows(StorageException.class, () -> FileStorage.open(unwritable, DirectIo.AUTO));
        assertTrue(error.getMessage().startsWith("directory=/proc/none: cannot be created"), error.getMessage());
    }
}
