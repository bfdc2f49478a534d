package org.ssdtier.rowcache;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.admission.AdmissionPolicy;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.rowcache.index.EntryDescriptor;
import org.ssdtier.rowcache.index.IndexMemory;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.DeviceOperations;

/**
 * The parts of the SSD tier that its readers and its writer share: the log, the index of its records, the images that
 * wait to be written, the counters, and the state of the device. Thread-safe; the log is set by the writer alone.
 */
final class SsdParts {
    private static final Logger logger = LoggerFactory.getLogger(SsdParts.class);

    final LocationIndex index;
    final Epochs epochs;
    final AdmissionPolicy admission;
    final Pending pending;
    final SsdCounters counters = new SsdCounters();
    final SsdHealth health;
    final ImageCompression compression;
    final DeviceOperations operations = new DeviceOperations();
    final DeadSegments dead = new DeadSegments();
    private final long markBytes;
    /** The keys dropped during a load of the index; null if there is none. */
    private volatile @Nullable RecoveryDrops recoveryDrops;

    private volatile @Nullable SegmentLog log;

    SsdParts(SsdOptions options, long pendingCapacityBytes, LongSupplier nanoClock, ImageCompression compression) {
        this.compression = compression;
        IndexMemory memory = IndexMemory.of(options.geometry().indexBytes());
        this.index = new LocationIndex(memory.entryBytes());
        this.epochs = new Epochs(memory.epochStripes());
        this.admission = options.writes().admission().policy(memory.ghostWords());
        this.markBytes = memory.markBytes();
        this.pending = new Pending(pendingCapacityBytes);
        this.health = new SsdHealth(options.device().ioErrorThreshold(), counters.outages, nanoClock);
    }

    /** Returns the log; null while it is not open. */
    @Nullable
    SegmentLog log() {
        return log;
    }

    void setLog(@Nullable SegmentLog next) {
        log = next;
    }

    /** Returns the memory of the index and of everything that {@code index_memory} bounds with it, in bytes. */
    long indexBytes() {
        return index.sizeBytes() + epochs.sizeBytes() + admission.sizeBytes() + markBytes;
    }

    /** Returns whether the SSD probably holds exactly this image. */
    boolean isOnSsd(MemoryImage image) {
        return image.has(MemoryImage.ON_SSD) && index.seek(image.hash, 0) != LocationIndex.NONE;
    }

    /**
     * Adds an image to pending and takes ownership of its reference, if there is room. Called under the key's lock.
     *
     * @return whether there was room
     */
    boolean offer(MemoryImage image) {
        image.table.noteLeavesMemory(image.stamp());
        if (!pending.offer(image)) {
            return false;
        }
        counters.demotions.increment();
        return true;
    }

    /** Reports the record of an entry to the log as garbage. */
    void garbage(long entry) {
        SegmentLog current = log;
        if (current != null) {
            long location = current.locationOf(EntryDescriptor.segmentSlot(entry), EntryDescriptor.offset(entry));
            if (location >= 0) {
                current.garbage(location, EntryDescriptor.meanBytesOf(EntryDescriptor.sizeClass(entry)));
            }
        }
    }

    /** Writes or removes the file of a dictionary, if that was requested. Returns whether it was. */
    boolean saveDictionary(SegmentLog to) {
        try {
            return compression.store().step(to.storage());
        } catch (IOException e) {
            logger.warn("Row cache on SSD: a dictionary could not be saved or removed: {}", e.toString());
            ioError("write of a dictionary");
            return true;
        }
    }

    /** Counts an I/O error; may take the tier offline. */
    void ioError(String what) {
        counters.ioErrors.increment();
        SegmentLog current = log;
        health.error(current == null ? what : what + ", " + current.lastFailure());
    }

    /** Drops every image: those pending, and every entry of the index. Admission forgets their keys. */
    void clear() {
        pending.clear();
        index.clear();
        admission.forget();
        dead.request();
        RecoveryDrops drops = recoveryDrops;
        if (drops != null) {
            drops.abandon();
        }
    }

    /** Begins to record the dropped keys, because the index will be loaded. */
    void beginRecovery() {
        recoveryDrops = new RecoveryDrops(index.sizeBytes());
    }

    /** Records that a key is dropped, if the index is being loaded. */
    void noteDrop(long hash) {
        RecoveryDrops drops = recoveryDrops;
        if (drops != null) {
            drops.note(hash);
        }
    }

    /**
     * Ends recovery: drops are no longer recorded, and the index may be read.
     *
     * @return false if the loaded index cannot be trusted
     */
    boolean finishRecovery() {
        RecoveryDrops drops = recoveryDrops;
        boolean trusted = drops == null || drops.finish(index);
        recoveryDrops = null;
        return trusted;
    }
}
