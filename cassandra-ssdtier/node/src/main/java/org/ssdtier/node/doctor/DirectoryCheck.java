package org.ssdtier.node.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.cassandra.MountTable;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.StorageException;

/** A check of the directory of the SSD tier: its place, owner, mode, device and free space, and whether direct I/O is possible. */
final class DirectoryCheck {
    private static final String NAME = "directory";
    private static final String DIRECT = "direct I/O";
    private static final String MARKER = "ssdtier-directory";
    private static final int LEAST_SEGMENTS = 4;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final CacheDirectory cache;
    private final Volumes volumes;
    private final MountTable mounts;
    private final List<Finding> findings = new ArrayList<>();

    private DirectoryCheck(CacheDirectory cache, Volumes volumes, MountTable mounts) {
        this.cache = cache;
        this.volumes = volumes;
        this.mounts = mounts;
    }

    /**
     * Checks a directory.
     *
     * @param mounts mount points of this machine
     * @throws IOException if it cannot be looked at
     */
    static List<Finding> of(CacheDirectory cache, Volumes volumes, MountTable mounts) throws IOException {
        DirectoryCheck check = new DirectoryCheck(cache, volumes, mounts);
        if (check.isPlaceAllowed()) {
            check.checkFile();
        }
        return check.findings;
    }

    private boolean isPlaceAllowed() {
        Path directory = cache.path();
        if (!Path.of(cache.configured()).isAbsolute()) {
            findings.add(Finding.fail(
                    NAME, cache.configured() + ": is relative", "Set ssd_row_cache.directory to an absolute path"));
            return false;
        }
        for (Path own : cache.nodeDirectories()) {
            if (directory.startsWith(own) || own.startsWith(directory)) {
                findings.add(Finding.fail(
                        NAME,
                        directory + ": is, contains or is inside Cassandra's own directory " + own,
                        "Set ssd_row_cache.directory to a directory of its own on the SSD"));
                return false;
            }
        }
        Optional<Path> missing = mounts.missingAbove(directory);
        missing.ifPresent(point -> findings.add(Finding.fail(
                NAME, directory + ": is below " + point + ", which is in /etc/fstab but not mounted", "Mount it")));
        return missing.isEmpty();
    }

    private void checkFile() throws IOException {
        Path directory = cache.path();
        if (!Files.exists(directory)) {
            findings.add(Finding.ok(NAME, directory + ": does not exist; the node creates it at its start"));
            checkDevice(false);
            checkSpace(0);
            return;
        }
        if (!Files.isDirectory(directory)) {
            findings.add(Finding.fail(NAME, directory + ": is no directory", "Remove it, or choose another directory"));
            return;
        }
        if (volumes.isReadOnly(directory)) {
            findings.add(Finding.fail(
                    NAME, directory + ": its file system is read-only", "Repair it, and mount it for writing"));
        }
        checkOwner(directory);
        checkMode(directory);
        if (!Files.isReadable(directory)) {
            findings.add(Finding.warn(
                    NAME,
                    directory + ": cannot be read by " + System.getProperty("user.name")
                            + ", so device, space and direct I/O are not checked",
                    "Run this as the owner, " + Files.getOwner(directory)));
            return;
        }
        checkDevice(holdsCache(directory));
        checkSpace(presentBytes(directory));
        checkDirectIo(directory);
    }

    /**
     * Returns whether the directory holds a cache. Its content is judged as at the start of the node; only by its owner,
     * since the rules are about the user that asks, and root often examines the node of another.
     */
    private boolean holdsCache(Path directory) throws IOException {
        if (!Files.getOwner(directory).getName().equals(System.getProperty("user.name"))) {
            return Files.exists(directory.resolve(MARKER));
        }
        try {
            return FileStorage.check(directory, SsdOptions.DIRECTORY_KIND);
        } catch (StorageException e) {
            boolean isFound = findings.stream().anyMatch(finding -> finding.level() == Finding.Level.FAIL);
            if (!isFound) { // owner and mode are among the rules; the finding on them has a better remedy
                findings.add(Finding.fail(
                        NAME,
                        e.getMessage() + ", so the start is refused",
                        "Remedy that, or set ssd_row_cache.directory to an empty directory"));
            }
            return true; // the device of a directory that is refused does not matter
        }
    }

