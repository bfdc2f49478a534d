package org.ssdtier.benchmarks.streams;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
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

    /** Returns the figures of the online arms. */
    List<OnlineFigures> onlineFigures() {
        double normal = online(OnlineArm.NORMAL).map(OnlineResult::erasures).orElse(Double.NaN);
        return online.stream()
                .map(arm -> OnlineFigures.of(arm, driveSectors(), onlinePeak(), normal))
                .toList();
    }

    /** Returns the figures of offline arms of this run. */
    List<OfflineFigures> offlineFigures(List<OfflineResult> arms) {
        double normal = offline(OfflineArm.NORMAL).map(OfflineResult::erasures).orElse(Double.NaN);
        return arms.stream()
                .map(arm -> OfflineFigures.of(arm, plan.driveBytes(), offlinePeak(), normal))
                .toList();
    }

    List<List<String>> onlineRows() {
        return onlineFigures().stream().map(OnlineFigures::row).toList();
    }

    List<List<String>> offlineRows(List<OfflineResult> arms) {
        return offlineFigures(arms).stream().map(OfflineFigures::row).toList();
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
     * Returns the drive's time of writing that a byte of the row cache adds to that of all others, as a multiple of the
     * time of one of those; NaN without that arm. More than 1: the others' bytes cost more because of it.
     */
    double rowCacheTime() {
        return withRowCache(OfflineArm.WRITES)
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
        for (OnlineFigures arm : onlineFigures()) {
            List<String> row = new ArrayList<>(List.of(arm.arm()));
            arm.shares().hints().forEach(share -> row.add(StreamsFormat.format("%.1f %%", 100 * share)));
            rows.add(row);
        }
        return rows;
    }

    void print(PrintWriter out) {
        TextTable.print(out, OnlineFigures.HEADING, onlineRows());
        out.println();
        TextTable.print(out, SHARE_HEADING, shareRows());
        out.println();
        TextTable.print(out, OfflineFigures.HEADING, offlineRows(offline));
        out.println();
        TextTable.print(out, OfflineFigures.HEADING, offlineRows(others));
        out.println();
        TextTable.print(out, OfflineFigures.HEADING, offlineRows(sensitivity));
    }
}
