package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileStorage;

/** Tests of which directories the SSD tier may use and for which the start is refused. */
@Tag("unit")
final class DirectoryRulesTest {
    private static final MountTable NO_MOUNTS = new MountTable(List.of(), Set.of());

    @TempDir
    private Path parent;

    /** Checked by removal: otherwise a cache whose SSD is not mounted fills the file system of the data. */
    @Test
    void violation_onTheDeviceOfTheData_isRefusedUnlessToldSo() throws IOException {
        Path data = Files.createDirectory(parent.resolve("data"));
        Path directory = parent.resolve("cache");
        Optional<String> refused = rules(directory, false, data).violation();
        assertTrue(refused.orElseThrow().contains("is on the device of " + data), refused::toString);
        assertTrue(refused.get().contains("ssd_row_cache.allow_shared_device"), refused::toString);
        assertEquals(Optional.empty(), rules(directory, true, data).violation());
    }

    @Test
    void violation_aCacheThatIsThereAlready_isNotRefused() throws IOException {
        Path data = Files.createDirectory(parent.resolve("data"));
        Path directory = parent.resolve("cache");
        FileStorage.open(directory, DirectIo.OFF, SsdOptions.DIRECTORY_KIND).close();
        assertEquals(Optional.empty(), rules(directory, false, data).violation());
    }

    @Test
    void violation_emptyOrRelative_isRefused() {
        assertEquals(Optional.of("(empty)"), rules(" ", true).violation());
        assertTrue(rules("cache", true).violation().orElseThrow().contains("relative"));
    }

    @Test
    void violation_aboveOrBelowCassandrasOwn_isRefused() throws IOException {
        Path data = Files.createDirectories(parent.resolve("cassandra/data"));
        for (Path directory :
                List.of(data, data.resolve("cache"), parent.resolve("cassandra"), data.resolve("../data"))) {
            Optional<String> refused = rules(directory, true, data).violation();
            assertTrue(refused.orElseThrow().contains("Cassandra's own directory " + data), refused::toString);
        }
        assertEquals(
                Optional.empty(),
                rules(parent.resolve("cassandra/cache"), true, data).violation());
    }

    @Test
    void violation_belowAMountPointWithoutItsDevice_isRefused() {
        Path point = parent.resolve("ssd");
        Path directory = point.resolve("cache");
        MountTable unmounted = new MountTable(List.of(Path.of("/"), point), Set.of(Path.of("/")));
        Optional<String> refused = new DirectoryRules(directory.toString(), true, List.of(), unmounted).violation();
        assertTrue(refused.orElseThrow().contains("is below " + point + ", which is in /etc/fstab"), refused::toString);
        MountTable mounted = new MountTable(unmounted.wanted(), Set.of(Path.of("/"), point));
        assertEquals(Optional.empty(), new DirectoryRules(directory.toString(), true, List.of(), mounted).violation());
    }

    @Test
    void violation_notEmptyAndNotOurs_isRefusedByTheNameOfWhatIsThere() throws IOException {
        Path directory = Files.createDirectory(parent.resolve("home"));
        Files.writeString(directory.resolve("letters"), "mine");
        Optional<String> refused = rules(directory, true).violation();
        assertTrue(refused.orElseThrow().contains("found file=letters"), refused::toString);
    }

    @Test
    void points_ofFstab_leaveOutCommentsAndSwap() {
        List<String> lines = List.of(
                "# a comment",
                "",
                "UUID=1 / ext4 defaults 0 1",
                "/dev/nvme0n1 /mnt/fast\\040drive\\134x xfs noatime 0 2",
                "UUID=2 none swap sw 0 0");
        assertEquals(
                List.of(Path.of("/"), Path.of("/mnt/fast drive\\x")),
                MountTable.points(lines, 1).toList());
    }

    private static DirectoryRules rules(Path directory, boolean mayShare, Path... own) {
        return rules(directory.toString(), mayShare, own);
    }

    private static DirectoryRules rules(String directory, boolean mayShare, Path... own) {
        return new DirectoryRules(directory, mayShare, List.of(own), NO_MOUNTS);
    }
}
