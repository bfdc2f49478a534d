package org.ssdtier.benchmarks.stale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.ycsb.stale.StalenessReport;

/**
 * The figures for the verdict of a probe: every read is judged, from the first one on, through the warm-up, to the last one
 * after the writers have stopped.
 *
 * @param reads reads of all parts
 * @param demotions demotions in the same time
 * @param stale rows that were older than an acknowledged write
 * @param lost rows that were missing although acknowledged
 * @param ghost rows that were found although deleted or never written
 * @param failed requests and disturbances that failed
 * @param checksumErrors images whose bytes on the SSD were damaged; the drive of a probe is healthy
 * @param violations descriptions of the first few violations
 */
public record Judged(
        long reads,
        long demotions,
        long stale,
        long lost,
        long ghost,
        long failed,
        long checksumErrors,
        List<String> violations) {
    static final String DEMOTIONS = "demotions";
    private static final String CHECKSUM_ERRORS = "checksumErrors";
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
                tier.count(CHECKSUM_ERRORS),
                violationsOf(reports, tier));
    }

    /** Returns whether every answer was right, no request failed, and no image was damaged. */
    public boolean isRight() {
        return stale + lost + ghost + failed + checksumErrors == 0;
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("reads", reads);
        map.put(DEMOTIONS, demotions);
        map.put("stale", stale);
        map.put("lost", lost);
        map.put("ghost", ghost);
        map.put("failed", failed);
        map.put("checksum_errors", checksumErrors);
        map.put("violations", violations);
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

    /** Returns the first few violations in the time of the reports and of the counters, in words. */
    static List<String> violationsOf(Map<Part, StalenessReport> reports, CounterReading tier) {
        List<String> all = new ArrayList<>();
        long damaged = tier.count(CHECKSUM_ERRORS);
        if (damaged > 0) {
            all.add("tier: " + CHECKSUM_ERRORS + "=" + damaged);
        }
        reports.forEach((part, report) -> {
            report.violations().forEach(violation -> all.add(part.name() + ": " + violation));
            long wrong = report.stale() + report.lost() + report.ghost() + report.failures();
            if (wrong > 0 && report.violations().isEmpty()) {
                all.add(part.name() + ": " + wrong + " wrong rows or failures; those described are earlier");
            }
        });
        return all.subList(0, Math.min(KEPT_VIOLATIONS, all.size()));
    }
}
