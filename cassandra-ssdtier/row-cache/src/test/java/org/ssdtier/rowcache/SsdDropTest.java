package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of what makes images on the SSD stop answering: drops, purges, an empty memory tier, a pause. */
@Tag("unit")
class SsdDropTest extends SsdTierFixture {
    @Test
    void drop_imageOnSsd_misses() {
        onSsd();
        cache.drop(key);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
    }

    @Test
    void drop_imagePending_neverReachesTheIndex() {
        publish(cache, key, 5);
        evict(cache);
        cache.drop(key);
        settle(cache);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
    }

    @Test
    void purge_imagesInEveryTier_missAndTheirEntryGoes() {
        onSsd();
        cache.purge(table);
        assertEquals(-1, value(cache, key));
        assertEquals(0, ssd().index().entries());
        publish(cache, key, 6);
        assertEquals(6, value(cache, key));
    }

    @Test
    void purge_imagePending_isNotWritten() {
        publish(cache, key, 5);
        evict(cache);
        cache.purge(table);
        settle(cache);
        assertEquals(0, ssd().movement().admitted());
        assertEquals(-1, value(cache, key));
    }

    /**
     * Checked by removal: if a new table with the same id begins at the first stamp, it finds the rows of the dropped
     * one.
     */
    @Test
    void forget_tableIsMadeAgainWithTheSameId_formerImagesDoNotAnswer() {
        cache.purge(table);
        onSsd();
        cache.forget(table.id());
        CachedTable again = cache.table(table.id());
        assertEquals(-1, value(cache, key(again, 7)));
        publish(cache, key(again, 7), 6);
        assertEquals(6, value(cache, key(again, 7)));
    }

    /** Checked by removal: a read that outlives its table finds the rows of the new one. */
    @Test
    void forget_tableIsMadeAgainWithTheSameId_itsImagesDoNotAnswerForTheFormer() {
        cache.forget(table.id());
        publish(cache, key(cache.table(table.id()), 7), 5);
        evict(cache);
        settle(cache);
        table.trust();
        table.confirm(new byte[1]);
        assertEquals(-1, value(cache, key));
        assertEquals(5, value(cache, key(cache.table(table.id()), 7)));
    }

    @Test
    void purgeRange_imageOnSsdInside_misses() {
        onSsd();
        cache.purgeRange(table, 6, 7);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void clear_imagesInEveryTier_miss() {
        onSsd();
        RowKey other = key(table, 8);
        publish(cache, other, 1);
        cache.clear();
        assertEquals(-1, value(cache, key));
        assertEquals(-1, value(cache, other));
        assertEquals(0, cache.imageMemory().liveAllocations());
    }

    /** Checked by removal: a tier that was full stays full, of records that nobody can read, and keeps rows seen once out. */
    @Test
    void clear_ofAFullTier_makesRoom() {
        for (int i = 0; i < 4_000; i++) {
            publish(cache, key(table, 100 + i), i);
            settle(cache);
        }
        assertTrue(ssd().content().freeSegments() <= 3, ssd().content().toString());
        cache.clear();
        settle(cache);
        assertEquals(ssd().content().segments() - 1, ssd().content().freeSegments());
        publish(cache, key, 5);
        evict(cache);
        settle(cache);
        evict(cache);
        assertEquals(5, value(cache, key));
    }

    /** Checked by removal: without the look at the index, segments are freed that were filled since everything was dropped. */
    @Test
    void clear_rowsWrittenBeforeTheSegmentsAreFreed_stayThere() {
        cache.clear();
        for (int i = 0; i < 1_500; i++) {
            publish(cache, key(table, 100 + i), i);
            if (i >= 40) {
                cache.work(); // writes one row; the others that wait keep the writer from freeing segments
            }
        }
        evict(cache);
        settle(cache);
        assertTrue(ssd().content().freeSegments() < ssd().content().segments() - 2, "more than one segment is sealed");
        long entries = ssd().index().entries();
        int found = 0;
        for (int i = 0; i < 1_500; i++) {
            found += value(cache, key(table, 100 + i)) == i ? 1 : 0;
        }
        assertEquals(entries, found);
    }

    @Test
    void setMemoryCapacity_zero_emptiesTheSsdToo() {
        onSsd();
        cache.setMemoryCapacity(0);
        cache.setMemoryCapacity(8 << 10);
        assertEquals(-1, value(cache, key));
    }

    @Test
    void pause_imageOnSsd_missesAndDropsStayEffective() {
        onSsd();
        RowKey other = key(table, 8);
        publish(cache, other, 1);
        evict(cache);
        settle(cache);
        cache.ssd().pause();
        assertEquals(CacheState.PAUSED, cache.state());
        assertEquals(-1, value(cache, key));
        cache.drop(key);
        cache.ssd().resume();
        assertEquals(-1, value(cache, key));
        assertEquals(1, value(cache, other));
    }
}
