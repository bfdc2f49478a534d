package org.ssdtier.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The failed requests of a cluster beside those of another one under the same schedule, fault by fault.
 *
 * <p>How often clients miss an answer, because a node ends or has too much to do, is a matter of chance. Each time a fault is
 * played, as many are allowed as clients that do not retry may have under way, once more for each end of a node in it, and three
 * times the other cluster's. Of an error of another kind, three times the other cluster's of that kind are allowed, so
 * none if it has none. That a node which is cut off from the others finds too few
 * of them, or no answer in time, is expected.
 *
 * @param ours errors by fault and kind
 * @param others those of the other cluster; empty if there is none
 * @param played how often each fault was played; at other times, before and after the faults, once
 */
record ErrorComparison(
        Map<String, Map<String, Long>> ours, Map<String, Map<String, Long>> others, Map<String, Long> played) {
    /** Requests without retries that are under way at a time: those of the registers' clients. */
    private static final int UNDER_WAY = RegisterLoad.CLIENTS;

    private static final int TO_OTHER = 3;

    /** The errors of all kinds that load or an end may have. */
    private static final String UNANSWERED = "without an answer";

    /**
     * More errors than are allowed.
     *
     * @param fault the fault during which they were
     * @param kind their kind
     * @param ours their number
     * @param others the number with the other cluster
     * @param allowed the number that is allowed
     */
    record Excess(String fault, String kind, long ours, long others, long allowed) {}

    /** Compares a result with that of another cluster, or with none. */
    static ErrorComparison of(ArmResult ours, @Nullable ArmResult other) {
        Map<String, Long> played = new TreeMap<>();
        ours.faults().forEach(fault -> played.merge(fault.fault(), 1L, Long::sum));
        return new ErrorComparison(ours.errors(), other == null ? Map.of() : other.errors(), played);
    }

    /** Returns what is more than allowed. */
    List<Excess> excesses() {
        List<Excess> excesses = new ArrayList<>();
        new TreeMap<>(ours).forEach((fault, errors) -> {
            Map<String, Long> alike = byKind(others.getOrDefault(fault, Map.of()));
            byKind(errors).forEach((kind, number) -> {
                long other = alike.getOrDefault(kind, 0L);
                long allowed = TO_OTHER * other + (kind.equals(UNANSWERED) ? underWay(fault) : 0);
                if (number > allowed) {
                    excesses.add(new Excess(fault, kind, number, other, allowed));
                }
            });
        });
        return excesses;
    }

    private long underWay(String fault) {
        return UNDER_WAY * played.getOrDefault(fault, 1L) * (1 + ChaosFault.ends(fault));
    }

    private static Map<String, Long> byKind(Map<String, Long> errors) {
        Map<String, Long> byKind = new TreeMap<>();
        errors.forEach((kind, number) -> {
            if (!ClientErrors.isOfCutOff(kind)) {
                byKind.merge(ClientErrors.isUnanswered(kind) ? UNANSWERED : kind, number, Long::sum);
            }
        });
        return byKind;
    }

    /** Returns how many errors are more than allowed. */
    long sum() {
        return excesses().stream()
                .mapToLong(excess -> excess.ours - excess.allowed)
                .sum();
    }
}
