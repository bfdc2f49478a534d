package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.seeds.Seeds;

/** Seeded runs of {@link CrashSimulation}. The message of a failure includes the command to replay its seed. */
@Tag("simulation")
class CrashSimulationTest {
    private static final int SEEDS = 1000;
    private static final int COMPRESSED_SEEDS = 100;
    private static final int LIVES = 6;

    /** Seeds that once found stale rows. */
    private static final long[] FINDERS = {1363, 116736};

    private final LongAdder reads = new LongAdder();
    private final LongAdder ssdHits = new LongAdder();
    private final LongAdder crashes = new LongAdder();

    @Test
    void seedsThatFoundStaleRows_neverAgain() {
        for (long seed : FINDERS) {
            new CrashSimulation(seed).run(LIVES);
        }
    }

    @Test
    void everySeed_compressed_killedAndCut_neverStale() {
        LongAdder compressedHits = new LongAdder();
        LongAdder lost = new LongAdder();
        Seeds seeds = Seeds.of("cassandra-ssdtier/row-cache", CrashSimulationTest.class, COMPRESSED_SEEDS);
        seeds.play(seed -> {
            CrashSimulation simulation = new CrashSimulation(seed, true, false);
            simulation.run(LIVES);
            compressedHits.add(simulation.compressedHits());
            lost.add(simulation.lost());
        });
        System.out.println(seeds + " hits of compressed images=" + compressedHits + " lost=" + lost);
        assertTrue(!seeds.isFullRun() || compressedHits.sum() > 10L * COMPRESSED_SEEDS, "hits=" + compressedHits);
    }

    /** The journal is given up while the log stays in use, and a new one begins. */
    @Test
    void everySeed_journalGivenUpAndBegunAgain_neverStale() {
        LongAdder begunAgain = new LongAdder();
        LongAdder hits = new LongAdder();
        Seeds seeds = Seeds.of("cassandra-ssdtier/row-cache", CrashSimulationTest.class, SEEDS);
        seeds.play(seed -> {
            CrashSimulation simulation = new CrashSimulation(seed, false, true);
            simulation.run(LIVES);
            begunAgain.add(simulation.begunAgain());
            hits.add(simulation.ssdHits());
        });
        System.out.println(seeds + " journals begun again=" + begunAgain + " hits of the SSD=" + hits);
        assertTrue(!seeds.isFullRun() || begunAgain.sum() > SEEDS / 10, "begun again=" + begunAgain);
    }

    @Test
    void everySeed_killedAndCut_neverStale() {
        Seeds seeds = Seeds.of("cassandra-ssdtier/row-cache", CrashSimulationTest.class, SEEDS);
        seeds.play(seed -> {
            CrashSimulation simulation = new CrashSimulation(seed);
            simulation.run(LIVES);
            reads.add(simulation.reads());
            ssdHits.add(simulation.ssdHits());
            crashes.add(simulation.crashes());
        });
        System.out.println(seeds + " crashes=" + crashes + " reads=" + reads + " hits of the SSD=" + ssdHits);
        assertTrue(
                !seeds.isFullRun() || ssdHits.sum() > reads.sum() / 100,
                "the simulation hardly hits the SSD: " + ssdHits + " of " + reads);
    }
}
