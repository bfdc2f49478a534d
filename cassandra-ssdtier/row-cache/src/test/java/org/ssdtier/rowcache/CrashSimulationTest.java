package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Seeded runs of {@link CrashSimulation}. A failure says how to play its seed again. */
@Tag("simulation")
class CrashSimulationTest {
    private static final int SEEDS = 1000;
    private static final int LIVES = 6;

    @Test
    void everySeed_killedAndCut_neverStale() {
        long first = Long.getLong("ssdtier.seed", 1);
        long last = first + Integer.getInteger("ssdtier.seeds", SEEDS);
        long reads = 0;
        long ssdHits = 0;
        long crashes = 0;
        for (long seed = first; seed < last; seed++) {
            CrashSimulation simulation = new CrashSimulation(seed);
            try {
                simulation.run(LIVES);
            } catch (Throwable e) {
                throw new AssertionError(
                        "seed=" + seed + ": " + e + "; to play it again: mvn -pl cassandra-ssdtier/row-cache -am test"
                                + " -Dtest=CrashSimulationTest -Dsurefire.failIfNoSpecifiedTests=false"
                                + " -Dtests.required=false -Dssdtier.seeds=1 -Dssdtier.seed=" + seed,
                        e);
            }
            reads += simulation.reads();
            ssdHits += simulation.ssdHits();
            crashes += simulation.crashes();
        }
        System.out.println("seeds=" + first + ".." + (last - 1) + " crashes=" + crashes + " reads=" + reads
                + " hits of the SSD=" + ssdHits);
        assertTrue(ssdHits > reads / 100, "the simulation hardly hits the SSD: " + ssdHits + " of " + reads);
    }
}
