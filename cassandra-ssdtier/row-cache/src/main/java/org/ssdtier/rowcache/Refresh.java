package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.EntryDescriptor;

/**
 * One refresh of one key. Nothing is merged under the key's lock.
 *
 * <p>An image in memory is merged while it continues to answer, which is correct until the view is switched. Then,
 * under the lock, it is replaced by the merged one, if it is still the image that was merged; otherwise the key is
 * dropped.
 *
 * <p>An image that is only in pending or on the SSD is removed under the lock, merged, and offered to pending again
 * under the lock, if the key was not changed in between.
 *
 * <p>In both cases a step under the lock removes the key from pending and index and raises its epoch.
 */
@SuppressWarnings("ReferenceEquality") // an equal image is an image of the same key, not the same image
final class Refresh {
    private final RowKey key;
    private final ImageMerger merger;
    private final boolean readSsd;
    private final int maxImageBytes;
    private final @Nullable SsdTier ssd;
    private final BiConsumer<String, Throwable> failed;
    private RefreshResult result = RefreshResult.ABSENT;
    private @Nullable MemoryImage waiting;
    private long entry = EntryDescriptor.EMPTY;
    private int epoch;
    private int number;

    Refresh(
            RowKey key,
            ImageMerger merger,
            boolean readSsd,
            int maxImageBytes,
            @Nullable SsdTier ssd,
            BiConsumer<String, Throwable> failed) {
        this.key = key;
        this.merger = merger;
        this.readSsd = readSsd;
        this.maxImageBytes = maxImageBytes;
        this.ssd = ssd;
        this.failed = failed;
    }

    RefreshResult run(MemoryTier memory) {
        MemoryImage inMemory = memory.peek(key);
        if (inMemory != null) {
            mergeInMemory(memory, inMemory);
            return result;
        }
        memory.locks().locked(key, this::removeAll);
        if (ssd != null && (waiting != null || isWorthARead())) {
            mergeBehindMemory(ssd, memory);
        }
        return result;
    }

    private boolean isWorthARead() {
        return readSsd && EntryDescriptor.recency(entry) > 0;
    }

    /**
     * Merges an image in memory. The number is read before the check whether the old image is dead, so that a purge in
     * between kills the merged image, too.
     */
    private void mergeInMemory(MemoryTier memory, MemoryImage old) {
        number = key.table.changes().currentNumber();
        MemoryImage merged = merge(old);
        result = RefreshResult.DROPPED;
        memory.locks().locked(key, present -> {
            releaseWaiting(removeBehindMemory());
            if (present != null) {
                present.release();
            }
            boolean isExchanged = present == old && merged != null;
            result = isExchanged ? RefreshResult.MERGED_IN_MEMORY : RefreshResult.DROPPED;
            return isExchanged ? merged : null;
        });
        old.release();
        if (merged != null && result == RefreshResult.DROPPED) {
            merged.release();
        }
    }

    /**
     * Removes the key from pending and index, and drops an image that has come to memory since none was found there.
     */
    private @Nullable MemoryImage removeAll(@Nullable MemoryImage inMemory) {
        waiting = removeBehindMemory();
        if (inMemory != null) {
            inMemory.release();
            releaseWaiting(waiting);
            waiting = null;
            entry = EntryDescriptor.EMPTY;
            result = RefreshResult.DROPPED;
        } else if (waiting != null || entry != EntryDescriptor.EMPTY) {
            result = RefreshResult.DROPPED;
        }
        return null;
    }

    /** Called under the key's lock. */
    private @Nullable MemoryImage removeBehindMemory() {
        if (ssd == null) {
            return null;
        }
        SsdTier.Taken taken = ssd.take(key);
        entry = taken.entry();
        epoch = taken.epoch();
        number = key.table.changes().touch(key.hash); // after the index: a checkpoint that begins now lacks the entry
        return taken.pending();
    }

    private static void releaseWaiting(@Nullable MemoryImage image) {
        if (image != null) {
            image.release();
        }
    }

    private void mergeBehindMemory(SsdTier tier, MemoryTier memory) {
        RefreshResult merging = waiting == null ? RefreshResult.MERGED_FROM_SSD : RefreshResult.MERGED_IN_PENDING;
        MemoryImage old = waiting == null ? tier.readRemoved(key, entry) : waiting;
        if (old == null) {
            return;
        }
        MemoryImage merged = merge(old);
        old.release();
        if (merged == null) {
            return;
        }
        memory.locks().locked(key, present -> {
            boolean isOffered = present == null && tier.isUnchanged(key, epoch) && tier.offer(merged);
            result = isOffered ? merging : RefreshResult.DROPPED;
            return present;
        });
        if (result == RefreshResult.DROPPED) {
            merged.release();
        }
    }

    /**
     * Returns the merged image, or null. Its stamp is this change's number, or the old image's stamp if that is higher,
     * so a purge after the number was read kills both images.
     */
    private @Nullable MemoryImage merge(MemoryImage old) {
        if (!old.answers(key)) {
            return null;
        }
        try {
            ByteBuffer merged = merger.merge(old.image());
            int flags = old.has(MemoryImage.USED) ? MemoryImage.USED : 0;
            return merged == null || merged.remaining() > maxImageBytes
                    ? null
                    : MemoryImage.of(key, Math.max(number, old.stamp()), merged, flags);
        } catch (Throwable e) { // including the owner's AssertionErrors: they concern one row only
            failed.accept("merge", e);
            return null;
        }
    }
}
