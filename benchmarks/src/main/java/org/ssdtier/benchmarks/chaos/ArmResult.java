package org.ssdtier.benchmarks.chaos;

import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.chaos.register.RegisterHistory;
import org.ssdtier.benchmarks.ring.PhaseFigures;

/**
 * The result of one cluster.
 *
 * @param arm ours or stock
 * @param faults faults in the order in which they were played
 * @param all figures of the load at QUORUM, with the last reads of all rows
 * @param replicaReads rows read at ONE from a certain replica and judged
 * @param backwards rows that were older than the same replica's before
 * @param registers verdicts on the lightweight transactions
 * @param errors failed requests by fault and kind
 * @param hasLostSsd whether an SSD has failed under load; it cannot everywhere
 * @param ssdHits rows that SSDs have answered, as far as it was read before nodes ended
 * @param endedLoads number of kinds of load that ended with an unexpected failure
 * @param violations the first few wrong answers and unexpected failures, in words
 */
record ArmResult(
        String arm,
        List<FaultFigures> faults,
        PhaseFigures all,
        long replicaReads,
        long backwards,
        RegisterHistory.Verdicts registers,
        Map<String, Map<String, Long>> errors,
        boolean hasLostSsd,
        long ssdHits,
        int endedLoads,
        List<String> violations) {
    ArmResult {
        faults = List.copyOf(faults);
        errors = Map.copyOf(errors);
        violations = List.copyOf(violations);
    }

    /** Returns the result of a cluster that failed outside the faults, so that nothing of it is known. */
    static ArmResult failed(String arm, Exception cause) {
        PhaseFigures none = new PhaseFigures("start", 0, 0, 0, 0, 0, 0, 0);
        return new ArmResult(
                arm,
                List.of(new FaultFigures("start", none, "start: " + cause)),
                none,
                0,
                0,
                new RegisterHistory.Verdicts(0, 0, 0, 0, 0, List.of()),
                Map.of(),
                false,
                0,
                0,
                List.of());
    }

    /** Returns the number of faults that were played, without the judgement at the end, which is only there if it failed. */
    int played() {
        return (int) faults.stream()
                .filter(fault -> !fault.fault().equals(ChaosArm.END))
                .count();
    }

    /** Returns the number of rows that were lost. */
    long lost() {
        return all.lost();
    }

    /** Returns the number of rows at QUORUM that were old, deleted or never written, and of replicas' rows that went back. */
    long stale() {
        return all.stale() + all.ghost() + backwards;
    }

    /** Returns the number of failed requests. */
    long failed() {
        return errors.values().stream()
                .flatMap(kinds -> kinds.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the number of faults that could not be played to their end, and of loads that ended before. */
    long problems() {
        return endedLoads
                + faults.stream().filter(fault -> !fault.problem().isEmpty()).count();
    }

    /** Returns whether every fault was played, under reads, and every answer was right. */
    boolean isRight() {
        return !faults.isEmpty()
                && problems() == 0
                && lost() + stale() == 0
                && registers.isGood()
                && faults.stream().allMatch(fault -> fault.load().reads() > 0);
    }
}
