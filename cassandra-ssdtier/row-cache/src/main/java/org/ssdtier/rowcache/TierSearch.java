package org.ssdtier.rowcache;

import org.jspecify.annotations.Nullable;

/** The look-up of a key in the tiers, one after the other. Thread-safe. */
final class TierSearch {
    private final MemoryTier memory;
    private final @Nullable SsdTier ssd;
    private final SsdTier.Promotion promotion;

    TierSearch(MemoryTier memory, @Nullable SsdTier ssd) {
        this.memory = memory;
        this.ssd = ssd;
        this.promotion = memory::putIfAbsent;
    }

    /** Returns the image of a key in the first tier that has it, to be closed by the caller; null on a miss. */
    @Nullable
    Image find(RowKey key) {
        if (memory.capacityBytes() == 0) {
            return null;
        }
        MemoryImage found = memory.get(key);
        if (found != null) {
            return new Image(found, Tier.MEMORY);
        }
        if (ssd == null) {
            return null;
        }
        found = ssd.pending(key);
        if (found != null) {
            return new Image(found, Tier.PENDING);
        }
        found = ssd.read(key, promotion);
        return found == null ? null : new Image(found, Tier.SSD);
    }
}
