package org.ssdtier.benchmarks.faults;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.ycsb.stale.StalenessReport;

/**
 * The outcome of one fault.
 *
 * @param fault the fault of the device
 * @param hits number of requests affected by the drive's fault
 * @param report report of the staleness checker from its first read on
 * @param reads read times of each phase except the warm-up
 * @param offlineSeconds time from the start of the fault until the tier was OFFLINE; empty if it never was
 * @param onlineSeconds time from the end of the fault until the tier was ONLINE, 0 if it still was; empty if it did not
 *     become ONLINE in time
 * @param longestFlushSeconds duration of the longest flush that was in progress during the fault
 * @param problem why the fault could not be ended; empty if it was
 * @param counters counters of the tier at the end that relate to the fault
 */
record FaultOutcome(
        DeviceFault fault,
        long hits,
        StalenessReport report,
        Map<Phase, ReadTimes.Figures> reads,
        OptionalDouble offlineSeconds,
        OptionalDouble onlineSeconds,
        double longestFlushSeconds,
        String problem,
        Map<String, Long> counters) {
    /** The beginning of the names of key indexes' counters. */
    static final String KEY_INDEX = "key_index_";

    private static final double MAX_OFFLINE_SECONDS = 5;
    private static final double MAX_ONLINE_SECONDS = 60;
    private static final double MAX_STALL_RATIO = 2;

    FaultOutcome {
        reads = Map.copyOf(reads);
        counters = Map.copyOf(counters);
    }

    /** Returns whether clients saw no error and no wrong row; slow reads are allowed. */
    boolean isRight() {
        return report.failures() == 0 && report.correct();
    }

    /** Returns whether the device answers late or never instead of with an error. */
    boolean isStall() {
        return fault == DeviceFault.LATENCY || fault == DeviceFault.HANG;
    }

    /**
     * Returns whether the tier must detect the fault. A full file system does not affect it, and torn or lost writes
     * are not reported.
     */
    private boolean isDetectable() {
        return switch (fault) {
            case TORN_WRITE, LOST_WRITE, NO_SPACE -> false;
            default -> true;
        };
    }

    /**
     * Returns the targets for this fault, and whether they were met.
     *
     * @param p99WithoutMillis 99th percentile of the same load without the tier; empty if it was not measured
     */
    Map<String, Boolean> targets(OptionalDouble p99WithoutMillis) {
        Map<String, Boolean> targets = new LinkedHashMap<>();
        if (fault.isOfDrive()) { // the others are checked when they begin, and some reach the tier as no request at all
            targets.put("requests of the tier were hit", hits > 0);
        }
        Long found = counters.get(KEY_INDEX + "found");
        if (found != null) {
            targets.put("key indexes answered", found > 0);
        }
        Long files = counters.get(KEY_INDEX + "files");
        if (files != null) {
            targets.put("key indexes in use again", files > 0);
        }
        targets.put("no client error", report.failures() == 0);
        targets.put("no stale row", report.correct());
        if (isStall() && p99WithoutMillis.isPresent()) {
            targets.put(
                    "p99 at most twice that without the tier",
                    reads.get(Phase.DURING).p99Millis() <= MAX_STALL_RATIO * p99WithoutMillis.getAsDouble());
        }
        if (isDetectable()) {
            targets.put("OFFLINE within 5 s", offlineSeconds.orElse(Double.MAX_VALUE) <= MAX_OFFLINE_SECONDS);
        }
        targets.put("ONLINE within 60 s of its end", onlineSeconds.orElse(Double.MAX_VALUE) <= MAX_ONLINE_SECONDS);
        return targets;
    }

    /** Returns the missed targets. */
    List<String> missed(OptionalDouble p99WithoutMillis) {
        return targets(p99WithoutMillis).entrySet().stream()
                .filter(target -> !target.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the outcome as a map for the result file. */
    Map<String, Object> toMap(OptionalDouble p99WithoutMillis) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("fault", fault.toString());
        map.put("device_requests_hit", hits);
        map.put("reads", report.reads());
        map.put("writes", report.writes() + report.deletes());
        map.put("client_errors", report.failures());
        map.put("stale", report.stale());
        map.put("lost", report.lost());
        map.put("ghost", report.ghost());
        for (Phase phase : List.of(Phase.BEFORE, Phase.DURING, Phase.RETURNING, Phase.AFTER)) {
            map.put(phase.toString(), reads.get(phase).toMap());
        }
        offlineSeconds.ifPresent(seconds -> map.put("offline_seconds", seconds));
        onlineSeconds.ifPresent(seconds -> map.put("online_seconds", seconds));
        map.put("longest_flush_seconds", longestFlushSeconds);
        map.put("targets", targets(p99WithoutMillis));
        map.put("problem", problem);
        map.put("counters", counters);
        map.put("violations", report.violations());
        return map;
    }
}
