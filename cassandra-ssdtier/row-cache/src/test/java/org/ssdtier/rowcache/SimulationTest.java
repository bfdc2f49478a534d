package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands of seeded runs of {@link Simulation}. A failure names its seed, which plays it again. */
@Tag("simulation")
class SimulationTest {
    private static final int SEEDS = 2000;
    private static final int STEPS = 400;

    @Test
    void everySeed_neverStaleNeverForeign() {
        long first = Long.getLong("ssdtier.seed", 1);
        long last = first + Integer.getInteger("ssdtier.seeds", SEEDS);
        long reads = 0;
        long hits = 0;
        long ssdHits = 0;
        for (long seed = first; seed < last; seed++) {
            Simulation simulation = new Simulation(seed);
            try {
                simulation.run(STEPS);
            } catch (Throwable e) {
                throw new AssertionError("seed=" + seed + ": " + e, e);
            }
            reads += simulation.reads();
            hits += simulation.hits();
            ssdHits += simulation.ssdHits();
        }
        System.out.println(
                "seeds=" + first + ".." + (last - 1) + " reads=" + reads + " hits=" + hits + " ssdHits=" + ssdHits);
        assertTrue(hits > reads / 10 && ssdHits > reads / 100, "the simulation hardly hits: " + hits + " of " + reads);
    }
}
