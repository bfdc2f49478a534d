package org.ssdtier.benchmarks.smallfiles;

import java.util.ArrayList;
import java.util.List;

/**
 * The plan of a run, with everything that is needed to run it again.
 *
 * @param scale the sizes
 * @param arms names of the arms, in the order in which they are visited
 * @param seed seed of files and requests
 * @param sizes memory, space and rates; they follow from the scale, and slots of other sizes are not of this run
 */
record FilesPlan(FilesScale scale, List<String> arms, long seed, Sizes sizes) {
    /** The datacentre that serves reads. */
    static final String SERVING = "datacenter1";
    /** The datacentre of the backup: one node with a replica of every file. */
    static final String BACKUP = "datacenter2";

    /** Copies the names. */
    FilesPlan {
        arms = List.copyOf(arms);
    }

    /** Creates the plan of a scale. */
    FilesPlan(FilesScale scale, List<String> arms, long seed) {
        this(scale, arms, seed, Sizes.of(scale));
    }

    /**
     * The memory and space of the arms, in bytes, and the rate of the backup.
     *
     * @param nodeCache page cache of a node without the tier
     * @param tierNodeCache page cache of a node with it
     * @param rowCache memory of the row cache
     * @param ssd space of the SSD tier of a tenth of the data
     * @param largeSsd that of the tier of a quarter
     * @param fileSystemCache page cache of a file system
     * @param nodeDisk drive of a node
     * @param fileSystemDisk drive of a file system
     * @param backupBytesPerSecond most bytes per second of a traversal beside reads
     */
    record Sizes(
            long nodeCache,
            long tierNodeCache,
            long rowCache,
            long ssd,
            long largeSsd,
            long fileSystemCache,
            long nodeDisk,
            long fileSystemDisk,
            long backupBytesPerSecond) {
        private static Sizes of(FilesScale scale) {
            return new Sizes(
                    scale.pageCacheBytes(false),
                    scale.pageCacheBytes(true),
                    scale.rowCacheBytes(),
                    scale.ssdBytes(FilesArm.FILE_TIER.ssdPercent),
                    scale.ssdBytes(FilesArm.FILE_TIER_25.ssdPercent),
                    scale.fileSystemCacheBytes(),
                    scale.nodeDiskBytes(),
                    scale.fileSystemBytes(),
                    FilesScale.BACKUP_BYTES_PER_SECOND);
        }
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
     * Adds the slots of a visit. Slots with and without a traversal alternate, and so does which of a pair is first, so
     * that a slow change of the machine affects both.
     */
    private void addVisit(FilesArm arm, int round, List<FilesSlot> slots) {
        for (int clients : scale.clients()) {
            slots.add(new FilesSlot(arm.label, FilesPhase.READS, clients, round, 0));
        }
        for (int threads : traversalThreads()) {
            slots.add(new FilesSlot(arm.label, FilesPhase.TRAVERSAL, threads, round, 1));
        }
        for (int pass = 1; pass <= scale.passes(); pass++) {
            boolean isReadsFirst = pass % 2 == 1;
            slots.add(new FilesSlot(
                    arm.label, isReadsFirst ? FilesPhase.READS : FilesPhase.BOTH, scale.pairClients(), round, pass));
            slots.add(new FilesSlot(
                    arm.label, isReadsFirst ? FilesPhase.BOTH : FilesPhase.READS, scale.pairClients(), round, pass));
        }
        for (FilesPhase phase : List.of(FilesPhase.ONE, FilesPhase.THIRD, FilesPhase.MEMORY)) {
            if (arm.has(phase)) {
                scale.fewClients().forEach(clients -> slots.add(new FilesSlot(arm.label, phase, clients, round, 1)));
            }
        }
    }

    /** Adds the other slots of pairs to some slots: those of a pair are compared, so they are of the same minutes. */
    List<FilesSlot> withCounterparts(List<FilesSlot> some) {
        return slots().stream()
                .filter(slot -> some.contains(slot)
                        || slot.counterpart().filter(some::contains).isPresent())
                .toList();
    }

    /** Returns the numbers of threads of traversals without reads. */
    List<Integer> traversalThreads() {
        return scale.traversalThreads() == 1 ? List.of(1) : List.of(1, scale.traversalThreads());
    }
}
