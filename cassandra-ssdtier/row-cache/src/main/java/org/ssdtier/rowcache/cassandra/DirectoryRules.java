package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.StorageException;

/**
 * The rules for the directory of the SSD tier, which the tier fills up to its size. The directory must be absolute; it must not
 * overlap Cassandra's own directories; it must be empty or already hold a cache; it must be mounted; and it must not be on the
 * device of the data or of the root file system unless the options allow that. A directory that already holds a cache may stay
 * where it is.
 *
 * @param configured the directory as in cassandra.yaml
 * @param mayShareDevice whether the directory may be on the device of the data
 * @param nodeDirectories Cassandra's own directories; the first is a data directory
 * @param mounts the mount points
 */
record DirectoryRules(String configured, boolean mayShareDevice, List<Path> nodeDirectories, MountTable mounts) {
    private static final Logger logger = LoggerFactory.getLogger(DirectoryRules.class);
    private static final Path ROOT = Path.of("/");
    private static final String SHARE_KEY = OptionRule.BLOCK + ".allow_shared_device";

    /** Returns a description of the violation, to be appended to the directory's name; empty if it may be used. */
    Optional<String> violation() {
        if (configured.isBlank()) {
            return Optional.of("(empty)");
        }
        Path directory = Path.of(configured);
        if (!directory.isAbsolute()) {
            return Optional.of("(is relative; an absolute path is needed)");
        }
        Path normal = directory.normalize();
        for (Path own : nodeDirectories) {
            if (normal.startsWith(own) || own.startsWith(normal)) {
                return Optional.of("(is, contains or is inside Cassandra's own directory " + own + ")");
            }
        }
        Optional<Path> missing = mounts.missingAbove(normal);
        if (missing.isPresent()) {
            return Optional.of("(is below " + missing.get() + ", which is in /etc/fstab but not mounted)");
        }
        return deviceOrContents(normal);
    }

    private Optional<String> deviceOrContents(Path directory) {
        boolean isOurs;
        try {
            isOurs = FileStorage.check(directory, SsdOptions.DIRECTORY_KIND);
        } catch (StorageException e) {
            return Optional.of("(" + e.getMessage() + ")");
        }
        Optional<Path> neighbour = neighbour(directory);
        if (neighbour.isPresent() && !mayShareDevice && !isOurs) {
            return Optional.of("(is on the device of " + neighbour.get()
                    + "; is the SSD mounted? If this is intended, set " + SHARE_KEY + " to true)");
        }
        neighbour
                .filter(there -> !mayShareDevice)
                .ifPresent(there -> logger.warn(
                        "{}.directory={} is on the device of {}: the tier helps most on a device of its own; {}: true if intended",
                        OptionRule.BLOCK,
                        directory,
                        there,
                        SHARE_KEY));
        return Optional.empty();
    }

    /** Returns a directory of the node, or the root, that is on the same device. */
    private Optional<Path> neighbour(Path directory) {
        FileStore store = store(directory);
        if (store == null) {
            return Optional.empty();
        }
        for (Path other : nodeDirectories) {
            if (store.equals(store(other))) {
                return Optional.of(other);
            }
        }
        return store.equals(store(ROOT)) ? Optional.of(ROOT) : Optional.empty();
    }

    /** Returns the file system of a path, or of its nearest existing ancestor; null if it cannot be determined. */
    private static @Nullable FileStore store(Path path) {
        for (Path there = path; there != null; there = there.getParent()) {
            if (Files.exists(there)) {
                try {
                    return Files.getFileStore(there);
                } catch (IOException | SecurityException untold) {
                    return null;
                }
            }
        }
        return null;
    }
}
