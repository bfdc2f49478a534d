package org.ssdtier.benchmarks.stale;

import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.ycsb.stale.StalenessReport;

/**
 * The result of a {@link StaleProbe}. All figures are those of the measured seconds, from the end of the warm-up until the
 * writers stop, except {@code judged}.
 *
 * @param options options of the probe
 * @param seconds probing time without the warm-up
 * @param reports report of each part, of those seconds
 * @param tier counters of the SSD row cache, of those seconds
 * @param keyIndex counters of the key indexes since the start of the node, if it has any
 * @param judged figures for the verdict, from the first read on, with the warm-up and the last reads of all rows
 */
record ProbeResult(
        ProbeOptions options,
        double seconds,
        Map<Part, StalenessReport> reports,
        CounterReading tier,
        KeyIndexReading keyIndex,
        Judged judged)
        implements BenchFindings {
    static final String SSD_HITS = "ssdHits";
    private static final String DEMOTIONS = Judged.DEMOTIONS;
    private static final long TARGET_READS = 1_000_000;
    private static final long TARGET_DEMOTIONS = 100_000;
    private static final long TARGET_ANSWERS = 100_000;
    /** Disturbances that a node without a row cache does not have. */
    private static final Set<Chaos> OF_A_ROW_CACHE = EnumSet.of(Chaos.INVALIDATE, Chaos.RESIZE, Chaos.TIER);

    long reads() {
        return Judged.readsOf(reports);
    }

    /** Returns the first few violations in the measured seconds, in words. */
    List<String> violations() {
        return Judged.violationsOf(reports, tier);
    }

    long requests() {
        return sum(StalenessReport::reads);
    }

    long writes() {
        return sum(report -> report.writes() + report.deletes());
    }

    long stale() {
        return sum(StalenessReport::stale);
    }

    long lost() {
        return sum(StalenessReport::lost);
    }

    long ghost() {
        return sum(StalenessReport::ghost);
    }

    long failed() {
        return sum(StalenessReport::failures);
    }

    long demotions() {
        return tier.count(DEMOTIONS);
    }

    /** Returns how often a disturbance ran, over all parts. */
    long disturbed(String name) {
        return sum(report -> report.disturbances().getOrDefault(name, 0L));
    }

    private long sum(ToLongFunction<StalenessReport> figure) {
        return Judged.sum(reports, figure);
    }

    /**
     * Returns whether the node behaved as required: with the SSD tier or key indexes every answer is correct, no request fails,
     * and nothing on the SSD is damaged, including the warm-up. The SSD must have answered and each disturbance must have run,
     * too, and key indexes must have answered if there are any: what was not tried proves nothing. Stock nodes only calibrate
     * the probe and have no such requirement.
     */
    @Override
    public boolean isGood() {
        boolean didSomething = reads() > 0 && writes() > 0;
        return didSomething
                && (!options.isOurs()
                        || judged.isRight()
                                && hasSsdAnswered()
                                && areKeyIndexesTried()
                                && neverRan().isEmpty());
    }

    /** Returns whether key indexes answered and none of their pages was damaged, if the probe is to try them. */
    private boolean areKeyIndexesTried() {
        return !options.features().keyIndex() || keyIndex.hasAnswered() && keyIndex.checksumErrors() == 0;
    }

    private boolean hasSsdAnswered() {
        return !options.hasTier() || judged.demotions() > 0 && tier.count(SSD_HITS) > 0;
    }

    /** Returns the disturbances of a node with the drop-in jar that were to run and did not in the measured seconds. */
    List<String> neverRan() {
        if (!options.isOurs()) {
            return List.of(); // stock's row caches do not have all of them
        }
        Stream<Chaos> chaos =
                options.chaos().stream().filter(one -> options.hasTier() || !OF_A_ROW_CACHE.contains(one));
        return Stream.concat(Stream.of("flush"), chaos.map(Chaos::toString))
                .filter(name -> (name.equals(Chaos.IMPORT.toString()) ? imports() : disturbed(name)) == 0)
                .sorted()
                .toList();
    }

    /** Returns the figures for a result file. */
    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("row_cache", options.rowCache().toString());
        map.put("seconds", seconds);
        map.put("reads", reads());
        map.put("requests", requests());
        map.put("rows_alone", sum(report -> report.rows().alone()));
        map.put("rows_together", sum(report -> report.rows().together()));
        map.put("writes", writes());
        map.put("stale", stale());
        map.put("lost", lost());
        map.put("ghost", ghost());
        map.put("failed", failed());
        map.put(DEMOTIONS, demotions());
        map.put("judged", judged.toMap());
        map.put("promotions", tier.count("promotions"));
        map.put("reclaims", tier.count("reclaims"));
        map.put("imports", imports());
        for (String name : List.of("flush", "compact", "truncate", "alter", "resize", "invalidate", "tier")) {
            map.put(plural(name), disturbed(name));
        }
        map.put("never_ran", neverRan());
        map.put("targets", targets());
        map.put("good", isGood());
        map.put(
                "parts",
                reports.entrySet().stream()
                        .map(e -> part(e.getKey(), e.getValue()))
                        .toList());
        map.put("violations", violations());
        map.put("tier", tier.values());
        if (options.features().keyIndex()) {
            map.put("key_index", keyIndex.toMap());
        }
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private static String plural(String name) {
        if (name.equals("tier")) {
            return "pauses";
        }
        return name.endsWith("sh") ? name + "es" : name + "s";
    }

    private long imports() {
        return reports.entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(Parts.IMPORTED))
                .mapToLong(entry -> entry.getValue().writes())
                .sum();
    }

    private Map<String, Object> targets() {
        Map<String, Object> targets = new LinkedHashMap<>();
        if (options.isOurs()) {
            targets.put("reads", target(judged.reads(), TARGET_READS));
        }
        if (options.hasTier()) {
            targets.put(DEMOTIONS, target(judged.demotions(), TARGET_DEMOTIONS));
        } else if (options.isOurs()) {
            targets.put("key_index_answers", target(keyIndex.answers(), TARGET_ANSWERS));
        }
        return targets;
    }

    private static Map<String, Object> target(long seen, long atLeast) {
        return Map.of("seen", seen, "at_least", atLeast, "met", seen >= atLeast);
    }

    private static Map<String, Object> part(Part part, StalenessReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", part.name());
        map.put("rows", (long) part.options().partitions() * part.options().rowsPerPartition());
        map.put("seconds", report.seconds());
        map.put("reads", part.reads(report));
        map.put("requests", report.reads());
        map.put("rows_alone", report.rows().alone());
        map.put("rows_together", report.rows().together());
        map.put("writes", report.writes());
        map.put("deletes", report.deletes());
        map.put("stale", report.stale());
        map.put("lost", report.lost());
        map.put("ghost", report.ghost());
        map.put("failed", report.failures());
        map.put("disturbances", report.disturbances());
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("memory_mib", options.memoryMebibytes());
        map.put("ssd_mib", options.ssdMebibytes());
        map.put("segment_mib", 1);
        map.put("admission", "all");
        map.putAll(options.features().toMap());
        map.put("warm_up_seconds", options.warmUp().toSeconds());
        map.put("flush_millis", options.flushPeriod().toMillis());
        map.put("chaos", options.chaos().stream().map(Chaos::toString).sorted().toList());
        map.put("heap", options.heap());
        return map;
    }

    /** Prints the figures as a table. */
    @Override
    public void print(PrintWriter out) {
        out.printf("%nRow cache %s, %.0f s%n", options.rowCache(), seconds);
        out.printf(
                "  %-10s %12s %10s %8s %7s %7s %7s %7s%n",
                "part", "reads", "requests", "writes", "stale", "lost", "ghost", "failed");
        reports.forEach((part, report) -> out.printf(
                "  %-10s %,12d %,10d %,8d %7d %7d %7d %7d%n",
                part.name(),
                part.reads(report),
                report.reads(),
                report.writes() + report.deletes(),
                report.stale(),
                report.lost(),
                report.ghost(),
                report.failures()));
        out.printf(
                "  %-10s %,12d %,10d %,8d %7d %7d %7d %7d%n",
                "all", reads(), requests(), writes(), stale(), lost(), ghost(), failed());
        out.printf(
                "  flushes %d, compactions %d, TRUNCATEs %d, ALTERs %d, imports %d, resizes %d, invalidations %d, pauses %d%n",
                disturbed("flush"),
                disturbed("compact"),
                disturbed("truncate"),
                disturbed("alter"),
                imports(),
                disturbed("resize"),
                disturbed("invalidate"),
                disturbed("tier"));
        if (options.hasTier()) {
            out.printf(
                    "  demotions %,d, promotions %,d, SSD hits %,d, reclaims %,d%n",
                    demotions(), tier.count("promotions"), tier.count(SSD_HITS), tier.count("reclaims"));
            out.printf("  targets, warm-up included: %,d reads, %,d demotions%n", TARGET_READS, TARGET_DEMOTIONS);
        } else if (options.isOurs()) {
            out.printf(
                    "  targets, warm-up included: %,d reads, %,d answers of key indexes%n",
                    TARGET_READS, TARGET_ANSWERS);
        }
        printVerdict(out);
        out.flush();
    }

    private void printVerdict(PrintWriter out) {
        out.printf(
                "  judged, warm-up included: reads %,d, demotions %,d, stale %,d, lost %,d, ghost %,d, failed %,d,"
                        + " checksum errors %,d%n",
                judged.reads(),
                judged.demotions(),
                judged.stale(),
                judged.lost(),
                judged.ghost(),
                judged.failed(),
                judged.checksumErrors());
        if (options.features().keyIndex()) {
            out.println("  " + keyIndex);
        }
        judged.violations().forEach(violation -> out.println("  " + violation));
        neverRan().forEach(name -> out.println("  never ran in these seconds: " + name));
    }
}
