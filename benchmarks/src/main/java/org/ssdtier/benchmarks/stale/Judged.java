package org.ssdtier.benchmarks.stale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.ycsb.stale.StalenessReport;

/**
 * The figures for the verdict of a probe: every read is judged from the first one on.
 *
 * @param reads reads of all parts
 * @param demotions demotions in the same time
 * @param stale rows that were older than an acknowledged write
 * @param lost rows that were missing although acknowledged
 * @param ghost rows that were found although deleted or never written
 * @param failed requests and disturbances that failed
 * @param violations descriptions of the first few violations
 */
public record Judged(
        long reads, long demotions, long stale, long lost, long ghost, long failed, List<String> violations) {
    static final String DEMOTIONS = "demotions";
    private static final int KEPT_VIOLATIONS = 20;

    /** Copies the descriptions. */
    public Judged {
        violations = List.copyOf(violations);
    }

    static Judged of(Map<Part, StalenessReport> reports, CounterReading tier) {
        return new Judged(
                readsOf(reports),
                tier.count(DEMOTIONS),
                sum(reports, StalenessReport::stale),
                sum(reports, StalenessReport::lost),
                sum(reports, StalenessReport::ghost),
                sum(reports, StalenessReport::failures),
                violationsOf(reports));
    }

    /** Returns whether every answer was right and no request failed. */
    public boolean isRight() {
        return stale + lost + ghost + failed == 0;
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("reads", reads);
        map.put(DEMOTIONS, demotions);
        map.put("stale", stale);
        map.put("lost", lost);
        map.put("ghost", ghost);
        map.put("failed", failed);
        return map;
    }

    static long readsOf(Map<Part, StalenessReport> reports) {
        return reports.entrySet().stream()
                .mapToLong(entry -> entry.getKey().reads(entry.getValue()))
                .sum();
    }

    static long sum(Map<Part, StalenessReport> reports, ToLongFunction<StalenessReport> figure) {
        return reports.values().stream().mapToLong(figure).sum();
    }

    private static List<String> violationsOf(Map<Part, StalenessReport> reports) {
        List<String> all = new ArrayList<>();
        reports.forEach(
                (part, report) -> report.violations().forEach(violation -> all.add(part.name() + ": " + violation)));
        return all.subList(0, Math.min(KEPT_VIOLATIONS, all.size()));
    }
}
