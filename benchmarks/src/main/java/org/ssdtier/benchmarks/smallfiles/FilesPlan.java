package org.ssdtier.benchmarks.smallfiles;

import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a run, with everything that is needed to run it again.
 *
 * @param scale the sizes
 * @param arms names of the arms, in the order in which they are visited
 * @param seed seed of files and requests
 */
record FilesPlan(FilesScale scale, List<String> arms, long seed) {
    /** The datacentre that serves reads. */
    static final String SERVING = "datacenter1";
    /** The datacentre of the backup: one node with a replica of every file. */
    static final String BACKUP = "datacenter2";

    /** Copies the names. */
    FilesPlan {
        arms = List.copyOf(arms);
    }

    /** Returns the arms. */
    List<FilesArm> toArms() {
        return arms.stream().map(FilesArm::named).toList();
    }

    /** Returns the slots of all visits: in each round one visit of every arm, one after the other. */
    List<FilesSlot> slots() {
        List<FilesSlot> slots = new ArrayList<>();
        for (int round = 1; round <= scale.rounds(); round++) {
            for (FilesArm arm : toArms()) {
                addVisit(arm, round, slots);
            }
        }
        return slots;
    }

    /**
     * Adds the slots of a visit. Slots with and without a traversal alternate, so that a slow change of the machine
     * affects both.
     */
    private void addVisit(FilesArm arm, int round, List<FilesSlot> slots) {
        for (int clients : scale.clients()) {
            slots.add(new FilesSlot(arm.label, FilesPhase.READS, clients, round, 0));
        }
        for (int threads : traversalThreads()) {
            slots.add(new FilesSlot(arm.label, FilesPhase.TRAVERSAL, threads, round, 1));
        }
        for (int pass = 1; pass <= scale.passes(); pass++) {
            slots.add(new FilesSlot(arm.label, FilesPhase.READS, scale.pairClients(), round, pass));
            slots.add(new FilesSlot(arm.label, FilesPhase.BOTH, scale.pairClients(), round, pass));
        }
        for (FilesPhase phase : List.of(FilesPhase.THIRD, FilesPhase.MEMORY)) {
            if (arm.has(phase)) {
                scale.fewClients().forEach(clients -> slots.add(new FilesSlot(arm.label, phase, clients, round, 1)));
            }
        }
    }

    /** Returns the numbers of threads of traversals without reads. */
    List<Integer> traversalThreads() {
        return scale.traversalThreads() == 1 ? List.of(1) : List.of(1, scale.traversalThreads());
    }
}
