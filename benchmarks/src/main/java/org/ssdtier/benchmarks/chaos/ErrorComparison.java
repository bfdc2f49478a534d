package org.ssdtier.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The failed requests of a cluster beside those of others under the same schedule, fault by fault.
 *
 * <p>Of each kind of error, up to three times the largest number of another cluster during the same fault are allowed; none if
 * no other cluster had any. How often clients miss the answer of a node that ends is a matter of chance: as many more are allowed
 * as clients that do not retry may have under way, for each end of a node in the fault. A node that is cut off must refuse
 * requests; without another cluster, that is not judged.
 *
 * @param ours errors by fault and kind
 * @param others those of each other cluster
 * @param played how often each fault was played
 */
record ErrorComparison(
        Map<String, Map<String, Long>> ours, List<Map<String, Map<String, Long>>> others, Map<String, Long> played) {
    /** Requests without retries that are under way at a time: those of the registers' clients. */
    private static final int UNDER_WAY = RegisterLoad.CLIENTS;

    private static final int TO_OTHER = 3;

    /** The kinds of errors that the end of a node explains, together. */
    private static final String UNANSWERED = "without an answer";

    /** The kinds of answers of a node that is cut off, together. */
    private static final String CUT_OFF = "of the node that is cut off";

    /**
     * More errors than are allowed.
     *
     * @param fault the fault during which they were
     * @param kind their kind
     * @param ours their number
     * @param others the largest number of another cluster
     * @param allowed the number that is allowed
     */
    record Excess(String fault, String kind, long ours, long others, long allowed) {}

    /** Compares a result with those of other clusters. */
    static ErrorComparison of(ArmResult ours, List<ArmResult> others) {
        Map<String, Long> played = new TreeMap<>();
        ours.faults().forEach(fault -> played.merge(fault.fault(), 1L, Long::sum));
        return new ErrorComparison(
                ours.errors(), others.stream().map(ArmResult::errors).toList(), played);
    }

    /** Returns what is more than allowed. */
    List<Excess> excesses() {
        List<Excess> excesses = new ArrayList<>();
        new TreeMap<>(ours).forEach((fault, errors) -> {
            Map<String, Long> alike = mostOfOthers(fault);
            byKind(errors).forEach((kind, number) -> {
                long other = alike.getOrDefault(kind, 0L);
                long allowed = TO_OTHER * other + (kind.equals(UNANSWERED) ? underWay(fault) : 0);
                boolean isJudged = !others.isEmpty() || !kind.equals(CUT_OFF);
                if (isJudged && number > allowed) {
                    excesses.add(new Excess(fault, kind, number, other, allowed));
                }
            });
        });
        return excesses;
    }

    private Map<String, Long> mostOfOthers(String fault) {
        Map<String, Long> most = new TreeMap<>();
        for (Map<String, Map<String, Long>> other : others) {
            byKind(other.getOrDefault(fault, Map.of())).forEach((kind, number) -> most.merge(kind, number, Math::max));
        }
        return most;
    }

    private long underWay(String fault) {
        return UNDER_WAY * played.getOrDefault(fault, 0L) * ChaosFault.ends(fault);
    }

    private static Map<String, Long> byKind(Map<String, Long> errors) {
        Map<String, Long> byKind = new TreeMap<>();
        errors.forEach((kind, number) -> byKind.merge(group(kind), number, Long::sum));
        return byKind;
    }

    private static String group(String kind) {
        if (ClientErrors.isOfCutOff(kind)) {
            return CUT_OFF;
        }
        return ClientErrors.isUnanswered(kind) ? UNANSWERED : kind;
    }

    /** Returns how many errors are more than allowed. */
    long sum() {
        return excesses().stream()
                .mapToLong(excess -> excess.ours - excess.allowed)
                .sum();
    }
}
