package org.ssdtier.benchmarks.tier.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.RecoverOnStart;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.SteppedCache;
import org.ssdtier.rowcache.admission.Admission;

/** Tests of the mix of the write probe, with an SSD tier in memory. */
@Tag("simulation")
final class WriteMixTest {
    private static final long ROWS = 240_000;

    /**
     * Nodes write 1.27 to 1.29 bytes for each logical byte, because rows come back: they are read from the SSD, evicted
     * again without a write, and reclaim copies almost as many as it may. An earlier probe read rows that had left the
     * cache for good, and copied nothing.
     */
    @Test
    void mix_ofANode_rowsComeBackAndAreReinsertedAlmostAsMuchAsAllowed() throws Exception {
        SsdStats ssd = run(0.15, WriteMix.REQUESTS_PER_ROW * ROWS);
        double most = 0.15 / 0.85;
        double copies = WriteMix.copies(ssd);
        assertTrue(copies > 0.8 * most && copies < most + 0.005, "copies=" + copies);
        assertTrue(
                ssd.writeAmplification() > 1.22 && ssd.writeAmplification() < 1.31,
                "write amplification=" + ssd.writeAmplification());
        assertTrue(ssd.movement().promotions() > ssd.movement().admitted(), ssd.movement()::toString);
        assertTrue(ssd.movement().alreadyOnSsd() > ssd.movement().admitted() / 2, ssd.movement()::toString);
        assertEquals(0, ssd.movement().droppedPending());
    }

    @Test
    void mix_withoutReinsertion_copiesNothing() throws Exception {
        SsdStats ssd = run(0, 2 * ROWS);
        assertEquals(0, ssd.movement().reinsertedBytes());
        assertTrue(ssd.movement().reclaims() > 0, ssd.movement()::toString);
        assertTrue(ssd.writeAmplification() < 1.12, "write amplification=" + ssd.writeAmplification());
    }

    private static SsdStats run(double reinsertedShare, long requests) throws Exception {
        TierFixture.Size size = WriteMix.size(ROWS);
        SteppedCache stepped = SteppedCache.open(
                size.memoryBytes(),
                TierFixture.ssdOptions(Path.of("unused"), size, Admission.SECOND_SIGHT, reinsertedShare)
                        .withRecovery(RecoverOnStart.NEVER),
                1);
        try (TierFixture tier = TierFixture.over(stepped.cache(), size)) {
            new WriteMix(tier, ROWS, 1, stepped::step).run(requests);
            stepped.step();
            return tier.ssd();
        }
    }
}
