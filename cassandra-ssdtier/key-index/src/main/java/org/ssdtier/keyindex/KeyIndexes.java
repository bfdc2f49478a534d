package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.PageReader;
import org.ssdtier.segmentlog.PageReads;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The key indexes of a node, one file each. Look-ups come from any number of threads and never throw; {@link #watch} has a thread
 * of its own, and everything else belongs to one thread, the keeper.
 *
 * @param <K> what identifies an SSTable in memory, compared by reference; its hash code must be cheap
 */
public final class KeyIndexes<K> implements AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexes.class);

    /** Kind of a directory of key indexes. */
    public static final DirectoryKind DIRECTORY_KIND = FileNumbers.KIND;

    /** Number of failed look-ups after which a file is made anew; by default a quarter of those that switch the device off. */
    private static final int FILE_ERRORS = 4;
    /** Files that a probe tries to read. */
    private static final int PROBED_FILES = 4;

    private final Storage storage;
    private final KeyIndexOptions options;
    private final KeyIndexRoom room;
    private final PageReads reads;
    private final DeviceHealth health;
    private final KeyIndexCounters counters = new KeyIndexCounters();
    private final OpenKeyIndexes<K> files = new OpenKeyIndexes<>();
    /** Files of an earlier life whose SSTables have not been seen yet. */
    private final Map<SSTableIdentity, OpenKeyIndex> unclaimed = new ConcurrentHashMap<>();
    /** Files that were found damaged, which the keeper deletes. No SSTable may claim them. */
    private final Queue<OpenKeyIndex> damaged = new ConcurrentLinkedQueue<>();

    private final FileNumbers numbers = new FileNumbers();

    private KeyIndexes(Storage storage, KeyIndexOptions options) {
        this.storage = storage;
        this.options = options;
        this.room = new KeyIndexRoom(storage, options.limitBytes());
        this.reads = new PageReads(options.readers(), options.readTimeoutNanos(), options.nanoClock());
        this.health = new DeviceHealth(options.errorThreshold(), options.readers(), options.nanoClock());
    }

    /**
     * Opens the key indexes of a directory. Files that are incomplete, damaged or unreadable are deleted, those
     * that cannot be opened left out.
     *
     * @param storage directory of the files; closed with the key indexes, and when this fails
     * @throws IOException when the directory cannot be read
     */
    public static <K> KeyIndexes<K> open(Storage storage, KeyIndexOptions options) throws IOException {
        KeyIndexes<K> indexes = new KeyIndexes<>(storage, options);
        boolean isOpen = false;
        try {
            for (String name : storage.names()) {
                if (indexes.numbers.isFile(name)) {
                    indexes.recover(name);
                }
            }
            isOpen = true;
            return indexes;
        } finally {
            if (!isOpen) {
                indexes.close();
            }
        }
    }

    private void recover(String name) {
        Device device = null;
        try {
            device = storage.open(name);
            KeyIndexFile file = KeyIndexFile.open(device, "file=" + name);
            OpenKeyIndex twin = unclaimed.put(file.header().identity(), new OpenKeyIndex(file, name));
            if (twin != null) {
                delete(twin);
            }
        } catch (IOException e) {
            // a file that could not be opened may be undamaged, as when there are no descriptors left
            boolean isDeleted = device != null || e instanceof FormatException;
            logger.info("{} file={} deleted={}: not used: {}", storage.describe(), name, isDeleted, e.getMessage());
            if (isDeleted) {
                abandon(device, name);
            }
        }
    }

    /**
     * Looks up a key of an SSTable.
     *
     * @param sstable the SSTable
     * @param token token of the key
     * @return a position in the data file where the key may be, {@link KeyPosition#ABSENT} or {@link KeyPosition#UNKNOWN}
     */
    public long find(K sstable, long token) {
        OpenKeyIndex named = files.get(sstable);
        if (named == null || !health.isOnline()) {
            return KeyPosition.UNKNOWN;
        }
        try (PageReader reader = reads.tryAcquire()) {
            if (reader == null) {
                counters.late.increment();
                return KeyPosition.UNKNOWN;
            }
            long found = named.file().find(token, reader);
            if (found == KeyPosition.LATE) {
                counters.late.increment();
                health.late();
                return KeyPosition.UNKNOWN;
            }
            health.inTime();
            return counted(found);
        } catch (FormatException e) {
            counters.checksumErrors.increment();
            failed(sstable, named, e);
            discardLater(sstable, named);
        } catch (IOException e) {
            failed(sstable, named, e);
            if (named.errors().incrementAndGet() >= FILE_ERRORS && files.size() > 1) {
                discardLater(sstable, named); // a page that cannot be read must not take the other files off
            }
        }
        return KeyPosition.UNKNOWN;
    }

    private long counted(long found) {
        if (found >= 0) {
            counters.found.increment();
        } else if (found == KeyPosition.ABSENT) {
            counters.absent.increment();
        } else {
            counters.unknown.increment();
        }
        return found;
    }

    /** Records that the data file had another key at a position that a look-up returned. */
    public void recordMismatch() {
        counters.mismatches.increment();
    }

    /** Records a failed operation, unless the file was closed meanwhile. */
    @SuppressWarnings("ReferenceEquality") // another file with the same content is another one
    private void failed(K sstable, OpenKeyIndex named, IOException e) {
        if (files.get(sstable) == named) {
            deviceFailed("file=" + named.name(), e);
        }
    }

    private void deviceFailed(String what, Exception e) {
        counters.errors.increment();
        if (health.recordError()) {
            logger.warn(
                    "{} {}: too many errors within a minute; key indexes are not used until a probe succeeds",
                    storage.describe(),
                    what,
                    e);
        }
    }

    /** Takes a damaged file out of use; the keeper deletes it and makes a new one. */
    private void discardLater(K sstable, OpenKeyIndex named) {
        if (files.remove(sstable, named)) {
            damaged.add(named);
        }
    }

    /** Returns whether an SSTable has a key index. */
    public boolean has(K sstable) {
        return files.get(sstable) != null;
    }

    /** Returns the SSTables that have a key index. */
    public List<K> indexed() {
        return files.sstables();
    }

    /**
     * Uses a key index of an earlier life, if the SSTable has one and the limit, which may be lower now, has room for it.
     *
     * @return whether it is used
     */
    public boolean adopt(K sstable, SSTableIdentity identity) {
        OpenKeyIndex named = unclaimed.remove(identity);
        if (named == null) {
            return false;
        }
        if (bytes(files.indexes()) + named.bytes() > options.limitBytes()) {
            delete(named);
            return false;
        }
        use(sstable, named);
        return true;
    }

    /** Returns whether there are files that no SSTable has claimed. */
    public boolean hasUnclaimed() {
        return !unclaimed.isEmpty();
    }

    /** Deletes the files of an earlier life that no SSTable has claimed. */
    public void deleteUnclaimed() {
        unclaimed.values().forEach(this::delete);
        unclaimed.clear();
    }

    /**
     * Makes the key index of an SSTable.
     *
     * @param source its keys
     */
    public BuildStatus build(K sstable, SSTableIdentity identity, KeySource source) {
        return make(sstable, identity, device -> new KeyIndexBuild(
                        device, ThreadLocalRandom.current().nextLong(), room.of(this::bytes))
                .run(source, identity));
    }

    /**
     * Makes the key index of an SSTable from the draft that was made while the SSTable was written.
     *
     * @param draft its keys
     */
    public BuildStatus build(K sstable, SSTableIdentity identity, KeyDraft draft) {
        return make(sstable, identity, device -> {
            if (!draft.isUsable()) {
                throw new IOException("the draft is not complete");
            }
            if (draft.bytes() > roomBytes()) {
                throw new KeyIndexBuild.NoRoom(draft.bytes());
            }
            try {
                return draft.write(new KeyIndexWriter(device), identity);
            } catch (IOException e) {
                throw new KeyIndexBuild.DeviceFailure(e);
            }
        });
    }

    /** The writing of a file, which returns its header. */
    private interface Writing {
        KeyIndexDescriptor.Header to(Device device) throws IOException;
    }

    private BuildStatus make(K sstable, SSTableIdentity identity, Writing writing) {
        if (!health.isOnline() || isGone()) {
            return BuildStatus.DEVICE_FAILED;
        }
        String name = numbers.next();
        Device device = null;
        BuildStatus status;
        try {
            device = opened(name);
            KeyIndexDescriptor.Header written = writing.to(device);
            OpenKeyIndex made = new OpenKeyIndex(KeyIndexFile.reopen(device, written, "file=" + name), name);
            counters.built.increment();
            counters.bytesWritten.add(made.bytes());
            use(sstable, made);
            return BuildStatus.OK;
        } catch (KeyIndexBuild.DeviceFailure e) {
            boolean isFull = e.getCause() instanceof NoSpaceException;
            if (!isFull) {
                deviceFailed("file=" + name, e);
            }
            status = isFull ? BuildStatus.NO_ROOM : BuildStatus.DEVICE_FAILED;
        } catch (KeyIndexBuild.NoRoom e) {
            status = BuildStatus.NO_ROOM;
        } catch (KeySource.Ended e) {
            status = BuildStatus.ENDED;
        } catch (IOException | RuntimeException | AssertionError e) {
            logger.warn("SSTable {}: its keys cannot be read; no key index: {}", identity.name(), e.toString());
            status = BuildStatus.SOURCE_FAILED;
        } catch (OutOfMemoryError e) {
            logger.warn("SSTable {}: no memory for its key index: {}", identity.name(), e.toString());
            status = BuildStatus.DEVICE_FAILED;
        }
        abandon(device, name);
        return status;
    }

    private Device opened(String name) throws KeyIndexBuild.DeviceFailure {
        try {
            return storage.open(name);
        } catch (IOException e) {
            throw new KeyIndexBuild.DeviceFailure(e);
        }
    }

    /** Returns whether the directory is gone, as after an unmount; switches off then, or files were made below the mount point. */
    private boolean isGone() {
        boolean isGone = !storage.isPresent();
        if (isGone && health.switchOff()) {
            logger.warn(
                    "{}: is gone or another one now; key indexes are not used until it is back or the node is restarted",
                    storage.describe());
        }
        return isGone;
    }

    private void use(K sstable, OpenKeyIndex named) {
        OpenKeyIndex before = files.put(sstable, named);
        if (before != null) {
            delete(before); // made from a draft while the SSTable was read, or of an SSTable that is gone
        }
    }

    private void abandon(@Nullable Device device, String name) {
        try {
            if (device != null) {
                device.close();
            }
            storage.delete(name);
        } catch (IOException e) {
            deviceFailed("file=" + name, e);
        }
    }

    /** Stops using the key index of an SSTable and deletes it. */
    public void drop(K sstable) {
        OpenKeyIndex named = files.remove(sstable);
        if (named != null) {
            delete(named);
        }
    }

    private void delete(OpenKeyIndex named) {
        try {
            named.file().close();
            storage.delete(named.name());
        } catch (IOException e) {
            deviceFailed("file=" + named.name(), e);
        }
    }

    /** Deletes files that were found damaged. To be called now and then. */
    public void deleteDamaged() {
        for (OpenKeyIndex named = damaged.poll(); named != null; named = damaged.poll()) {
            delete(named);
        }
    }

    /**
     * Frees readers whose late reads have ended, switches a device off that is too slow, and probes one that is off. To be called
     * about every half second, by one thread that does nothing else: reading an SSTable takes long.
     *
     * @param witness tells whether the device is to blame for late reads
     */
    public void watch(CpuWitness witness) {
        if (health.judgeLate(reads.lateReads().late() > 0, witness::isCpuShort)) {
            logger.warn(
                    "{}: too many reads exceed read_timeout; key indexes are not used until a probe succeeds",
                    storage.describe());
        }
        if (health.isProbeDue() && health.recordProbe(probe())) {
            logger.info("{}: the device answers again; key indexes are used", storage.describe());
        }
    }

    private boolean probe() {
        return storage.isPresent()
                && (files.size() == 0
                        || files.indexes().stream().limit(PROBED_FILES).anyMatch(this::isReadable));
    }

    private boolean isReadable(OpenKeyIndex named) {
        try (PageReader reader = reads.tryAcquire()) {
            return reader != null && named.file().isReadable(reader);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether the device is in use. */
    public boolean isOnline() {
        return health.isOnline();
    }

    /** Returns the bytes that further files may have. May wait for the device. */
    public long roomBytes() {
        return room.of(this::bytes).getAsLong();
    }

    private long bytes() {
        return bytes(files.indexes()) + bytes(unclaimed.values()) + bytes(damaged);
    }

    private static long bytes(Collection<OpenKeyIndex> indexes) {
        return indexes.stream().mapToLong(OpenKeyIndex::bytes).sum();
    }

    /** Returns the figures. */
    public KeyIndexStats stats() {
        return new KeyIndexStats(
                files.size(),
                files.indexes().stream()
                        .mapToLong(named -> named.file().header().keys())
                        .sum(),
                bytes(),
                options.limitBytes(),
                health.isOnline(),
                new KeyIndexStats.Lookups(
                        counters.found.sum(),
                        counters.absent.sum(),
                        counters.unknown.sum(),
                        counters.mismatches.sum(),
                        counters.late.sum()),
                counters.built.sum(),
                counters.bytesWritten.sum(),
                counters.errors.sum(),
                counters.checksumErrors.sum());
    }

    /** Closes all files, which stay for the next start. Idempotent. */
    @Override
    public void close() {
        List<OpenKeyIndex> open = new ArrayList<>(files.indexes());
        open.addAll(unclaimed.values());
        open.addAll(damaged);
        files.clear();
        unclaimed.clear();
        damaged.clear();
        for (OpenKeyIndex named : open) {
            try {
                named.file().close();
            } catch (IOException e) {
                logger.debug("file={}: closing failed", named.name(), e);
            }
        }
        reads.close();
        storage.close();
    }
}
