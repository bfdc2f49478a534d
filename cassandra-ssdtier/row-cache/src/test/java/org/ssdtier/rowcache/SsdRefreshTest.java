package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.tier;
import static org.ssdtier.rowcache.TestCache.value;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the merge of a flush into images in each tier. */
@Tag("unit")
class SsdRefreshTest extends SsdTierFixture {
    @Test
    void refresh_imageOfAnEmptyKey_isOneOfARow() {
        publishEmpty(key);
        assertEquals(RefreshResult.MERGED_IN_MEMORY, refresh(true));
        evict(cache);
        settle(cache);
        assertEquals(Tier.SSD, tier(cache, key));
    }

    @Test
    void refresh_imagePending_isMergedThere() {
        publish(cache, key, 5);
        evict(cache);
        assertEquals(RefreshResult.MERGED_IN_PENDING, refresh(true));
        settle(cache);
        assertEquals(6, value(cache, key));
    }

    @Test
    void refresh_coldImageOnSsd_isDropped() {
        onSsd();
        assertEquals(RefreshResult.DROPPED, refresh(true));
        assertEquals(-1, value(cache, key));
    }

    @Test
    void refresh_warmImageOnSsd_isReadMergedAndWrittenAgain() {
        onSsd();
        warm();
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        settle(cache);
        assertEquals(Tier.SSD, tier(cache, key));
        assertEquals(6, value(cache, key));
    }

    /** Checked by removal: if the refresh's read is counted as a look-up's, there are two reads for one hit. */
    @Test
    void refresh_readingTheSsd_isNoDeviceReadOfALookUp() {
        onSsd();
        fillers();
        warm();
        assertEquals(1, ssd().device().deviceReads());
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        assertEquals(1, ssd().device().deviceReads());
        assertEquals(1, ssd().device().refreshReads());
        assertEquals(2 * 4096, ssd().device().bytesRead());
    }

    @Test
    void refresh_readingWhatIsStillInTheWriteBuffers_isNoDeviceRead() {
        onSsd();
        warm();
        assertEquals(RefreshResult.MERGED_FROM_SSD, refresh(true));
        assertEquals(0, ssd().device().refreshReads());
        assertEquals(0, ssd().device().bytesRead());
    }

    @Test
    void refresh_warmImageOnSsdButNoReadWanted_isDropped() {
        onSsd();
        warm();
        assertEquals(RefreshResult.DROPPED, refresh(false));
        assertEquals(-1, value(cache, key));
    }

    /** Reads the image once from the SSD and evicts it from memory again. */
    private void warm() {
        assertEquals(Tier.SSD, tier(cache, key));
        evict(cache);
        settle(cache);
    }

    /** Displaces the image from the write buffers, which hold no more than a segment. */
    private void fillers() {
        for (int i = 1000; i < 1400; i++) {
            publish(cache, key(table, i), i);
            settle(cache);
        }
        evict(cache);
        settle(cache);
    }
}
