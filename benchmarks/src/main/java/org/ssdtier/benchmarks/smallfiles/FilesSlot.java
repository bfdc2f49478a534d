package org.ssdtier.benchmarks.smallfiles;

import java.util.Locale;
import java.util.Optional;
import org.ssdtier.benchmarks.report.CellDirectory;

/**
 * One measured slot of one arm.
 *
 * @param arm name of the arm
 * @param phase kind of slot
 * @param clients number of client threads; of a traversal alone, the number of its threads
 * @param round number of the visit of the arm, from 1
 * @param pass number of the slot among equal ones of a visit, from 1; 0 for reads that have no counterpart with a traversal
 */
record FilesSlot(String arm, FilesPhase phase, int clients, int round, int pass) implements CellDirectory.Cell {
    private static final int MOST_PHASES = 10;
    private static final int MOST_CLIENTS = 1_000;
    private static final int MOST_PASSES = 100;

    /** Returns the name of the file with the slot's result. */
    @Override
    public String fileName() {
        return String.format(
                Locale.ROOT, "%s-%s-%d-%d-%d.json", arm, phase.name().toLowerCase(Locale.ROOT), clients, round, pass);
    }

    /**
     * Returns the seed of the requests, which is the same for all arms and for both slots of a pair with and without a
     * traversal, and different for other slots of an arm.
     */
    long seed() {
        FilesPhase requests = phase == FilesPhase.BOTH ? FilesPhase.READS : phase;
        long ofRound = (long) round * MOST_PHASES + requests.number;
        return (ofRound * MOST_CLIENTS + clients) * MOST_PASSES + pass;
    }

    /** Returns the other slot of a pair with and without a traversal, if this is of one. */
    Optional<FilesSlot> counterpart() {
        return switch (phase) {
            case READS ->
                pass == 0 ? Optional.empty() : Optional.of(new FilesSlot(arm, FilesPhase.BOTH, clients, round, pass));
            case BOTH -> Optional.of(new FilesSlot(arm, FilesPhase.READS, clients, round, pass));
            default -> Optional.empty();
        };
    }

    /** Returns a line of progress. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "round %d, %s, %s, %d %s, pass %d",
                round,
                arm,
                phase.words,
                clients,
                phase.hasReads() ? "clients" : "threads",
                pass);
    }
}
