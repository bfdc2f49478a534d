package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.KeyHash;
import org.ssdtier.rowcache.index.LocationIndex;

@Tag("unit")
final class RecoveryDropsTest {
    private static final int MILLION = 1 << 20;
    private static final long LARGE = 1L << 30;

    private final LocationIndex index = new LocationIndex(64 << 10);

    private static void note(RecoveryDrops drops, int hashes) {
        for (int i = 0; i < hashes; i++) {
            drops.note(KeyHash.mix(i));
        }
    }

    @Test
    void finish_removesWhatWasDropped_alsoIfDroppedTwice() {
        RecoveryDrops drops = new RecoveryDrops(LARGE);
        drops.note(KeyHash.mix(1));
        drops.note(KeyHash.mix(1));
        index.put(KeyHash.mix(1), 1, 16, 50, entry -> {}); // as the load restores it
        index.put(KeyHash.mix(2), 2, 16, 50, entry -> {});
        assertTrue(drops.finish(index));
        assertEquals(1, index.entries());
        assertEquals(LocationIndex.NONE, index.seek(KeyHash.mix(1), 0));
    }

    /** A flush of a large node drops millions of keys while its index is loaded; they must not cost the whole cache. */
    @Test
    void finish_ofMoreThanAMillion_isTrustedIfTheIndexIsLarge() {
        RecoveryDrops large = new RecoveryDrops(LARGE);
        note(large, MILLION + 1);
        assertTrue(large.finish(index));
        RecoveryDrops small = new RecoveryDrops(index.sizeBytes());
        note(small, MILLION);
        small.note(KeyHash.mix(0)); // again
        assertTrue(small.finish(index));
        RecoveryDrops tooMany = new RecoveryDrops(index.sizeBytes());
        note(tooMany, MILLION + 1);
        assertFalse(tooMany.finish(index));
    }

    @Test
    void finish_afterAllWasDropped_isNotTrusted() {
        RecoveryDrops drops = new RecoveryDrops(LARGE);
        drops.abandon();
        drops.note(KeyHash.mix(1));
        assertFalse(drops.finish(index));
    }
}
