package org.ssdtier.keyindex;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageSource;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The directory of the key indexes and its open files. A file system that has failed can be unmounted, checked and mounted again
 * only when no file on it is open, so the directory can let go of all of them and open them again later.
 *
 * <p>Any thread may get, count and discard files in use, and close the directory; the rest is the keeper's.
 *
 * @param <K> what identifies an SSTable in memory
 */
final class KeyIndexDirectory<K> {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexDirectory.class);
    /** Attempts after a failure, on a device that has proved itself, that end with the first file that cannot be read. */
    private static final int PATIENT_ATTEMPTS = 4;

    private final StorageSource source;
    private final BiConsumer<String, Exception> failures;
    private final FileNumbers numbers = new FileNumbers();
    private final OpenKeyIndexes<K> inUse = new OpenKeyIndexes<>();
    /** Files that were found when the directory was opened and whose SSTables have not been seen yet. */
    private final Map<SSTableIdentity, OpenKeyIndex> unclaimed = new ConcurrentHashMap<>();
    /** Files that were found damaged, which the keeper deletes. No SSTable may claim them. */
    private final Queue<OpenKeyIndex> damaged = new ConcurrentLinkedQueue<>();
    /** Names of files that could not be deleted, or not be read; they are deleted when the directory is opened again. */
    private final Set<String> condemned = ConcurrentHashMap.newKeySet();

    private volatile String description = "directory=(not open)";
    /** Null while the directory is not open. */
    private volatile @Nullable Storage storage;
    /** For the keeper only. */
    private int attempts;
    /** Name of the file that proves the device; for the keeper only. */
    private @Nullable String proofName;

    /** Guarded by this. */
    private boolean closed;

    /**
     * Creates a directory that is not open.
     *
     * @param failures receives failures of deletions: what was deleted, and the error
     */
    KeyIndexDirectory(StorageSource source, BiConsumer<String, Exception> failures) {
        this.source = source;
        this.failures = failures;
    }

    /**
     * Opens the directory. Files that are incomplete, damaged or unreadable are deleted, those that cannot be opened left out.
     *
     * @throws IOException when it cannot be opened or read
     */
    void open() throws IOException {
        open(false);
    }

    /**
     * Opens the directory after a failure, if a page can be written to it and read back, and each file can be read. In later attempts
     * files that cannot be read are left out. They are deleted only when the directory is opened once more: the device may be the
     * cause.
     *
     * @throws IOException when that fails
     */
    void openAgain() throws IOException {
        open(true);
        attempts = 0;
    }

    private void open(boolean isDoubted) throws IOException {
        Storage opened = source.open();
        boolean isKept = false;
        try {
            List<String> names = numbers.existing(opened.names());
            if (isDoubted) {
                prove(opened);
                attempts++;
            }
            description = opened.describe();
            for (String name : names) {
                recover(opened, name, isDoubted);
            }
            isKept = keep(opened);
        } finally {
            if (!isKept) {
                closeFiles();
                opened.close();
            }
        }
    }

    private synchronized boolean keep(Storage opened) {
        if (!closed) {
            storage = opened;
        }
        return !closed;
    }

    /** Writes a page, reads it back and deletes it. A full file system can be read. */
    private void prove(Storage opened) throws IOException {
        String name = proofName == null ? numbers.next() : proofName;
        proofName = name;
        ByteBuffer page = AlignedBuffers.allocate(Device.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        page.putInt(0, KeyIndexDescriptor.MAGIC); // a file without it would not be deleted
        page.putLong(Long.BYTES, ThreadLocalRandom.current().nextLong());
        ByteBuffer back = AlignedBuffers.allocate(Device.PAGE_BYTES);
        try (Device device = opened.open(name)) {
            device.write(page.duplicate(), 0);
            device.force();
            if (device.read(back, 0) < Device.PAGE_BYTES || !back.clear().equals(page)) {
                throw new IOException("file=" + name + ": was not read as it was written");
            }
        } catch (NoSpaceException full) {
            logger.debug("{}: full", opened.describe(), full);
        } finally {
            opened.delete(name);
        }
    }

    private void recover(Storage from, String name, boolean isDoubted) throws IOException {
        if (condemned.remove(name)) {
            abandon(from, null, name);
            return;
        }
        Device device = null;
        OpenKeyIndex found = null;
        try {
            device = from.open(name);
            found = new OpenKeyIndex(KeyIndexFile.open(device, "file=" + name), name);
        } catch (IOException e) {
            boolean isDamaged = e instanceof FormatException;
            if (isDoubted && !isDamaged && attempts <= PATIENT_ATTEMPTS) {
                throw e;
            }
            // a file that could not be opened may be undamaged, as when there are no descriptors left
            boolean isDeleted = isDamaged || (device != null && !isDoubted);
            logger.info("{} file={} deleted={}: not used: {}", from.describe(), name, isDeleted, e.getMessage());
            if (isDeleted) {
                abandon(from, device, name);
            } else {
                condemned.add(name); // its SSTable gets another one
            }
        } finally {
            if (found == null && device != null) {
                closeQuietly(device, name);
            }
        }
        OpenKeyIndex twin =
                found == null ? null : unclaimed.put(found.file().header().identity(), found);
        if (twin != null) {
            abandon(from, twin.file()::close, twin.name());
        }
    }

    /** Closes all files and the directory, so that its file system can be unmounted. Look-ups in progress are finished or fail. */
    void letGo() {
        Storage left;
        synchronized (this) {
            left = storage;
            storage = null;
        }
        closeFiles();
        if (left != null) {
            left.close();
        }
    }

    /** Closes the directory for good. The files stay for the next start. Idempotent. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        letGo();
    }

    private void closeFiles() {
        List<OpenKeyIndex> open = new ArrayList<>(unclaimed.values());
        unclaimed.clear();
        synchronized (this) { // a file that a look-up discards meanwhile is either in use or damaged
            open.addAll(inUse.indexes());
            open.addAll(damaged);
            damaged.forEach(named -> condemned.add(named.name()));
            inUse.clear();
            damaged.clear();
        }
        open.forEach(named -> closeQuietly(named.file()::close, named.name()));
    }

    boolean isOpen() {
        return storage != null;
    }

    /** Returns whether the directory was removed, replaced or unmounted, so that files would be made below its mount point. */
    boolean isGone() {
        Storage open = storage;
        return open != null && !open.isPresent();
    }

    /** Returns whether the file system of the directory fails or is read-only. May wait for the device. */
    boolean isFailing() {
        Storage open = storage;
        return open != null && open.isFailing();
    }

    /** Returns a description of the place, for messages. */
    String describe() {
        return description;
    }

    private Storage openStorage() throws IOException {
        Storage open = storage;
        if (open == null) {
            throw new IOException(description + ": is not open");
        }
        return open;
    }

    long freeBytes() throws IOException {
        return openStorage().freeBytes();
    }

    /** Returns the name of a new file. */
    String newName() {
        return numbers.next();
    }

    Device create(String name) throws IOException {
        return openStorage().open(name);
    }

    /** Closes and deletes a file. If that fails, or the directory is not open, it is deleted when the directory is opened again. */
    void abandon(@Nullable Closeable device, String name) {
        abandon(storage, device, name);
    }

    private void abandon(@Nullable Storage from, @Nullable Closeable device, String name) {
        if (device != null) {
            closeQuietly(device, name);
        }
        try {
            if (from == null) {
                condemned.add(name);
            } else {
                from.delete(name);
            }
        } catch (IOException e) {
            condemned.add(name);
            failures.accept("file=" + name, e);
        }
    }

    private static void closeQuietly(Closeable device, String name) {
        try {
            device.close();
        } catch (IOException e) {
            logger.debug("file={}: closing failed", name, e);
        }
    }

    private void delete(OpenKeyIndex named) {
        abandon(named.file()::close, named.name());
    }

    /** Returns the key index of an SSTable; null if it has none. */
    @Nullable
    OpenKeyIndex get(K sstable) {
        return inUse.get(sstable);
    }

    void use(K sstable, OpenKeyIndex named) {
        OpenKeyIndex before = inUse.put(sstable, named);
        if (before != null) {
            delete(before); // made from a draft while the SSTable was read, or of an SSTable that is gone
        }
    }

    /** Stops using the key index of an SSTable and deletes it. */
    void drop(K sstable) {
        OpenKeyIndex named = inUse.remove(sstable);
        if (named != null) {
            delete(named);
        }
    }

    /** Takes a damaged file out of use; {@link #deleteDamaged} deletes it. Any thread. */
    synchronized void discardLater(K sstable, OpenKeyIndex named) {
        if (inUse.remove(sstable, named)) {
            damaged.add(named);
        }
    }

    void deleteDamaged() {
        for (OpenKeyIndex named = damaged.poll(); named != null; named = damaged.poll()) {
            delete(named);
        }
    }

    /**
     * Uses a file that was found when the directory was opened, if there is one of the SSTable.
     *
     * @param limitBytes most bytes of the files in use; a file beyond it is deleted
     * @return whether it is used
     */
    boolean adopt(K sstable, SSTableIdentity identity, long limitBytes) {
        OpenKeyIndex named = unclaimed.remove(identity);
        if (named == null) {
            return false;
        }
        if (bytes(inUse.indexes()) + named.bytes() > limitBytes) {
            delete(named);
            return false;
        }
        use(sstable, named);
        return true;
    }

    boolean hasUnclaimed() {
        return !unclaimed.isEmpty();
    }

    void deleteUnclaimed() {
        unclaimed.values().forEach(this::delete);
        unclaimed.clear();
    }

    List<K> sstables() {
        return inUse.sstables();
    }

    /** Returns the key indexes in use. */
    Collection<OpenKeyIndex> indexes() {
        return inUse.indexes();
    }

    int size() {
        return inUse.size();
    }

    /** Returns the bytes of all files. */
    long bytes() {
        return bytes(inUse.indexes()) + bytes(unclaimed.values()) + bytes(damaged);
    }

    private static long bytes(Collection<OpenKeyIndex> indexes) {
        return indexes.stream().mapToLong(OpenKeyIndex::bytes).sum();
    }
}
