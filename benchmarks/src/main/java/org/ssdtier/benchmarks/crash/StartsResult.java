package org.ssdtier.benchmarks.crash;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.load.TextTable;

/**
 * The results of a {@link StartsRun}.
 *
 * @param options options of the run
 * @param rounds counted rounds, alternately clean stops and kills
 */
record StartsResult(StartsOptions options, List<StartsRound> rounds) implements BenchFindings {
    private static final double TARGET_RATIO = 1.2;
    private static final double TARGET_SHARE = 0.9;
    private static final double TARGET_INDEX_SECONDS = 5;

    StartsResult {
        rounds = List.copyOf(rounds);
    }

    private List<StartsRound> after(boolean isCrash) {
        return rounds.stream().filter(round -> round.isCrash() == isCrash).toList();
    }

    /** Returns the seconds from the start of the process until the node serves clients. */
    Spread serve(boolean isCrash) {
        return Spread.of(after(isCrash).stream()
                .map(round -> round.start().serveSeconds())
                .toList());
    }

    /** Returns the median start time after a kill as a multiple of that after a clean stop. */
    double ratio() {
        return serve(true).median() / serve(false).median();
    }

    private boolean isWarm() {
        return after(true).stream().allMatch(round -> round.answeredShare() >= TARGET_SHARE);
    }

    private boolean isIndexFast() {
        return after(true).stream()
                .map(round -> round.start().indexBehindSeconds())
                .allMatch(seconds -> seconds.orElse(Double.MAX_VALUE) <= TARGET_INDEX_SECONDS);
    }

    private Map<String, Boolean> targets() {
        Map<String, Boolean> targets = new LinkedHashMap<>();
        targets.put("start_after_a_kill_at_most_1.2_of_a_clean_one", ratio() <= TARGET_RATIO);
        targets.put("answered_share_after_a_kill_at_least_0.9", isWarm());
        targets.put("index_ready_within_5_seconds_of_serving", isIndexFast());
        return targets;
    }

    @Override
    public boolean isGood() {
        return targets().values().stream().allMatch(Boolean.TRUE::equals);
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("clean_serve_seconds", serve(false).toMap());
        map.put("kill_serve_seconds", serve(true).toMap());
        map.put("ratio", ratio());
        map.put("targets", targets());
        map.put("good", isGood());
        map.put("each", rounds.stream().map(StartsRound::toMap).toList());
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("pairs", options.pairs());
        settings.put("rows", options.entries());
        settings.put("memory_mib", options.memoryMebibytes());
        settings.put("ssd_mib", options.ssdMebibytes());
        settings.put("index_mib", options.indexMebibytes());
        settings.put("heap", options.heap());
        map.put("settings", settings);
        map.put("run", facts);
        return map;
    }

    /** Returns the summary line of a start. */
    static String line(StartsRound round) {
        List<String> cells = cells(round);
        return String.format(
                "after %s: serves after %s s, index %s s behind, %s entries of %s, answered %s, refused %s",
                cells.get(0), cells.get(1), cells.get(2), cells.get(4), cells.get(3), cells.get(5), cells.get(6));
    }

    private static List<String> cells(StartsRound round) {
        return List.of(
                round.name(),
                String.format(Locale.ROOT, "%.1f", round.start().serveSeconds()),
                seconds(round.start().indexBehindSeconds()),
                String.format(Locale.ROOT, "%,d", round.entriesBefore()),
                String.format(Locale.ROOT, "%,d", round.entriesAfter()),
                String.format(Locale.ROOT, "%.1f %%", 100 * round.answeredShare()),
                String.format(Locale.ROOT, "%,d", round.refused()));
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isEmpty() ? "never" : String.format(Locale.ROOT, "%.1f", seconds.getAsDouble());
    }

    @Override
    public void print(PrintWriter out) {
        List<List<String>> table = new ArrayList<>();
        rounds.forEach(round -> table.add(cells(round)));
        out.println();
        TextTable.print(
                out,
                List.of(
                        "after",
                        "serves after s",
                        "index behind s",
                        "entries before",
                        "entries after",
                        "answered",
                        "refused"),
                table);
        out.printf(
                Locale.ROOT,
                "%n  start after a kill / after a clean stop, medians: %.1f s / %.1f s = %.2f (target %.1f)%n",
                serve(true).median(),
                serve(false).median(),
                ratio(),
                TARGET_RATIO);
        targets()
                .forEach((target, isMet) ->
                        out.printf("  %-7s %s%n", isMet ? "met" : "MISSED", target.replace('_', ' ')));
        out.flush();
    }
}
