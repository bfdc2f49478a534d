package org.ssdtier.segmentlog.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reopening of a directory, which is allowed only on its own device. */
@Tag("unit")
class DirectorySourceTest {
    @TempDir
    Path parent;

    private String device = "/dev/ssd";

    /** Checked by removal: a cache whose file system was unmounted fills the device of the mount point. */
    @Test
    void open_onAnotherDeviceThanBefore_isRefused_untilItIsBack() throws IOException {
        Path directory = parent.resolve("cache");
        DirectorySource source =
                new DirectorySource(directory, FileOptions.of(DirectIo.OFF), DirectoryKind.LOG, path -> device);
        source.open().close();
        Files.move(directory, parent.resolve("gone"));
        device = "/dev/root";
        StorageException refused = assertThrows(StorageException.class, source::open);
        assertTrue(refused.getMessage().contains("now on device=/dev/root, was on device=/dev/ssd"), refused::toString);
        assertFalse(Files.exists(directory));
        device = "/dev/ssd";
        try (Storage storage = source.open()) {
            assertTrue(storage.isPresent());
        }
    }

    /** Checked by removal: what was opened below the mount point is used, and the SSD refused from then on. */
    @Test
    void open_unmountedMeanwhile_isRefused_andClosed() throws IOException {
        Path directory = parent.resolve("cache");
        Deque<String> devices = new ArrayDeque<>(List.of("ssd", "ssd", "ssd", "root", "ssd", "ssd"));
        DirectorySource source = new DirectorySource(
                directory, FileOptions.of(DirectIo.OFF), DirectoryKind.LOG, path -> devices.removeFirst());
        source.open().close();
        assertThrows(StorageException.class, source::open);
        source.open().close(); // its lock was released
    }

    @Test
    void deviceName_ofADirectoryThatIsNotThere_isThatOfItsParent() {
        assertEquals(
                DirectorySource.deviceName(parent),
                DirectorySource.deviceName(parent.resolve("not").resolve("there")));
    }
}
