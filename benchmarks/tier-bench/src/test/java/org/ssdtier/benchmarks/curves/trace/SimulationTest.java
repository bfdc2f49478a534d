package org.ssdtier.benchmarks.curves.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.Admission;

/** Tests of the real cache with small traces. */
@Tag("simulation")
final class SimulationTest {
    private static final long ROWS = 40_000;
    private static final double REINSERTED_SHARE = 0.15;
    /** The tolerance for Caffeine, which randomly admits one of 128 rejected candidates and cannot be seeded. */
    private static final double CHANCE = 0.003;

    @Test
    void run_sameSeed_sameRequestsAndSameHits() {
        CurveResult first = run(Admission.SECOND_SIGHT, 0.05, false, 3);
        CurveResult second = run(Admission.SECOND_SIGHT, 0.05, false, 3);
        assertEquals(first.hits().lru(), second.hits().lru(), 1e-12);
        assertEquals(first.hits().frequency(), second.hits().frequency(), 0.01);
        assertEquals(first.hits().ours(), second.hits().ours(), CHANCE);
        assertNotEquals(
                first.hits().lru(),
                run(Admission.SECOND_SIGHT, 0.05, false, 4).hits().lru());
    }

    /** The hits counted by the simulation equal those counted by the tiers. */
    @Test
    void run_hits_areThoseOfMemoryAndSsd() {
        CurveResult result = run(Admission.SECOND_SIGHT, 0, false, 1);
        assertEquals(
                result.hits().ours(),
                result.hits().ours_memory() + result.hits().ours_ssd(),
                1e-9);
        assertEquals(result.hits().ours() / result.hits().ideal(), result.hits().ours_to_ideal(), 1e-9);
        assertEquals(Simulation.WINDOWS, result.hits().windows().size());
    }

    /**
     * The SSD tier fills quickly and learns which rows to keep. With the former admission it was two thirds full after
     * four requests per row and answered a quarter of the memory tier's misses.
     */
    @Test
    void secondSight_shortSkewedLoad_fillsTheTierAndComesNearTheIdeal() {
        CurveResult result = run(Admission.SECOND_SIGHT, 0, false, 1);
        assertTrue(
                result.setting().warm_up_requests() < ROWS,
                "warm-up=" + result.setting().warm_up_requests());
        assertTrue(
                result.hits().ours() > result.hits().lru(),
                "ours=" + result.hits().ours() + " lru=" + result.hits().lru());
        assertTrue(
                result.hits().ours_to_ideal() > 0.93,
                "to ideal=" + result.hits().ours_to_ideal());
        double most = REINSERTED_SHARE / (1 - REINSERTED_SHARE);
        assertTrue(
                result.ssd().copies_to_writes() <= most + 0.005,
                "copies=" + result.ssd().copies_to_writes());
    }

    /** Without the check of a row's worth, second sight would write every row seen twice. */
    @Test
    void secondSight_againstAll_hitsMoreAndWritesAFractionOfIt() {
        CurveResult picky = run(Admission.SECOND_SIGHT, 0, false, 1);
        CurveResult all = run(Admission.ALL, 0, false, 1);
        assertTrue(
                picky.hits().ours() > all.hits().ours(),
                "second_sight=" + picky.hits().ours() + " all=" + all.hits().ours());
        assertTrue(
                picky.ssd().device_writes_per_request() < all.ssd().device_writes_per_request() / 3,
                "second_sight=" + picky.ssd().device_writes_per_request() + " all="
                        + all.ssd().device_writes_per_request());
    }

    @Test
    void survive_writes_costFewerHitsThanInvalidate() {
        CurveResult survive = run(Admission.SECOND_SIGHT, 0.25, false, 1);
        CurveResult invalidate = run(Admission.SECOND_SIGHT, 0.25, true, 1);
        assertTrue(
                survive.hits().ours() > invalidate.hits().ours() + 0.1,
                "survive=" + survive.hits().ours() + " invalidate="
                        + invalidate.hits().ours());
        assertTrue(
                invalidate.hits().ours_to_ideal() > 0.85,
                "to ideal=" + invalidate.hits().ours_to_ideal());
    }

    /** When other rows become popular, the old counts of LFU are in the way; the tier adapts as an aging LFU does. */
    @Test
    void shift_ofThePopularRows_isFollowed() {
        CurveResult moving = run(Admission.SECOND_SIGHT, 0, false, 1, ROWS);
        assertTrue(moving.hits().frequency() < moving.hits().lru(), "hits=" + moving.hits());
        assertTrue(moving.hits().ours() > 0.95 * moving.hits().tiny_lfu(), "hits=" + moving.hits());
    }

    private static CurveResult run(Admission admission, double writeShare, boolean isInvalidating, long seed) {
        return run(admission, writeShare, isInvalidating, seed, 0);
    }

    private static CurveResult run(
            Admission admission, double writeShare, boolean isInvalidating, long seed, long shiftRequests) {
        CurveCase of = new CurveCase(
                ROWS,
                ROWS / 50,
                ROWS / 10,
                writeShare,
                isInvalidating,
                admission,
                REINSERTED_SHARE,
                5 * ROWS,
                shiftRequests,
                400,
                seed);
        return Simulation.run(of, done -> {});
    }
}
