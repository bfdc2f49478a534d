package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One refresh of one key.
 *
 * <p>Its first step runs under the key's lock: it takes the image out of pending and index, raises the epoch, and merges what
 * memory or pending held. An image that only the SSD holds is read and merged afterwards, without the lock; the second step
 * puts it on its way only if nothing happened to the key in between.
 */
final class Refresh {
    private final RowKey key;
    private final ImageMerger merger;
    private final boolean readSsd;
    private final int maxImageBytes;
    private final @Nullable SsdTier ssd;
    private final BiConsumer<String, Throwable> failed;
    private RefreshResult result = RefreshResult.ABSENT;
    private long taken = SlotDescriptor.EMPTY;
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
        memory.update(key, this::takeAndMerge);
        if (taken != SlotDescriptor.EMPTY && ssd != null) {
            readAndMerge(ssd, memory);
        }
        return result;
    }

    private @Nullable MemoryImage takeAndMerge(@Nullable MemoryImage inMemory) {
        MemoryImage waiting = null;
        long entry = SlotDescriptor.EMPTY;
        if (ssd != null) {
            SsdTier.Taken behindMemory = ssd.take(key);
            waiting = behindMemory.pending();
            entry = behindMemory.entry();
            epoch = behindMemory.epoch();
        }
        number = key.table.changes().touch(key.hash); // after the index: a checkpoint that begins now has it no more
        MemoryImage merged = null;
        if (inMemory != null) {
            merged = merge(inMemory);
            result = merged == null ? RefreshResult.DROPPED : RefreshResult.MERGED_IN_MEMORY;
            inMemory.release();
            if (waiting != null) {
                waiting.release();
            }
        } else if (waiting != null) {
            MemoryImage next = merge(waiting);
            waiting.release();
            result = next != null && offer(next) ? RefreshResult.MERGED_IN_PENDING : RefreshResult.DROPPED;
        } else if (entry != SlotDescriptor.EMPTY) {
            result = RefreshResult.DROPPED;
            taken = readSsd && SlotDescriptor.recency(entry) > 0 ? entry : SlotDescriptor.EMPTY;
        }
        return merged;
    }

    private void readAndMerge(SsdTier tier, MemoryTier memory) {
        MemoryImage old = tier.readTaken(key, taken);
        if (old == null) {
            return;
        }
        MemoryImage merged = merge(old);
        old.release();
        if (merged == null) {
            return;
        }
        boolean[] offered = {false};
        memory.update(key, present -> {
            offered[0] = present == null && tier.isUnchanged(key, epoch) && tier.offer(merged);
            return present;
        });
        if (offered[0]) {
            result = RefreshResult.MERGED_FROM_SSD;
        } else {
            merged.release();
        }
    }

    private boolean offer(MemoryImage image) {
        boolean offered = ssd != null && ssd.offer(image);
        if (!offered) {
            image.release();
        }
        return offered;
    }

    /** Returns the image that follows, with the number of this change: a purge since it began holds for both. */
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
