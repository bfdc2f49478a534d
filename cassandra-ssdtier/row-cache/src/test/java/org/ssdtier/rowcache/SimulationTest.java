package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.seeds.Seeds;

/** A test of thousands of seeded runs of {@link Simulation}. A failure message tells how to replay its seed. */
@Tag("simulation")
class SimulationTest {
    private static final int SEEDS = 2000;
    private static final int COMPRESSED_SEEDS = 200;
    private static final int STEPS = 400;

    private final LongAdder reads = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder ssdHits = new LongAdder();

    /** The tiers are the same, so fewer runs suffice; a trial of a dictionary takes longer than many steps. */
    @Test
    void everySeed_compressed_neverStaleNeverForeign() {
        LongAdder compressedHits = new LongAdder();
        LongAdder lost = new LongAdder();
        Seeds seeds = Seeds.of("cassandra-ssdtier/row-cache", SimulationTest.class, COMPRESSED_SEEDS);
        seeds.play(seed -> {
            Simulation simulation = new Simulation(seed, true);
            simulation.run(STEPS);
            compressedHits.add(simulation.compressedHits());
            lost.add(simulation.lost());
        });
        System.out.println(seeds + " hits of compressed images=" + compressedHits + " lost=" + lost);
        assertTrue(!seeds.isFullRun() || compressedHits.sum() > 10L * COMPRESSED_SEEDS, "hits=" + compressedHits);
    }

    @Test
    void everySeed_neverStaleNeverForeign() {
        Seeds seeds = Seeds.of("cassandra-ssdtier/row-cache", SimulationTest.class, SEEDS);
        seeds.play(seed -> {
            Simulation simulation = new Simulation(seed);
            simulation.run(STEPS);
            reads.add(simulation.reads());
            hits.add(simulation.hits());
            ssdHits.add(simulation.ssdHits());
        });
        System.out.println(seeds + " reads=" + reads + " hits=" + hits + " ssdHits=" + ssdHits);
        assertTrue(
                !seeds.isFullRun() || (hits.sum() > reads.sum() / 10 && ssdHits.sum() > reads.sum() / 100),
                "too few hits in the simulation: " + hits + " of " + reads);
    }
}
