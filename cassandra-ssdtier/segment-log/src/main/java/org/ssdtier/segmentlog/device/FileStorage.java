package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.format.MarkerDescriptor;

/**
 * A {@link Storage} on a directory that is ours by proof (see {@link OwnDirectory}), held by a lock file so that no two logs
 * write to it. No link is followed below it, and nothing that has no magic number of ours is deleted or written over.
 */
public final class FileStorage implements Storage {
    private static final String LOCK_NAME = FileProof.LOCK_NAME;
    private static final String PROBE_NAME = FileProof.PROBE_NAME;

    private final Path directory;
    private final OwnDirectory own;
    private final boolean direct;
    private final @Nullable FileChannel lockChannel;
    private final @Nullable Object lockKey;

    private FileStorage(Path directory, OwnDirectory own, boolean direct, @Nullable FileChannel lockChannel) {
        this.directory = directory;
        this.own = own;
        this.direct = direct;
        this.lockChannel = lockChannel;
        this.lockKey = lockKey();
    }

    /** Opens a directory for a log of no particular owner; as {@link #open(Path, DirectIo, DirectoryKind)}. */
    public static FileStorage open(Path directory, DirectIo directIo) throws StorageException {
        return open(directory, directIo, DirectoryKind.LOG);
    }

    /**
     * Opens a directory for one log, creating it when it does not exist, and locks it.
     *
     * @param directory where the files are
     * @param directIo whether they bypass the page cache
     * @param kind what it is for
     * @return the storage; the caller closes it
     * @throws StorageException when the directory cannot be created or written, is not ours, or another log holds it, or
     *     {@code directIo} is {@link DirectIo#ON} and the file system does not allow that
     */
    public static FileStorage open(Path directory, DirectIo directIo, DirectoryKind kind) throws StorageException {
        OwnDirectory own = new OwnDirectory(directory, kind);
        OwnDirectory.Finding finding = inspect(directory, own);
        own.create();
        FileChannel lockChannel = lock(directory, own);
        try {
            take(directory, own, finding);
            boolean direct = directIo != DirectIo.OFF && probe(directory, own, directIo);
            return new FileStorage(directory, own, direct, lockChannel);
        } catch (StorageException | RuntimeException e) {
            closeQuietly(lockChannel);
            throw e;
        }
    }

    /**
     * Looks whether a directory can be opened for one log: it is ours, or empty, or there is none. Changes nothing.
     *
     * @return whether there is something of ours in it
     * @throws StorageException when it cannot, naming what was found and what is allowed
     */
    public static boolean check(Path directory, DirectoryKind kind) throws StorageException {
        OwnDirectory.Finding finding = inspect(directory, new OwnDirectory(directory, kind));
        return finding == OwnDirectory.Finding.MARKED || finding == OwnDirectory.Finding.UNMARKED;
    }

    /** Returns the mode of a directory that is made for a log: nobody else can look into it. Empty where there are no modes. */
    public static FileAttribute<?>[] directoryMode() {
        return OwnDirectory.directoryMode(Path.of(""));
    }

    private static OwnDirectory.Finding inspect(Path directory, OwnDirectory own) throws StorageException {
        try {
            return own.inspect();
        } catch (StorageException refused) {
            throw refused;
        } catch (IOException e) {
            throw new StorageException("directory=" + directory + ": cannot be read: " + e, e);
        }
    }

    private static void take(Path directory, OwnDirectory own, OwnDirectory.Finding finding) throws StorageException {
        try {
            own.take(finding);
        } catch (IOException e) {
            throw new StorageException("directory=" + directory + ": is not writable: " + e, e);
        }
    }

    /**
     * Opens a directory to look at: no lock, nothing is created or written.
     *
     * @param directory where the files are
     * @return the storage; the caller closes it
     * @throws StorageException when there is no such directory
     */
    public static FileStorage openReadOnly(Path directory) throws StorageException {
        if (!Files.isDirectory(directory)) {
            throw new StorageException("directory=" + directory + ": does not exist or is no directory", null);
        }
        return new FileStorage(directory, new OwnDirectory(directory, DirectoryKind.LOG), false, null);
    }

    /** Returns whether the files bypass the page cache. */
    public boolean isDirect() {
        return direct;
    }

    /** Opens a file; {@link org.ssdtier.segmentlog.format.FormatException} if it is there and is not ours. */
    @Override
    public Device open(String name) throws IOException {
        Path file = directory.resolve(name);
        if (lockChannel == null) {
            return FileDevice.open(file, FileDevice.Access.READ_ONLY, false);
        }
        own.prove(file);
        return FileDevice.open(file, FileDevice.Access.READ_WRITE, direct);
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK_NAME) && !name.equals(MarkerDescriptor.NAME))
                    .collect(Collectors.toUnmodifiableList());
        }
    }

    @Override
    public void delete(String name) throws IOException {
        own.remove(directory.resolve(name));
    }

    @Override
    public void force() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** The lock file is not opened for this: closing a second channel on it would give up the lock. */
    @Override
    public boolean isPresent() {
        return lockKey == null || lockKey.equals(lockKey());
    }

    @Override
    public @Nullable UUID claim(UUID host) throws IOException {
        return own.claim(host);
    }

    @Override
    public String describe() {
        return "directory=" + directory;
    }

    @Override
    public void close() {
        if (lockChannel != null) {
            closeQuietly(lockChannel);
        }
    }

    /** Returns what tells the lock file from every other file of this machine; null when there is no lock file. */
    private @Nullable Object lockKey() {
        try {
            return Files.readAttributes(directory.resolve(LOCK_NAME), BasicFileAttributes.class)
                    .fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    private static FileChannel lock(Path directory, OwnDirectory own) throws StorageException {
        Path file = directory.resolve(LOCK_NAME);
        FileChannel channel;
        try {
            channel = own.openFile(
                    file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new StorageException("directory=" + directory + ": is not writable: " + e, e);
        }
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException held) {
            // another log of this very JVM: the same answer as for another one's
        } catch (IOException e) {
            closeQuietly(channel);
            throw new StorageException("file=" + file + ": cannot be locked: " + e, e);
        }
        closeQuietly(channel);
        throw new StorageException("directory=" + directory + ": is in use by another node; each needs its own", null);
    }

    /** Writes and reads one page past the page cache: some file systems refuse only the operation, not the opening. */
    private static boolean probe(Path directory, OwnDirectory own, DirectIo directIo) throws StorageException {
        Path file = directory.resolve(PROBE_NAME);
        try {
            own.remove(file); // a crash may have left one
            long alignmentBytes = Files.getFileStore(directory).getBlockSize();
            if (Device.PAGE_BYTES % alignmentBytes != 0) {
                throw new IOException("file system block of " + alignmentBytes + " bytes, allowed up to 4096");
            }
            try (FileDevice device = FileDevice.open(file, FileDevice.Access.READ_WRITE, true)) {
                device.write(AlignedBuffers.allocate(Device.PAGE_BYTES), 0);
                ByteBuffer back = AlignedBuffers.allocate(Device.PAGE_BYTES);
                return device.read(back, 0) == Device.PAGE_BYTES;
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (NoSpaceException full) {
            return directIo == DirectIo.ON; // opened at least; the log will find out how much room there is
        } catch (IOException | UnsupportedOperationException e) {
            if (directIo == DirectIo.ON) {
                throw new StorageException(
                        "directory=" + directory + " direct_io=on: refused by the file system: " + e
                                + "; use auto or off",
                        e);
            }
            return false;
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // the lock goes with the descriptor either way
        }
    }
}
