package org.ssdtier.benchmarks.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.FileTree;

/**
 * The directories of a node's SSD tier, key indexes and schema catalogue.
 *
 * @param tier directory of the SSD tier, as the node sees it
 * @param keyIndex directory of the key indexes
 * @param catalogue directory of the schema catalogue
 * @param commandPrefix words before the node's command; those of a {@link SmallDisk}, or none
 * @param drive the drive on which all three are; null for the host's disk
 */
record NodePlaces(Path tier, Path keyIndex, Path catalogue, List<String> commandPrefix, @Nullable FailingDrive drive) {
    /** Returns empty directories, with the tier on a {@link SmallDisk} where that is permitted. */
    static NodePlaces onSmallDisk(Path parent) throws IOException, InterruptedException {
        Path disk = parent.resolve("ssd");
        Path keyIndex = parent.resolve("key_index");
        Path catalogue = parent.resolve("schema_catalogue");
        for (Path directory : List.of(disk, keyIndex, catalogue)) {
            FileTree.delete(directory);
        }
        return new NodePlaces(disk.resolve("ssd_row_cache"), keyIndex, catalogue, SmallDisk.prefix(disk), null);
    }

    /** Returns directories on a drive. */
    static NodePlaces on(FailingDrive drive) {
        Path disk = drive.directory();
        return new NodePlaces(
                disk.resolve("ssd_row_cache"),
                disk.resolve("key_index"),
                disk.resolve("schema_catalogue"),
                List.of(),
                drive);
    }

    /** Returns whether the tier is on a {@link SmallDisk}. */
    boolean isSmallDisk() {
        return !commandPrefix.isEmpty();
    }

    /** Returns the directory of the tier of a running node, as other programs see it. */
    Path tierSeenFromOutside(long pid) {
        return isSmallDisk() ? SmallDisk.seenFromOutside(tier, pid) : tier;
    }
}
