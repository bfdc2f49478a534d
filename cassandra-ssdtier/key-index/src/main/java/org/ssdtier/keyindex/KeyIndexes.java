package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.PageReader;
import org.ssdtier.segmentlog.PageReads;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.DirectoryKind;
import org.ssdtier.segmentlog.device.NoSpaceException;
import org.ssdtier.segmentlog.device.StorageSource;
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
    /** Time between two looks at the directory, each of which makes a file. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Files that a probe tries to read. */
    private static final int PROBED_FILES = 4;

    private final KeyIndexOptions options;
    private final KeyIndexDirectory<K> directory;
    private final KeyIndexRoom room;
    private final PageReads reads;
    private final DeviceHealth health;
    private final KeyIndexCounters counters = new KeyIndexCounters();
    private long nextCheckNanos;
    /** The file whose error was the last one before the device failed. */
    private volatile String blamed = "";
    /** The error of the last attempt to open the directory again. It is logged when it changes. */
    private String refusal = "";

    private KeyIndexes(StorageSource source, KeyIndexOptions options) {
        this.options = options;
        this.directory = new KeyIndexDirectory<>(source, this::deviceFailed);
        this.room = new KeyIndexRoom(directory, options.limitBytes());
        this.reads = new PageReads(options.readers(), options.readTimeoutNanos(), options.nanoClock());
        this.health = new DeviceHealth(options.errorThreshold(), options.readers(), options.nanoClock());
        this.nextCheckNanos = options.nanoClock().getAsLong();
    }

    /**
     * Opens the key indexes of a directory. Files that are incomplete, damaged or unreadable are deleted, those
     * that cannot be opened left out.
     *
     * @param source opens the directory of the files, now and after each failure of its file system
     * @throws IOException when the directory cannot be opened or read
     */
    public static <K> KeyIndexes<K> open(StorageSource source, KeyIndexOptions options) throws IOException {
        KeyIndexes<K> indexes = new KeyIndexes<>(source, options);
        boolean isOpen = false;
        try {
            indexes.directory.open();
            isOpen = true;
            return indexes;
        } finally {
            if (!isOpen) {
                indexes.close();
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
        OpenKeyIndex named = directory.get(sstable);
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
            directory.discardLater(sstable, named);
        } catch (IOException e) {
            failed(sstable, named, e);
            if (named.errors().incrementAndGet() >= FILE_ERRORS && directory.size() > 1) {
                directory.discardLater(sstable, named); // a page that cannot be read must not take the other files off
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
        if (directory.get(sstable) == named && deviceFailed("file=" + named.name(), e)) {
            if (blamed.equals(named.name())) {
                directory.discardLater(sstable, named); // the device has proved itself meanwhile
            }
            blamed = named.name();
        }
    }

    private boolean deviceFailed(String what, Exception e) {
        counters.errors.increment();
        boolean hasFailed = health.recordError();
        if (hasFailed) {
            logger.warn(
                    "{} {}: too many errors within a minute; key indexes are not used until the directory can be opened again",
                    directory.describe(),
                    what,
                    e);
        }
        return hasFailed;
    }

    /** Returns whether an SSTable has a key index. */
    public boolean has(K sstable) {
        return directory.get(sstable) != null;
    }

    /** Returns the SSTables that have a key index. */
    public List<K> indexed() {
        return directory.sstables();
    }

    /**
     * Uses a key index that was found when the directory was opened, if the SSTable has one and the limit, which may be lower than
     * before, has room for it.
     *
     * @return whether it is used
     */
    public boolean adopt(K sstable, SSTableIdentity identity) {
        return directory.adopt(sstable, identity, options.limitBytes());
    }

    /** Returns whether there are files that no SSTable has claimed. */
    public boolean hasUnclaimed() {
        return directory.hasUnclaimed();
    }

    /** Deletes the files that were found when the directory was opened and that no SSTable has claimed. */
    public void deleteUnclaimed() {
        directory.deleteUnclaimed();
    }

    /**
     * Makes the key index of an SSTable.
     *
     * @param source its keys
     */
    public BuildStatus build(K sstable, SSTableIdentity identity, KeySource source) {
        return make(sstable, identity, device -> new KeyIndexBuild(
                        device, ThreadLocalRandom.current().nextLong(), room.now())
                .run(whileWell(source, identity), identity));
    }

    /** Returns a source that ends once the device has failed: what is being written keeps a file open. */
    private KeySource whileWell(KeySource source, SSTableIdentity identity) {
        return sink -> source.forEach((token, position, hasOwnIndex) -> {
            if (health.hasFailed()) {
                throw new KeySource.Ended(identity.name());
            }
            sink.accept(token, position, hasOwnIndex);
        });
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
        if (!health.isOnline() || isLost()) {
            return BuildStatus.DEVICE_FAILED;
        }
        String name = directory.newName();
        Device device = null;
        BuildStatus status;
        try {
            device = opened(name);
            KeyIndexDescriptor.Header written = writing.to(device);
            OpenKeyIndex made = new OpenKeyIndex(KeyIndexFile.reopen(device, written, "file=" + name), name);
            counters.built.increment();
            counters.bytesWritten.add(made.bytes());
            directory.use(sstable, made);
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
        directory.abandon(device, name);
        return status;
    }

    private Device opened(String name) throws KeyIndexBuild.DeviceFailure {
        try {
            return directory.create(name);
        } catch (IOException e) {
            throw new KeyIndexBuild.DeviceFailure(e);
        }
    }

    /** Returns whether the directory is gone, as after an unmount; it is left then, or files were made below the mount point. */
    private boolean isLost() {
        boolean isGone = directory.isGone();
        if (isGone) {
            leave("is gone or another one now");
        }
        return isGone;
    }

    private void leave(String why) {
        if (health.fail()) {
            logger.warn(
                    "{}: {}; key indexes are not used until the directory can be opened again",
                    directory.describe(),
                    why);
        }
    }

    /** Stops using the key index of an SSTable and deletes it. */
    public void drop(K sstable) {
        directory.drop(sstable);
    }

    /** Deletes files that were found damaged. To be called now and then. */
    public void deleteDamaged() {
        directory.deleteDamaged();
    }

    /**
     * Looks now and then whether the directory is still there and can be changed, because look-ups alone do not tell. To be called about
     * every half second, also while an SSTable is read.
     */
    public void checkDevice() {
        long now = options.nanoClock().getAsLong();
        if (health.hasFailed() || now - nextCheckNanos < 0) {
            return;
        }
        nextCheckNanos = now + CHECK_NANOS;
        if (!isLost() && health.isOnline() && directory.isFailing()) { // a late device is left alone
            leave("its file system fails or is read-only");
        }
    }

    /**
     * Closes all files of a device that has failed, so that its file system can be unmounted, and opens them again when that is possible;
     * SSTables have to claim them then, as after a start. To be called about every half second, not while a file is made.
     */
    public void tendDevice() {
        if (!health.hasFailed()) {
            return;
        }
        directory.letGo();
        if (health.isProbeDue() && health.recordReopening(isOpenAgain())) {
            logger.info("{}: is open again; key indexes are used again", directory.describe());
        }
    }

    private boolean isOpenAgain() {
        try {
            directory.openAgain();
            refusal = "";
        } catch (IOException | RuntimeException | AssertionError | OutOfMemoryError e) {
            if (!refusal.equals(e.toString())) {
                refusal = e.toString();
                logger.info("{}: cannot be opened again yet: {}", directory.describe(), refusal);
            }
        }
        return directory.isOpen();
    }

    /**
     * Frees readers whose late reads have ended, switches a device off that is too slow, and probes one that is off for that. To be
     * called about every half second, by one thread that does nothing else: reading an SSTable takes long.
     *
     * @param witness tells whether the device is to blame for late reads
     */
    public void watch(CpuWitness witness) {
        if (health.judgeLate(reads.lateReads().late() > 0, witness::isCpuShort)) {
            logger.warn(
                    "{}: too many reads exceed read_timeout; key indexes are not used until a probe is in time",
                    directory.describe());
        }
        if (!health.hasFailed() && health.isProbeDue() && health.recordProbe(isInTime())) {
            logger.info("{}: the device answers again; key indexes are used", directory.describe());
        }
    }

    /** Returns whether a late device reads one of some files in time. */
    private boolean isInTime() {
        return directory.size() == 0
                || directory.indexes().stream().limit(PROBED_FILES).anyMatch(this::isReadable);
    }

    private boolean isReadable(OpenKeyIndex named) {
        try (PageReader reader = reads.tryAcquire()) {
            return reader != null && named.file().isReadable(reader);
        } catch (IOException e) {
            if (directory.indexes().contains(named)) { // else it was closed meanwhile
                leave("was late and fails now: " + e.getMessage());
            }
            return false;
        }
    }

    /** Returns whether the device is in use. */
    public boolean isOnline() {
        return health.isOnline();
    }

    /** Returns the bytes that further files may have. May wait for the device. */
    public long roomBytes() {
        return room.now().getAsLong();
    }

    /** Returns the figures. */
    public KeyIndexStats stats() {
        return new KeyIndexStats(
                directory.size(),
                directory.indexes().stream()
                        .mapToLong(named -> named.file().header().keys())
                        .sum(),
                directory.bytes(),
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
        directory.close();
        reads.close();
    }
}
