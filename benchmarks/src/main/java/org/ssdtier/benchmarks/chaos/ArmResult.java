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
        long ssdHits,
        int endedLoads,
        List<String> violations) {
    ArmResult {
        faults = List.copyOf(faults);
        errors = Map.copyOf(errors);
        violations = List.copyOf(violations);
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

    /** Returns the number of failed requests of kinds that did not fail with another cluster during the same fault. */
    long failedUnlike(ArmResult other) {
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> fault : errors.entrySet()) {
            Map<String, Long> kinds = other.errors.getOrDefault(fault.getKey(), Map.of());
            for (Map.Entry<String, Long> kind : fault.getValue().entrySet()) {
                sum += kinds.containsKey(kind.getKey()) ? 0 : kind.getValue();
            }
        }
        return sum;
    }

    /** Returns the number of faults that could not be played to their end, and of loads that ended before. */
    long problems() {
        return endedLoads
                + faults.stream().filter(fault -> !fault.problem().isEmpty()).count();
    }

    /** Returns whether every fault was played and every answer was right. */
    boolean isRight() {
        return !faults.isEmpty() && problems() == 0 && lost() + stale() == 0 && registers.isGood() && all.reads() > 0;
    }
}