    private void checkOwner(Path directory) throws IOException {
        Path data = cache.data();
        if (Files.exists(data) && !Files.getOwner(data).equals(Files.getOwner(directory))) {
            findings.add(Finding.fail(
                    NAME,
                    directory + ": owner=" + Files.getOwner(directory) + ", but " + data + " has owner="
                            + Files.getOwner(data),
                    mayBeGiven(directory)
                            ? "chown -R " + Files.getOwner(data) + " " + directory
                            : "Set ssd_row_cache.directory to an empty directory: this one has files of others"));
        }
    }

    /** Returns whether the directory is the tier's or empty: the files of others must not change their owner. */
    private static boolean mayBeGiven(Path directory) throws IOException {
        if (Files.exists(directory.resolve(MARKER))) {
            return true;
        }
        if (!Files.isReadable(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private void checkMode(Path directory) throws IOException {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(directory);
        String found = directory + ": mode=" + PosixFilePermissions.toString(mode);
        String remedy = "chmod 700 " + directory;
        if (!mode.containsAll(OWNER_ONLY)) {
            findings.add(Finding.fail(NAME, found + ": its owner cannot use it", remedy));
        } else if (mode.contains(PosixFilePermission.GROUP_WRITE) || mode.contains(PosixFilePermission.OTHERS_WRITE)) {
            findings.add(
                    isEmpty(directory)
                            ? Finding.warn(
                                    NAME, found + ": other users can write to it; the start changes that", remedy)
                            : Finding.fail(
                                    NAME, found + ": other users can write to it, so the start is refused", remedy));
        } else if (!mode.equals(OWNER_ONLY)) {
            findings.add(Finding.warn(NAME, found + ": other users can read it; it holds rows in clear text", remedy));
        } else {
            findings.add(Finding.ok(NAME, found + " owner=" + Files.getOwner(directory)));
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        if (!Files.isReadable(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private void checkDevice(boolean holdsCache) throws IOException {
        Path directory = cache.path();
        String device = volumes.device(directory);
        for (Path other : withRoot()) {
            if (device.equals(volumes.device(other))) {
                boolean isAccepted = cache.mayShareDevice() || holdsCache;
                String found = directory + ": is on the device of " + other;
                findings.add(
                        isAccepted
                                ? Finding.warn(
                                        "device",
                                        found + "; the tier helps most on a device of its own",
                                        "Move it to an SSD of its own; measure both with --probe")
                                : Finding.fail(
                                        "device",
                                        found + ", so the start is refused",
                                        "Mount the SSD, or set ssd_row_cache.allow_shared_device: true"));
                return;
            }
        }
        if (volumes.drive(directory).equals(volumes.drive(cache.data()))) {
            findings.add(Finding.warn(
                    "device",
                    directory + ": is on another partition of the data's drive " + volumes.drive(directory),
                    "Move it to an SSD of its own"));
            return;
        }
        findings.add(Finding.ok("device", volumes.drive(directory) + ", the data on " + volumes.drive(cache.data())));
    }

    private List<Path> withRoot() {
        List<Path> all = new ArrayList<>(cache.nodeDirectories());
        all.add(Path.of("/"));
        return all;
    }

    private void checkSpace(long presentBytes) throws IOException {
        long roomBytes = volumes.usableBytes(cache.path()) + presentBytes;
        String found = "room for " + Amounts.bytes(roomBytes) + ", needed " + Amounts.bytes(cache.neededBytes())
                + " for segments, two checkpoints and the journal";
        if (roomBytes < LEAST_SEGMENTS * cache.segmentBytes()) {
            findings.add(Finding.fail("space", found + "; less than four segments", "Free space, or lower size"));
        } else if (roomBytes < cache.neededBytes()) {
            findings.add(Finding.warn(
                    "space", found + "; the tier becomes smaller than its size", "Free space, or lower size"));
        } else {
            findings.add(Finding.ok("space", found));
        }
    }

    private static long presentBytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(DirectoryCheck::size).sum();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }

    private void checkDirectIo(Path directory) {
        try {
            findings.add(
                    volumes.hasDirectIo(directory)
                            ? Finding.ok(DIRECT, "possible in " + directory)
                            : Finding.warn(
                                    DIRECT,
                                    "not possible in " + directory
                                            + ", so the page cache holds the rows of the SSD too",
                                    "Use ext4 or XFS"));
        } catch (IOException | UncheckedIOException e) {
            findings.add(Finding.warn(
                    DIRECT,
                    "not checked: " + System.getProperty("user.name") + " cannot create a file in " + directory + " ("
                            + e.getMessage() + ")",
                    "Run this as the user that Cassandra runs as"));
        }
    }
}
