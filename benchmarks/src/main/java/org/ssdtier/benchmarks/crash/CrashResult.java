package org.ssdtier.benchmarks.crash;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.KeyIndexReading;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.load.TextTable;

/**
 * The results of a {@link CrashRun}.
 *
 * @param options options of the run
 * @param rounds all rounds after which the node served clients, including the clean stop
 * @param failedStarts reasons of failed restarts, as text
 * @param rows all rows judged
 * @param writes number of acknowledged writes and deletions
 * @param violations the first few wrong rows and failures, as text
 */
record CrashResult(
        CrashOptions options,
        List<CrashRound> rounds,
        List<String> failedStarts,
        CrashRound.Rows rows,
        long writes,
        List<String> violations)
        implements BenchFindings {
    private static final double TARGET_SHARE = 0.9;
    private static final double TARGET_INDEX_SECONDS = 5;

    CrashResult {
        rounds = List.copyOf(rounds);
        failedStarts = List.copyOf(failedStarts);
        violations = List.copyOf(violations);
    }

    List<CrashRound> crashes() {
        return rounds.stream()
                .filter(round -> !round.name().equals(CrashRound.CLEAN))
                .toList();
    }

    List<CrashRound> cleanStops() {
        return rounds.stream()
                .filter(round -> round.name().equals(CrashRound.CLEAN))
                .toList();
    }

    /** Returns whether every row was right, no request failed while the node was up, and every start succeeded. */
    boolean isRight() {
        return rows.areRight() && failedStarts.isEmpty() && crashes().size() == options.rounds();
    }

    /** Returns the fraction of the entries before the kill or stop that answered after the start; 0 without entries. */
    static double answeredShare(List<CrashRound> some) {
        long before = some.stream().mapToLong(CrashRound::entriesBefore).sum();
        return before == 0
                ? 0
                : (double) some.stream().mapToLong(CrashRound::answered).sum() / before;
    }

    private boolean isWarm() {
        return answeredShare(crashes()) >= TARGET_SHARE;
    }

    private boolean isIndexFast() {
        return crashes().stream()
                .map(round -> round.start().indexBehindSeconds())
                .allMatch(seconds -> seconds.orElse(Double.MAX_VALUE) <= TARGET_INDEX_SECONDS);
    }

    /** Returns the counters of the key indexes of all rounds. */
    private KeyIndexReading keyIndex() {
        return rounds.stream().map(CrashRound::keyIndex).reduce(KeyIndexReading.NONE, KeyIndexReading::plus);
    }

    /** Returns whether key indexes answered, if the run is to try them. */
    private boolean areKeyIndexesTried() {
        return !options.features().keyIndex() || keyIndex().hasAnswered();
    }

    @Override
    public boolean isGood() {
        return isRight() && isWarm() && isIndexFast() && areKeyIndexesTried();
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rounds", crashes().size());
        map.putAll(rows.toMap());
        map.put("writes", writes);
        map.put(
                "undecided_rows",
                rounds.stream().mapToLong(CrashRound::undecided).sum());
        map.put("failed_starts", failedStarts);
        map.put("answered_share", answeredShare(crashes()));
        map.put("serve_seconds", serve(crashes()).toMap());
        map.put("index_behind_seconds", indexBehind(crashes()).toMap());
        if (!cleanStops().isEmpty()) {
            map.put("clean_answered_share", answeredShare(cleanStops()));
            map.put("clean_serve_seconds", serve(cleanStops()).toMap());
        }
        if (options.features().keyIndex()) {
            map.put("key_index", keyIndex().toMap());
        }
        map.put("targets", targets());
        map.put("good", isGood());
        map.put("each", rounds.stream().map(CrashRound::toMap).toList());
        map.put("violations", violations);
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private static Spread serve(List<CrashRound> some) {
        return Spread.of(
                some.stream().map(round -> round.start().serveSeconds()).toList());
    }

    private static Spread indexBehind(List<CrashRound> some) {
        return Spread.of(some.stream()
                .map(round -> round.start().indexBehindSeconds())
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
    }

    private Map<String, Object> targets() {
        Map<String, Object> targets = new LinkedHashMap<>();
        targets.put("rows_right_and_no_failed_start", isRight());
        targets.put("answered_share_at_least_0.9", isWarm());
        targets.put("index_ready_within_5_seconds_of_serving", isIndexFast());
        if (options.features().keyIndex()) {
            targets.put("key_indexes_answered", areKeyIndexesTried());
        }
        return targets;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seconds", options.seconds());
        map.put("moments", options.moments().stream().map(KillMoment::toString).toList());
        map.put("keys", options.keys());
        map.put("memory_mib", options.memoryMebibytes());
        map.put("ssd_mib", options.ssdMebibytes());
        map.put("segment_mib", 1);
        map.putAll(options.features().toMap());
        map.put("commitlog_sync", "batch");
        map.put("heap", options.heap());
        return map;
    }

    /** Returns the summary line of a round. */
    static String line(int number, CrashRound round) {
        List<String> cells = cells(number, round);
        return String.format(
                "round %s, %s: serves after %s s, index %s s behind, SSD answered %s, stale / lost / ghost %s, failed %s",
                cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(7), cells.get(8));
    }

    private static List<String> cells(int number, CrashRound round) {
        CrashRound.Rows rows = round.rows();
        return List.of(
                String.valueOf(number),
                round.name() + (round.wasAmid() ? ", amid" : ""),
                String.format(Locale.ROOT, "%.1f", round.start().serveSeconds()),
                seconds(round.start().indexBehindSeconds()),
                String.format(Locale.ROOT, "%,d of %,d", round.answered(), round.entriesBefore()),
                String.valueOf(round.undecided()),
                String.format(Locale.ROOT, "%,d", rows.judged()),
                rows.stale() + " / " + rows.lost() + " / " + rows.ghost(),
                String.valueOf(rows.failed()));
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isEmpty() ? "never" : String.format(Locale.ROOT, "%.1f", seconds.getAsDouble());
    }

    @Override
    public void print(PrintWriter out) {
        List<List<String>> table = new ArrayList<>();
        for (CrashRound round : rounds) {
            table.add(cells(table.size() + 1, round));
        }
        out.println();
        TextTable.print(
                out,
                List.of(
                        "round",
                        "moment",
                        "serves after s",
                        "index behind s",
                        "SSD answered",
                        "undecided",
                        "rows judged",
                        "stale / lost / ghost",
                        "failed"),
                table);
        out.printf(
                "%n  all: %,d rows judged, %,d writes, stale %d, lost %d, ghost %d, failed %d, failed starts %d of %d%n",
                rows.judged(),
                writes,
                rows.stale(),
                rows.lost(),
                rows.ghost(),
                rows.failed(),
                failedStarts.size(),
                rounds.size() + failedStarts.size());
        out.printf(
                Locale.ROOT,
                "  SSD entries that answered after a kill: %.1f %% (target %.0f %%)%s%n",
                100 * answeredShare(crashes()),
                100 * TARGET_SHARE,
                cleanStops().isEmpty()
                        ? ""
                        : String.format(
                                Locale.ROOT, "; after a clean stop %.1f %%", 100 * answeredShare(cleanStops())));
        targets()
                .forEach((target, isMet) -> out.printf(
                        "  %-7s %s%n", Boolean.TRUE.equals(isMet) ? "met" : "MISSED", target.replace('_', ' ')));
        failedStarts.forEach(failure -> out.println("  " + failure));
        violations.forEach(violation -> out.println("  " + violation));
        out.flush();
    }
}
