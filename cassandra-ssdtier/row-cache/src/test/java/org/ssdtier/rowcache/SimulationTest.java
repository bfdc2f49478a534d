package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.seeds.Seeds;

/** Thousands of seeded runs of {@link Simulation}. A failure says how to play its seed again. */
@Tag("simulation")
class SimulationTest {
    private static final int SEEDS = 2000;
    private static final int STEPS = 400;

    private final LongAdder reads = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder ssdHits = new LongAdder();

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
                !seeds.areEnough() || (hits.sum() > reads.sum() / 10 && ssdHits.sum() > reads.sum() / 100),
                "the simulation hardly hits: " + hits + " of " + reads);
    }
}
