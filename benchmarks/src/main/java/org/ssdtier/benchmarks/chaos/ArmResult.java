package org.ssdtier.benchmarks.chaos;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    /** Requests without retries that are under way at a time: those of the registers' clients. */
    private static final int UNDER_WAY = RegisterLoad.CLIENTS;
    /** Nodes that a fault ends, on average; what is allowed is for all faults together. */
    private static final int NODES_OF_A_FAULT = 2;

    private static final int UNANSWERED_TO_OTHER = 3;

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

    /**
     * Returns the number of failed requests that another cluster does not have. During a fault that ends a node, requests
     * without an answer are a matter of chance: as many are allowed as clients that do not retry may have under way with each
     * such node, and three times the other cluster's. Any other kind must have failed with the other cluster during the same fault.
     *
     * @param other the other cluster; null if there is none
     */
    long failedUnlike(@Nullable ArmResult other) {
        Map<String, Map<String, Long>> others = other == null ? Map.of() : other.errors;
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> fault : errors.entrySet()) {
            Map<String, Long> kinds = others.getOrDefault(fault.getKey(), Map.of());
            for (Map.Entry<String, Long> kind : fault.getValue().entrySet()) {
                boolean isAlike = kinds.containsKey(kind.getKey()) || isOfAnEnd(fault.getKey(), kind.getKey());
                sum += isAlike ? 0 : kind.getValue();
            }
        }
        long allowed = (long) UNDER_WAY * NODES_OF_A_FAULT * endsOfNodes()
                + (other == null ? 0 : UNANSWERED_TO_OTHER * other.unanswered());
        return sum + Math.max(0, unanswered() - allowed);
    }

    private static boolean isOfAnEnd(String fault, String kind) {
        return ChaosFault.endsNodes(fault) && ClientErrors.isUnanswered(kind);
    }

    /** Returns the number of faults that have ended nodes. */
    private long endsOfNodes() {
        return faults.stream()
                .filter(fault -> ChaosFault.endsNodes(fault.fault()))
                .count();
    }

    /** Returns the number of requests without an answer during faults that end nodes. */
    private long unanswered() {
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> fault : errors.entrySet()) {
            for (Map.Entry<String, Long> kind : fault.getValue().entrySet()) {
                sum += isOfAnEnd(fault.getKey(), kind.getKey()) ? kind.getValue() : 0;
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
