package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.MarkerDescriptor;

/**
 * A directory that provably belongs to this software ("ours"): it has our marker, is owned by the user this program
 * runs as, and no other user can write to it.
 *
 * <p>An empty directory becomes ours. So does a directory of a version without markers, if every file in it is ours by
 * its magic number. Any other directory is refused with a message that names what was found, and stays unchanged.
 */
final class OwnDirectory {
    private static final Logger logger = LoggerFactory.getLogger(OwnDirectory.class);
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final int WRITABLE_BY_OTHERS = 0_022;
    private static final int WRITABLE_BY_ALL = 0_002;
    private static final int STICKY = 0_1000;
    private static final int MODE_BITS = 0_7777;

    private final Path directory;
    private final DirectoryKind kind;
    private final FileProof proof;
    private final boolean posix;

    OwnDirectory(Path directory, DirectoryKind kind) {
        this.directory = directory.toAbsolutePath();
        this.kind = kind;
        this.proof = new FileProof(kind);
        this.posix = isPosix(directory);
    }

    /** The state of a directory before it is used. */
    enum Finding {
        /** It does not exist. */
        ABSENT,
        /** It contains no files, or only leftovers of an earlier start. */
        EMPTY,
        /** It has our marker. */
        MARKED,
        /** It has no marker, but all its files are ours. */
        UNMARKED
    }

    /**
     * Inspects the directory; changes nothing.
     *
     * @throws StorageException when it is not ours and cannot become ours; the message names what was found and what is
     *     allowed
     * @throws IOException when it cannot be read
     */
    Finding inspect() throws IOException {
        if (Files.notExists(directory)) {
            checkParents(directory.getParent());
            return Finding.ABSENT;
        }
        if (!Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
            throw new StorageException("directory=" + directory + ": cannot be created or is not a directory", null);
        }
        Path real = directory.toRealPath();
        checkParents(real.getParent());
        checkOwner(real);
        Finding finding = contents();
        if (finding != Finding.EMPTY && (mode(real) & WRITABLE_BY_OTHERS) != 0) {
            throw refusal(
                    "mode=" + Integer.toOctalString(mode(real)),
                    "700: other users can write to it, so its contents prove nothing; empty it and chmod 700");
        }
        return finding;
    }

    /** Creates the directory if it does not exist, accessible to its owner only. */
    void create() throws StorageException {
        try {
            if (Files.notExists(directory)) {
                Path parent = directory.getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                Files.createDirectory(directory, directoryMode(directory));
            }
        } catch (FileAlreadyExistsException meanwhile) {
            logger.debug("{} was created concurrently", directory, meanwhile);
        } catch (IOException e) {
            throw new StorageException("directory=" + directory + ": cannot be created or is not a directory: " + e, e);
        }
    }

    /** Makes the directory ours, after {@link #inspect} has accepted it. The caller holds the lock. */
    void take(Finding finding) throws IOException {
        tighten(directory, DIRECTORY_MODE);
        if (finding == Finding.MARKED) {
            return;
        }
        if (finding == Finding.UNMARKED) {
            for (Path file : files()) {
                tighten(file, FILE_MODE);
            }
            logger.info("directory={}: written by a version without a marker; adding the marker", directory);
        }
        mark(MarkerDescriptor.NO_HOST);
    }

    /**
     * Writes a host ID to the marker. The caller holds the lock.
     *
     * @return the previous host ID; null if there was none
     */
    @Nullable
    UUID claim(UUID host) throws IOException {
        UUID before = readMarker(marker()).hostId();
        if (!before.equals(host)) {
            mark(host);
        }
        return before.equals(MarkerDescriptor.NO_HOST) ? null : before;
    }

