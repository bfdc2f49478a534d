package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
final class MountOptionsTest {
    private static final MountOptions MOUNTS = new MountOptions(List.of(
            "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,discard",
            "30 22 8:16 / /data rw,relatime shared:2 - xfs /dev/sdb rw,attr2,nodiscard",
            "31 22 8:32 / /mnt/a\\040b rw - btrfs /dev/sdc rw,discard=async,space_cache",
            "32 22 8:48 / /twice rw - ext4 /dev/sdd rw,discard",
            "33 22 8:64 / /twice rw - ext4 /dev/sde rw",
            "not a line"));

    @ParameterizedTest
    @CsvSource({
        "/var/lib/cache, true",
        "/data/cache, false",
        "/data, false",
        "/database, true",
        "/mnt/a b/cache, true",
        "/twice/cache, false"
    })
    void discards_ofDirectory_isThatOfTheNearestMount(String directory, boolean discards) {
        assertEquals(discards, MOUNTS.discards(Path.of(directory)));
    }
}
