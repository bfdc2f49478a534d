package org.ssdtier.rowcache.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class WarmthSurveyTest {
    private static final int SEGMENTS = 64;
    /** The number of reclaims of one pass through the index. */
    private static final int PASS = SEGMENTS / 16;

    private final LocationIndex index = new LocationIndex(64 << 10);
    private final WarmthSurvey survey = new WarmthSurvey(index);

    @Test
    void share_firstReclaim_isKnownAtOnce() {
        enter(1, 5, 0);
        enter(2, 5, 1);
        enter(3, 5, 3);
        enter(4, 6, 2);
        survey.proceed(SEGMENTS);
        assertEquals(2.0 / 3, survey.share(5, 1), 1e-9);
        assertEquals(1.0 / 3, survey.share(5, 2), 1e-9);
        assertEquals(0, survey.share(5, 4), 1e-9);
        assertEquals(1, survey.share(6, 2), 1e-9);
    }

    @Test
    void share_noEntries_isNothing() {
        enter(1, 5, 1);
        survey.proceed(SEGMENTS);
        assertEquals(0, survey.share(7, 0), 1e-9);
    }

    @Test
    void share_reclaimedMeanwhile_isAllUntilAPassHasSeenTheNextSegment() {
        enter(1, 5, 0);
        survey.proceed(SEGMENTS);
        survey.proceed(SEGMENTS);
        survey.forget(5);
        assertEquals(1, survey.share(5, 1), 1e-9);
        proceed(PASS - 1);
        assertEquals(1, survey.share(5, 1), 1e-9, "the pass began before");
        proceed(PASS);
        assertEquals(0, survey.share(5, 1), 1e-9);
    }

    /** Without aging, rows requested once would stay for ever. */
    @Test
    void recency_oneLap_fallsByOne() {
        enter(1, 5, 3);
        enter(2, 5, 1);
        for (int cold = 10; cold < 20; cold++) {
            enter(cold, 6, 0);
        }
        proceed(SEGMENTS - 2 * PASS);
        assertEquals(3, recency(1));
        proceed(3 * PASS + 1);
        assertEquals(2, recency(1));
        assertEquals(0, recency(2));
        proceed(SEGMENTS);
        assertEquals(1, recency(1));
    }

    /** If most rows are warm, recency does not distinguish them. */
    @Test
    void recency_mostAreWarm_fallsWithTheNextPass() {
        enter(1, 5, 3);
        enter(2, 5, 2);
        enter(3, 5, 0);
        survey.proceed(SEGMENTS);
        assertEquals(3, recency(1));
        proceed(PASS);
        assertEquals(2, recency(1));
        assertEquals(1, recency(2));
        proceed(2 * PASS);
        assertEquals(2, recency(1), "a mean of 1 is not too warm");
    }

    @Test
    void warmth_isTheMeanOfTheRecency() {
        enter(1, 5, 3);
        enter(2, 5, 0);
        enter(3, 6, 1);
        survey.proceed(SEGMENTS);
        assertEquals(0.5, survey.warmth(5), 1e-9);
        assertEquals(1.0 / 3, survey.warmth(6), 1e-9);
        assertEquals(0, survey.warmth(7), 1e-9);
    }

    @Test
    void share_moreSegmentsThanBefore_isKnownForThem() {
        survey.proceed(SEGMENTS);
        enter(1, 2 * SEGMENTS - 1, 1);
        for (int i = 0; i < 40; i++) {
            survey.proceed(2 * SEGMENTS);
        }
        assertEquals(1, survey.share(2 * SEGMENTS - 1, 1), 1e-9);
        assertEquals(0, survey.share(2 * SEGMENTS - 2, 1), 1e-9);
    }

    private void proceed(int reclaims) {
        for (int i = 0; i < reclaims; i++) {
            survey.proceed(SEGMENTS);
        }
    }

    private void enter(long key, int segment, int recency) {
        long hash = KeyHash.mix(key);
        index.put(hash, segment, 16, 100, slot -> {});
        for (int i = 0; i < recency; i++) {
            index.touch(hash);
        }
    }

    private int recency(long key) {
        long hash = KeyHash.mix(key);
        return EntryDescriptor.recency(index.entry(hash, index.seek(hash, 0)));
    }
}
