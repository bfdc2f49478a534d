package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One refresh of one key. Nothing is merged under the key's lock.
 *
 * <p>An image in memory is merged while it goes on answering, which is right as long as the view is not switched; then it is
 * exchanged under the lock for the merged one, if it is still the one that was merged. Else the key is dropped.
 *
 * <p>What only pending or the SSD holds is taken out under the lock, merged, and put on its way again under the lock if nothing
 * happened to the key in between.
 *
 * <p>Either step under the lock takes the image out of pending and index, and raises the epoch.
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
    private long entry = SlotDescriptor.EMPTY;
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
        memory.update(key, this::takeAll);
        if (ssd != null && (waiting != null || isWorthARead())) {
            mergeBehindMemory(ssd, memory);
        }
        return result;
    }

    private boolean isWorthARead() {
        return readSsd && SlotDescriptor.recency(entry) > 0;
    }

    /** The number is taken before the look whether the old image is dead: whoever purges in between kills the new one, too. */
    private void mergeInMemory(MemoryTier memory, MemoryImage old) {
        number = key.table.changes().numberNow();
        MemoryImage merged = merge(old);
        result = RefreshResult.DROPPED;
        memory.update(key, present -> {
            releaseWaiting(takeBehindMemory());
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

    /** Takes what pending and index have; and what came to memory since nothing was found there, which is nobody's any more. */
    private @Nullable MemoryImage takeAll(@Nullable MemoryImage inMemory) {
        waiting = takeBehindMemory();
        if (inMemory != null) {
            inMemory.release();
            releaseWaiting(waiting);
            waiting = null;
            entry = SlotDescriptor.EMPTY;
            result = RefreshResult.DROPPED;
        } else if (waiting != null || entry != SlotDescriptor.EMPTY) {
            result = RefreshResult.DROPPED;
        }
        return null;
    }

    /** Called under the key's lock. */
    private @Nullable MemoryImage takeBehindMemory() {
        if (ssd == null) {
            return null;
        }
        SsdTier.Taken taken = ssd.take(key);
        entry = taken.entry();
        epoch = taken.epoch();
        number = key.table.changes().touch(key.hash); // after the index: a checkpoint that begins now has it no more
        return taken.pending();
    }

    private static void releaseWaiting(@Nullable MemoryImage image) {
        if (image != null) {
            image.release();
        }
    }

    private void mergeBehindMemory(SsdTier tier, MemoryTier memory) {
        RefreshResult merging = waiting == null ? RefreshResult.MERGED_FROM_SSD : RefreshResult.MERGED_IN_PENDING;
        MemoryImage old = waiting == null ? tier.readTaken(key, entry) : waiting;
        if (old == null) {
            return;
        }
        MemoryImage merged = merge(old);
        old.release();
        if (merged == null) {
            return;
        }
        memory.update(key, present -> {
            boolean isOffered = present == null && tier.isUnchanged(key, epoch) && tier.offer(merged);
            result = isOffered ? merging : RefreshResult.DROPPED;
            return present;
        });
        if (result == RefreshResult.DROPPED) {
            merged.release();
        }
    }

    /** Returns the image that follows, with the number of this change: a purge since that was taken holds for both. */
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
        } catch (Throwable e) { // an assertion of the owner's, too: it is one row's
            failed.accept("merge", e);
            return null;
        }
    }
}
