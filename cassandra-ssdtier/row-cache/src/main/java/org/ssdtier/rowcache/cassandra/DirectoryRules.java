package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.segmentlog.device.DeviceErrors;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.StorageException;

/**
 * The rules for the directory of the SSD tier, which the tier fills up to its size. The directory must be absolute; it must not
 * overlap Cassandra's own directories; it must be empty or already hold a cache; it must be mounted; and it must not be on the
 * device of the data or of the root file system unless the options allow that. A directory that already holds a cache may stay
 * where it is.
 *
 * @param owner the block of options that names the directory
 * @param configured the directory as in cassandra.yaml
 * @param mayShareDevice whether the directory may be on the device of the data
 * @param nodeDirectories Cassandra's own directories; the first is a data directory
 * @param mounts the mount points
 */
public record DirectoryRules(
        Owner owner, String configured, boolean mayShareDevice, List<Path> nodeDirectories, MountTable mounts) {
    private static final Logger logger = LoggerFactory.getLogger(DirectoryRules.class);
    private static final Path ROOT = Path.of("/");

    /**
     * A block of options that names a directory on the SSD.
     *
     * @param block name of the block; its key {@code allow_shared_device} permits a directory beside the data
     * @param kind kind of the directory
     */
    public record Owner(String block, DirectoryKind kind) {
        static final Owner ROW_CACHE = new Owner(OptionRule.BLOCK, SsdOptions.DIRECTORY_KIND);

        private String shareKey() {
            return block + ".allow_shared_device";
        }
    }

    /** Rules for the directory of the row cache. */
    DirectoryRules(String configured, boolean mayShareDevice, List<Path> nodeDirectories, MountTable mounts) {
        this(Owner.ROW_CACHE, configured, mayShareDevice, nodeDirectories, mounts);
    }

    /** Returns the rules for a directory of this node. */
    public static DirectoryRules ofThisNode(Owner owner, String configured, boolean mayShareDevice) {
        List<Path> own = Stream.concat(
                        Arrays.stream(DatabaseDescriptor.getAllDataFileLocations()),
                        Stream.of(
                                DatabaseDescriptor.getCommitLogLocation(),
                                DatabaseDescriptor.getSavedCachesLocation(),
                                DatabaseDescriptor.getCDCLogLocation(),
                                DatabaseDescriptor.getHintsDirectory() == null
                                        ? null
                                        : DatabaseDescriptor.getHintsDirectory().path()))
                .filter(Objects::nonNull)
                .map(text -> Path.of(text).toAbsolutePath().normalize())
                .toList();
        return new DirectoryRules(owner, configured, mayShareDevice, own, MountTable.ofThisMachine());
    }

    /**
     * Returns a description of the violation, to be appended to the directory's name; empty if it may be used.
     *
     * @throws UncheckedIOException if the device fails, so that nothing can be said
     */
    public Optional<String> violation() {
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
            isOurs = FileStorage.check(directory, owner.kind());
        } catch (StorageException e) {
            if (DeviceErrors.isOfDevice(e)) {
                throw new UncheckedIOException(e);
            }
            return Optional.of("(" + e.getMessage() + ")");
        }
        Optional<Path> neighbour = neighbour(directory);
        if (neighbour.isPresent() && !mayShareDevice && !isOurs) {
            return Optional.of("(is on the device of " + neighbour.get()
                    + "; is the SSD mounted? If this is intended, set " + owner.shareKey() + " to true)");
        }
        neighbour
                .filter(there -> !mayShareDevice)
                .ifPresent(there -> logger.warn(
                        "{}.directory={} is on the device of {}: the tier helps most on a device of its own; {}: true"
                                + " if intended",
                        owner.block(),
                        directory,
                        there,
                        owner.shareKey()));
        return Optional.empty();
    }

    /** Returns a directory of the node, or the root, that is on the same device. */
    private Optional<Path> neighbour(Path directory) {
        Object device = device(directory);
        if (device == null) {
            return Optional.empty();
        }
        for (Path other : nodeDirectories) {
            if (device.equals(device(other))) {
                return Optional.of(other);
            }
        }
        return device.equals(device(ROOT)) ? Optional.of(ROOT) : Optional.empty();
    }

    /**
     * Returns the device of a path, or of its nearest existing ancestor; null if it cannot be determined. Not its file store, which
     * differs for two mount points of one device, such as the volumes of a container.
     */
    private static @Nullable Object device(Path path) {
        for (Path there = path; there != null; there = there.getParent()) {
            if (Files.exists(there)) {
                try {
                    return Files.getAttribute(there, "unix:dev");
                } catch (IOException | SecurityException untold) {
                    return null;
                }
            }
        }
        return null;
    }
}