    /** Writes the marker, which is shorter than a sector, so that a crash cannot tear it. */
    private void mark(UUID host) throws IOException {
        try (FileChannel channel = openFile(
                marker(), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            channel.write(MarkerDescriptor.encode(new MarkerDescriptor.Fields(kind.number(), host)), 0);
            channel.force(true);
        }
    }

    private Path marker() {
        return directory.resolve(MarkerDescriptor.NAME);
    }

    /** Opens a file of the directory; a new file is readable by its owner only. */
    FileChannel openFile(Path file, Set<? extends OpenOption> options) throws IOException {
        return FileChannel.open(file, options, fileMode(file));
    }

    /** Returns the mode of a new directory: accessible to its owner only. */
    static FileAttribute<?>[] directoryMode(Path directory) {
        return isPosix(directory) ? attribute(DIRECTORY_MODE) : new FileAttribute<?>[0];
    }

    /** Returns the mode of a new file: accessible to its owner only. */
    static FileAttribute<?>[] fileMode(Path file) {
        return isPosix(file) ? attribute(FILE_MODE) : new FileAttribute<?>[0];
    }

    /**
     * Checks that a file, if it exists, is ours or blank, and makes it accessible to its owner only. A file of an
     * unknown name is accepted.
     *
     * @throws FormatException when it is not ours
     */
    void prove(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)
                || !proof.isKnown(file.getFileName().toString())) {
            return;
        }
        if (proof.of(file) == FileProof.Verdict.FOREIGN) {
            throw new FormatException.Corrupt("directory=" + directory + " file=" + file.getFileName()
                    + ": has no magic number of ours; it is left unchanged");
        }
        tighten(file, FILE_MODE);
    }

    /** Deletes a file that is ours, blank or of an unknown name; renames a foreign file that has one of our names. */
    void remove(Path file) throws IOException {
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!proof.isKnown(file.getFileName().toString()) || proof.of(file) != FileProof.Verdict.FOREIGN) {
            Files.delete(file);
            return;
        }
        for (int number = 1; ; number++) {
            Path aside = file.resolveSibling(file.getFileName() + ".foreign-" + number);
            if (Files.notExists(aside, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(file, aside);
                logger.warn("file={}: has no magic number of ours; not deleted, but renamed to {}", file, aside);
                return;
            }
        }
    }

    private Finding contents() throws IOException {
        List<Path> files = files();
        Path marker = marker();
        if (files.contains(marker) && proof.of(marker) == FileProof.Verdict.OURS) {
            checkMarker(marker);
            requireOwnLock();
            return Finding.MARKED;
        }
        boolean isOurs = false;
        for (Path file : files) {
            FileProof.Verdict verdict = proof.of(file);
            if (verdict == FileProof.Verdict.FOREIGN) {
                throw refusal(
                        "file=" + file.getFileName(),
                        "an empty directory, or one with a valid " + MarkerDescriptor.NAME + " file");
            }
            isOurs |= verdict == FileProof.Verdict.OURS;
        }
        boolean isUsed =
                files.stream().anyMatch(file -> !isTransient(file.getFileName().toString()));
        if (isUsed && !isOurs) {
            throw refusal(
                    "file=" + files.get(0).getFileName(),
                    "an empty directory: no file in it has a magic number of ours");
        }
        return isUsed ? Finding.UNMARKED : Finding.EMPTY;
    }

    /** Returns whether a file of this name may be left over from a start that ended before it wrote its marker. */
    private static boolean isTransient(String name) {
        return name.equals(FileProof.LOCK_NAME)
                || name.equals(FileProof.PROBE_NAME)
                || name.equals(MarkerDescriptor.NAME);
    }

    private void checkMarker(Path marker) throws IOException {
        try {
            int found = readMarker(marker).kind();
            if (found != kind.number()) {
                throw refusal("kind=" + found, kind.number() + " (" + kind.name() + "): it is of another kind");
            }
        } catch (FormatException e) {
            throw refusal(e.getMessage(), "a marker that can be read");
        }
    }

    private static MarkerDescriptor.Fields readMarker(Path marker) throws IOException {
        try (FileChannel channel = FileChannel.open(marker, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.allocate(MarkerDescriptor.BYTES);
            channel.read(bytes, 0);
            return MarkerDescriptor.decode(bytes.clear(), "file=" + marker);
        }
    }

    private void requireOwnLock() throws IOException {
        Path lock = directory.resolve(FileProof.LOCK_NAME);
        if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS) && proof.of(lock) == FileProof.Verdict.FOREIGN) {
            throw refusal("file=" + FileProof.LOCK_NAME, "an empty file of this name, or none");
        }
    }

    /** Returns all entries of the directory, without the directory that the file system itself creates in its root. */
    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> !(file.getFileName().toString().equals(FileProof.LOST_AND_FOUND)
                            && Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)))
                    .sorted()
                    .toList();
        }
    }

    private void checkOwner(Path real) throws IOException {
        Path self = Path.of("/proc/self");
        if (posix && Files.exists(self)) {
            Object ours = Files.getAttribute(self, "unix:uid");
            Object owner = Files.getAttribute(real, "unix:uid");
            if (!owner.equals(ours)) {
                throw refusal("owner uid=" + owner, ours + ", the user this program runs as");
            }
        }
    }

    /** Refuses a world-writable parent without the sticky bit: any user could replace our directory by another one. */
    private void checkParents(@Nullable Path first) throws IOException {
        for (Path parent = first; posix && parent != null; parent = parent.getParent()) {
            if (Files.exists(parent)) {
                int mode = mode(parent);
                if ((mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0) {
                    throw refusal(
                            "parent=" + parent + " mode=" + Integer.toOctalString(mode),
                            "a parent that is not world-writable, or has the sticky bit");
                }
            }
        }
    }

    private int mode(Path path) throws IOException {
        return posix ? (int) Files.getAttribute(path, "unix:mode") & MODE_BITS : 0;
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private static FileAttribute<?>[] attribute(Set<PosixFilePermission> mode) {
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)};
    }

    private void tighten(Path path, Set<PosixFilePermission> mode) throws IOException {
        if (posix && !mode.equals(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS))) {
            Files.setPosixFilePermissions(path, mode);
        }
    }

    private StorageException refusal(String found, String allowed) {
        return new StorageException(
                "directory=" + directory + ": refused for this " + kind.name() + ": found " + found + ", allowed "
                        + allowed,
                null);
    }
}
