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
import org.ssdtier.segmentlog.format.SegmentHeaderDescriptor;

/**
 * A {@link Storage} on a directory that provably belongs to this software (see {@link OwnDirectory}), with a lock file
 * so that no two logs write to it. No link is followed in it, and no foreign file under a known name is deleted or
 * overwritten.
 */
public final class FileStorage implements Storage {
    private static final String LOCK_NAME = FileProof.LOCK_NAME;
    private static final String PROBE_NAME = FileProof.PROBE_NAME;

    private final Path directory;
    private final OwnDirectory own;
    private final FileOptions use;
    private final @Nullable FileChannel lockChannel;
    private final @Nullable Object lockKey;

    private FileStorage(Path directory, OwnDirectory own, FileOptions use, @Nullable FileChannel lockChannel) {
        this.directory = directory;
        this.own = own;
        this.use = use;
        this.lockChannel = lockChannel;
        this.lockKey = lockKey();
    }

    /** Opens a directory for a log without a particular owner, as {@link #open(Path, DirectIo, DirectoryKind)} does. */
    public static FileStorage open(Path directory, DirectIo directIo) throws StorageException {
        return open(directory, directIo, DirectoryKind.LOG);
    }

    /**
     * Opens a directory for one log without an observer, as {@link #open(Path, FileOptions, DirectoryKind)} does.
     *
     * @param directIo whether the files bypass the page cache
     */
    public static FileStorage open(Path directory, DirectIo directIo, DirectoryKind kind) throws StorageException {
        return open(directory, FileOptions.of(directIo), kind);
    }

    /**
     * Opens a directory for one log, creating it when it does not exist, and locks it.
     *
     * @param directory directory of the files
     * @param options use of the files
     * @param kind kind of the directory
     * @return the storage; the caller closes it
     * @throws StorageException when the directory cannot be created or written, does not belong to this software, or is
     *     locked by another log, when the device fails, or when direct I/O is {@link DirectIo#ON} and the file system does
     *     not allow it
     */
    public static FileStorage open(Path directory, FileOptions options, DirectoryKind kind) throws StorageException {
        OwnDirectory own = new OwnDirectory(directory, kind);
        OwnDirectory.Finding finding = inspect(directory, own);
        own.create();
        FileChannel lockChannel = lock(directory, own);
        FileStorage storage = null;
        try {
            take(directory, own, finding);
            DirectIo directIo = options.directIo();
            boolean direct = directIo != DirectIo.OFF && probe(directory, own, directIo);
            FileOptions use = options.withDirectIo(direct ? DirectIo.ON : DirectIo.OFF);
            storage = new FileStorage(directory, own, use, lockChannel);
            return storage;
        } finally {
            if (storage == null) {
                closeQuietly(lockChannel);
            }
        }
    }

    /**
     * Checks whether a directory can be opened for one log: it belongs to this software, or is empty, or does not
     * exist. Changes nothing.
     *
     * @return whether the directory contains files of this software
     * @throws StorageException when it cannot be opened, naming what was found and what is allowed
     */
    public static boolean check(Path directory, DirectoryKind kind) throws StorageException {
        OwnDirectory.Finding finding = inspect(directory, new OwnDirectory(directory, kind));
        return finding == OwnDirectory.Finding.MARKED || finding == OwnDirectory.Finding.UNMARKED;
    }

    /** Returns the mode of a new directory for a log, accessible to its owner only. Empty where there are no modes. */
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
     * Opens a directory for reading: without a lock, and nothing is created or written.
     *
     * @param directory directory of the files
     * @return the storage; the caller closes it
     * @throws StorageException when there is no such directory
     */
    public static FileStorage openReadOnly(Path directory) throws StorageException {
        if (!Files.isDirectory(directory)) {
            throw new StorageException("directory=" + directory + ": does not exist or is not a directory", null);
        }
        OwnDirectory own = new OwnDirectory(directory, DirectoryKind.LOG);
        return new FileStorage(directory, own, FileOptions.of(DirectIo.OFF), null);
    }

    /** Returns whether the files bypass the page cache. */
    public boolean isDirect() {
        return use.directIo() == DirectIo.ON;
    }

    /**
     * Opens a file. Throws {@link org.ssdtier.segmentlog.format.FormatException} if it exists and was not written by
     * this software.
     */
    @Override
    public Device open(String name) throws IOException {
        Path file = directory.resolve(name);
        if (lockChannel == null) {
            return FileDevice.open(file, FileDevice.Access.READ_ONLY, false);
        }
        own.prove(file);
        boolean isSegment = SegmentHeaderDescriptor.isFileName(name);
        return FileDevice.open(file, FileDevice.Access.READ_WRITE, isSegment ? use : FileOptions.of(use.directIo()));
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

    @Override
    public long freeBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /** Compares the key of the lock file without opening it: closing a second channel on it would release the lock. */
    @Override
    public boolean isPresent() {
        return lockKey == null || lockKey.equals(lockKey());
    }

    @Override
    public boolean isFailing() {
        Path file = directory.resolve(PROBE_NAME);
        try {
            own.remove(file); // a crash may have left one
            try (FileChannel channel =
                    own.openFile(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
                channel.force(true); // until then it is only in memory
            }
            Files.delete(file);
            return false;
        } catch (IOException e) {
            return DeviceErrors.isOfDeviceOrReadOnly(e);
        }
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

    /** Returns the unique key of the lock file on this machine; null when there is no lock file. */
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
            // held by another log of this JVM: same result as for another JVM
        } catch (IOException e) {
            closeQuietly(channel);
            throw new StorageException("file=" + file + ": cannot be locked: " + e, e);
        }
        closeQuietly(channel);
        throw new StorageException("directory=" + directory + ": is in use by another node; each needs its own", null);
    }

    /** Writes and reads one page with direct I/O: some file systems refuse only the operation, not the opening. */
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
            return true; // the file could be opened; the log checks the space later
        } catch (IOException | UnsupportedOperationException e) {
            if (directIo == DirectIo.ON) {
                throw new StorageException(
                        "directory=" + directory + " direct_io=on: refused by the file system: " + e
                                + "; use auto or off",
                        e);
            }
            if (DeviceErrors.isOfDevice(e)) {
                throw new StorageException("directory=" + directory + ": its device fails: " + e, e);
            }
            return false;
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // the lock is released with the descriptor in any case
        }
    }
}
