package org.ssdtier.segmentlog.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Test
    void deviceName_ofADirectoryThatIsNotThere_isThatOfItsParent() {
        assertEquals(
                DirectorySource.deviceName(parent),
                DirectorySource.deviceName(parent.resolve("not").resolve("there")));
    }
}
