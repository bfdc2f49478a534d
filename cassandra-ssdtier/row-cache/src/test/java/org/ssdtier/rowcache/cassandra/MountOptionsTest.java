package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
final class MountOptionsTest {
    private static final List<String> LINES = List.of(
            "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,discard",
            "30 22 8:16 / /data rw,relatime shared:2 - xfs /dev/sdb rw,attr2,nodiscard",
            "31 22 8:32 / /mnt/a\\040b rw - btrfs /dev/sdc rw,discard=async,space_cache",
            "32 22 8:48 / /twice rw - ext4 /dev/sdd rw,discard",
            "33 22 8:64 / /twice rw - ext4 /dev/sde rw",
            "not a line");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "/var/lib/cache, true",
        "/data/cache, false",
        "/data, false",
        "/database, true",
        "/mnt/a b/cache, true",
        "/twice/cache, false"
    })
    void discards_ofDirectory_isThatOfTheNearestMount(String path, boolean discards) {
        assertEquals(discards, new MountOptions(LINES, directory).discards(Path.of(path)));
    }

    /** An option of the superblock is in no line: {@code tune2fs -o discard}. */
    @Test
    void discards_bySuperblock_isFoundWhereExt4ListsIt() throws IOException {
        Path options = Files.createDirectories(directory.resolve("sde")).resolve("options");
        Files.writeString(options, "rw\nnodiscard\n");
        assertFalse(new MountOptions(LINES, directory).discards(Path.of("/twice/cache")));
        Files.writeString(options, "rw\ndiscard\n");
        assertTrue(new MountOptions(LINES, directory).discards(Path.of("/twice/cache")));
    }

    @Test
    void discards_throughALink_isThatOfTheMountBehindIt() throws IOException {
        Path real = directory.toRealPath();
        Path mounted = Files.createDirectory(real.resolve("mounted"));
        Path link = Files.createSymbolicLink(real.resolve("link"), mounted);
        MountOptions mounts = new MountOptions(
                List.of(
                        "22 1 8:1 / / rw - ext4 /dev/sda1 rw",
                        "23 22 8:2 / " + mounted + " rw - xfs /dev/sdb rw,discard"),
                real);
        assertTrue(mounts.discards(link.resolve("cache/not/yet/there")));
        assertFalse(mounts.discards(real.resolve("cache")));
    }
}
