package org.ssdtier.benchmarks.streams;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import org.ssdtier.benchmarks.load.TextTable;

/**
 * The result of a run.
 *
 * @param plan the sizes
 * @param facts facts about software and machine
 * @param online arms on a mounted drive
 * @param offline arms on the updates of the trace of the first of these
 * @param others mappings on the traces of arms with another load or strategy
 * @param sensitivity the first trace on drives with other fill levels and over-provisioning
 */
record StreamsResult(
        StreamsPlan plan,
        Map<String, Object> facts,
        List<OnlineResult> online,
        List<OfflineResult> offline,
        List<OfflineResult> others,
        List<OfflineResult> sensitivity) {
    private static final long SECTOR_BYTES = 4_096;

    /** Headings of {@link #onlineRows}. */
    static final List<String> ONLINE_HEADING = List.of(
            "Online arm",
            "Updates/s aged",
            "of peak",
            "worst, of peak",
            "p99 ms",
            "p99.9 ms",
            "p99.99 ms",
            "WAF",
            "copied MiB",
            "erased",
            "lifetime, to normal",
            "resolved",
            "system");

    /** Headings of {@link #offlineRows}. */
    static final List<String> OFFLINE_HEADING = List.of(
            "Offline arm",
            "Trace",
            "Spare",
            "Fill",
            "of peak",
            "worst, of peak",
            "WAF",
            "copied MiB",
            "erased",
            "lifetime, to normal");

    /** Headings of {@link #shareRows}. */
    static final List<String> SHARE_HEADING =
            List.of("Bytes written", "not set", "none", "short", "medium", "long", "extreme");

    /** Returns the sectors of the drive. */
    long driveSectors() {
        return plan.driveBytes() / SECTOR_BYTES;
    }

    /** Returns the highest rate of a window of any compared online arm: a drive that does not collect yet. */
    double onlinePeak() {
        return online.stream()
                .filter(result ->
                        OnlineArm.ALL.stream().anyMatch(arm -> arm.name().equals(result.arm()) && arm.isCompared()))
                .mapToDouble(OnlineResult::peak)
                .max()
                .orElse(0);
    }

    /** Returns the highest rate of an interval of any offline arm with flash. */
    double offlinePeak() {
        return offline.stream()
                .filter(result -> !result.arm().equals(OfflineArm.HARD_DISK.name()))
                .mapToDouble(OfflineResult::peak)
                .max()
                .orElse(0);
    }

    Optional<OnlineResult> online(OnlineArm arm) {
        return online(arm.name());
    }

    Optional<OnlineResult> online(String arm) {
        return online.stream().filter(result -> result.arm().equals(arm)).findFirst();
    }

    Optional<OfflineResult> offline(OfflineArm arm) {
        return offline.stream()
                .filter(result -> result.arm().equals(arm.name()))
                .findFirst();
    }

    List<List<String>> onlineRows() {
        List<List<String>> rows = new ArrayList<>();
        for (OnlineResult result : online) {
            double aged = result.agedRate(driveSectors());
            double worst = result.worstRate(driveSectors());
            StreamFigures streams = result.streams();
            rows.add(List.of(
                    result.arm(),
                    format("%,.0f", aged),
                    format("%.2f", aged / onlinePeak()),
                    format("%.2f", worst / onlinePeak()),
                    format("%.1f", result.updates().p99Micros() / 1e3),
                    format("%.1f", result.updates().p999Micros() / 1e3),
                    format("%.1f", result.updates().toHistogram().getValueAtPercentile(99.99) / 1e3),
                    format("%.3f", result.flash().writeAmplification()),
                    mebibytes(result.flash().copiedSectors()),
                    Long.toString(result.flash().erasedUnits()),
                    lifetime(
                            result.erasures(),
                            online(OnlineArm.NORMAL).map(OnlineResult::erasures).orElse(Double.NaN)),
                    format("%.3f %%", 100 * streams.resolvedShare()),
                    format("%.2f %%", 100 * streams.systemShare())));
        }
        return rows;
    }

    List<List<String>> offlineRows(List<OfflineResult> results) {
        List<List<String>> rows = new ArrayList<>();
        for (OfflineResult result : results) {
            rows.add(List.of(
                    result.arm(),
                    result.trace(),
                    format("%.2f", result.spareShare()),
                    format("%.2f", result.fill()),
                    format("%.2f", result.agedRate(plan.driveBytes()) / offlinePeak()),
                    format("%.2f", result.worstRate(plan.driveBytes()) / offlinePeak()),
                    format("%.3f", result.replay().total().writeAmplification()),
                    mebibytes(result.replay().total().copiedSectors()),
                    Long.toString(result.replay().total().erasedUnits()),
                    lifetime(
                            result.erasures(),
                            offline(OfflineArm.NORMAL)
                                    .map(OfflineResult::erasures)
                                    .orElse(Double.NaN))));
        }
        return rows;
    }

    /** Returns the bytes that wear a drive out, as a multiple of those in the arm with one stream. */
    private static String lifetime(double erasures, double normal) {
        return erasures > 0 && normal > 0 ? format("%.2f", normal / erasures) : "–";
    }

    /**
     * Returns sectors written to flash for each of the row cache's, on the drive where it has a stream of its own; NaN
     * without that arm.
     */
    double rowCacheWriteAmplification() {
        return withRowCache(OfflineArm.EIGHT).stream()
                .flatMap(result -> result.replay().streams().stream())
                .filter(stream -> stream.number() == TierStreams.ROW_CACHE && stream.writtenSectors() > 0)
                .mapToDouble(ReplayResult.Stream::writeAmplification)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * Returns the drive's time that a byte of the row cache adds to that of all others, as a multiple of the time of one of
     * those; NaN without that arm. More than 1: the others' bytes cost more because of it.
     */
    double rowCacheTime() {
        return withRowCache(OfflineArm.EIGHT)
                .flatMap(with -> withRowCache(OfflineArm.WITHOUT_ROW_CACHE).map(without -> {
                    ReplayResult.Total all = with.replay().total();
                    ReplayResult.Total others = without.replay().total();
                    double added = (all.seconds() - others.seconds()) / (all.hostSectors() - others.hostSectors());
                    return added / (others.seconds() / others.hostSectors());
                }))
                .orElse(Double.NaN);
    }

    private Optional<OfflineResult> withRowCache(OfflineArm arm) {
        return others.stream()
                .filter(result ->
                        result.arm().equals(arm.name()) && result.trace().equals(OnlineArm.ROW_CACHE.name()))
                .findFirst();
    }

    /** Returns the share of the bytes by lifetime hint, beside the paper's Table 1. */
    List<List<String>> shareRows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("the paper", "1.0 % (system)", "", "48.6 % (log)", "31.3 % (flush)", "4.4 %", "14.7 %"));
        for (OnlineResult result : online) {
            List<String> row = new ArrayList<>(List.of(result.arm()));
            double all = Math.max(1, result.streams().writtenSectors());
            for (long sectors : result.streams().hintSectors()) {
                row.add(format("%.1f %%", 100 * sectors / all));
            }
            rows.add(row);
        }
        return rows;
    }

    void print(PrintWriter out) {
        TextTable.print(out, ONLINE_HEADING, onlineRows());
        out.println();
        TextTable.print(out, SHARE_HEADING, shareRows());
        out.println();
        TextTable.print(out, OFFLINE_HEADING, offlineRows(offline));
        out.println();
        TextTable.print(out, OFFLINE_HEADING, offlineRows(others));
        out.println();
        TextTable.print(out, OFFLINE_HEADING, offlineRows(sensitivity));
    }

    private static String mebibytes(long sectors) {
        return format("%,d", (sectors * SECTOR_BYTES) >> 20);
    }

    static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
