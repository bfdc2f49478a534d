package org.ssdtier.benchmarks.ssdsize;

import java.util.ArrayList;
import java.util.List;

/**
 * The cells of one invocation; a directory may hold those of several.
 *
 * @param arms the arms
 * @param memoryPercents sizes of the row cache in memory
 * @param ssdPercents sizes of the SSD, for the arms that have one of any size
 * @param mixes the requests
 * @param rounds number of rounds
 */
record SizeSelection(
        List<SizeArm> arms, List<Integer> memoryPercents, List<Integer> ssdPercents, List<Mix> mixes, int rounds) {
    SizeSelection {
        arms = List.copyOf(arms);
        memoryPercents = List.copyOf(memoryPercents);
        ssdPercents = List.copyOf(ssdPercents);
        mixes = List.copyOf(mixes);
    }

    /** Returns the setups, each once; those of the same memory follow each other. */
    List<Setup> setups() {
        List<Setup> setups = new ArrayList<>();
        for (int memory : memoryPercents) {
            for (SizeArm arm : arms) {
                ssdPercents.forEach(ssd -> setups.add(Setup.of(arm, memory, ssd)));
            }
        }
        return setups.stream().distinct().toList();
    }

    /** Returns the cells. Those of a setup follow each other in each round, because they share a node. */
    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (Setup setup : setups()) {
                for (Mix mix : mixes) {
                    cells.add(new Cell(setup, mix, round));
                }
            }
        }
        return cells;
    }
}
