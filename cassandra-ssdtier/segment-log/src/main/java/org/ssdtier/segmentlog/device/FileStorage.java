package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A {@link Storage} on a directory, held by a lock file so that no two logs write to it. */
public final class FileStorage implements Storage {
    private static final String LOCK_NAME = "lock";
    private static final String PROBE_NAME = "direct-io-probe";

    private final Path directory;
    private final boolean direct;
    private final @Nullable FileChannel lockChannel;
    private final @Nullable Object lockKey;

    private FileStorage(Path directory, boolean direct, @Nullable FileChannel lockChannel) {
        this.directory = directory;
        this.direct = direct;
        this.lockChannel = lockChannel;
        this.lockKey = lockKey();
    }

    /**
     * Opens a directory for one log, creating it when it does not exist, and locks it.
     *
     * @param directory where the files are
     * @param directIo whether they bypass the page cache
     * @return the storage; the caller closes it
     * @throws StorageException when the directory can not be created or written, or another log holds it, or
     *     {@code directIo} is {@link DirectIo#ON} and the file system does not allow that
     */
    public static FileStorage open(Path directory, DirectIo directIo) throws StorageException {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new StorageException("directory=" + directory + ": can not be created or is no directory: " + e, e);
        }
        FileChannel lockChannel = lock(directory);
        try {
            return new FileStorage(directory, directIo != DirectIo.OFF && probe(directory, directIo), lockChannel);
        } catch (StorageException | RuntimeException e) {
            closeQuietly(lockChannel);
            throw e;
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
        return new FileStorage(directory, false, null);
    }

    /** Returns whether the files bypass the page cache. */
    public boolean isDirect() {
        return direct;
    }

    @Override
    public Device open(String name) throws IOException {
        return lockChannel == null
                ? FileDevice.open(directory.resolve(name), FileDevice.Access.READ_ONLY, false)
                : FileDevice.open(directory.resolve(name), FileDevice.Access.READ_WRITE, direct);
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK_NAME))
                    .collect(Collectors.toUnmodifiableList());
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
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

    private static FileChannel lock(Path directory) throws StorageException {
        Path file = directory.resolve(LOCK_NAME);
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
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
            throw new StorageException("file=" + file + ": can not be locked: " + e, e);
        }
        closeQuietly(channel);
        throw new StorageException("directory=" + directory + ": is in use by another node; each needs its own", null);
    }

    /** Writes and reads one page past the page cache: some file systems refuse only the operation, not the opening. */
    private static boolean probe(Path directory, DirectIo directIo) throws StorageException {
        Path file = directory.resolve(PROBE_NAME);
        try {
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
