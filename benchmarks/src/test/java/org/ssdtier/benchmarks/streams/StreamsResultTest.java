package org.ssdtier.benchmarks.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class StreamsResultTest {
    private static final StreamsPlan PLAN = StreamsPlan.of(2L << 30, 2, 3, 1);
    private static final long DRIVE_SECTORS = PLAN.driveBytes() / 4_096;

    @TempDir
    private Path directory;

    /** An arm that writes the drive's size in 100 seconds: full rate in the first of these, then another one. */
    private static OnlineResult online(OnlineArm arm, double agedRate, long copied, long p999) {
        List<OnlineResult.Sample> samples = new ArrayList<>();
        for (int second = 1; second <= 300; second++) {
            samples.add(new OnlineResult.Sample(
                    second, second <= 100 ? 1_000 : agedRate, DRIVE_SECTORS * second / 100, copied * second / 300));
        }
        return new OnlineResult(
                arm.name(),
                samples,
                new OnlineResult.Quantiles(9, 1, 1, 2, p999, 4),
                new FlashCounters(3 * DRIVE_SECTORS, copied, copied / 100, 0, 0, 2),
                new StreamFigures(98, 1, 1, 0, 0, List.of(2L, 0L, 49L, 30L, 10L, 9L), List.of(), 0.7));
    }

    private static OfflineResult offline(OfflineArm arm, double slower, long copied) {
        List<ReplayResult.Interval> intervals = new ArrayList<>();
        double mebibytes = 0;
        for (int i = 0; i < 48; i++) {
            mebibytes += 128;
            intervals.add(new ReplayResult.Interval(mebibytes, i < 16 ? 1 : slower, 1, copied / 48, 1));
        }
        ReplayResult.Total total = new ReplayResult.Total(
                60,
                1,
                copied,
                copied / 100,
                0,
                0,
                1 + copied / 1e6,
                0,
                0,
                0,
                new ReplayResult.Latency(1, 2, slower, 4),
                true);
        return new OfflineResult(
                arm.name(), "normal", 0.07, 0, new ReplayResult(total, intervals, List.of(), List.of()));
    }

    private static StreamsResult result() {
        return new StreamsResult(
                PLAN,
                Map.of("seed", 1),
                List.of(online(OnlineArm.NORMAL, 450, 90_000, 1_000), online(OnlineArm.MULTI_DATA, 900, 3_000, 400)),
                List.of(offline(OfflineArm.NORMAL, 2, 90_000), offline(OfflineArm.MULTI_DATA, 1.25, 3_000)),
                List.of(),
                List.of(offline(OfflineArm.NORMAL, 2, 90_000)));
    }

    @Test
    void rates_areSharesOfThePeak() {
        OnlineResult normal = online(OnlineArm.NORMAL, 450, 90_000, 1_000);
        assertEquals(1_000, normal.peak());
        assertEquals(450, normal.agedRate(DRIVE_SECTORS), 1e-9);
        assertEquals(450, normal.worstRate(DRIVE_SECTORS), 1e-9);
        assertEquals(20, normal.agedWindows(DRIVE_SECTORS).size());
        OfflineResult slow = offline(OfflineArm.NORMAL, 2, 0);
        assertEquals(128, slow.peak(), 1e-9);
        assertEquals(64, slow.agedRate(PLAN.driveBytes()), 1e-9);
        assertEquals(64, slow.worstRate(PLAN.driveBytes()), 1e-9);
    }

    @Test
    void targets_compareMultiDataWithNormal() {
        List<StreamsTarget> targets = StreamsTarget.of(result());
        assertEquals(4, targets.size());
        assertTrue(targets.stream().allMatch(StreamsTarget::isReached), targets.toString());
        assertEquals(2, targets.get(0).online(), 1e-9);
        assertEquals(1.6, targets.get(0).offline(), 1e-9);
        assertEquals(0.4, targets.get(2).online(), 1e-9);
        assertEquals(
                Collections.emptyList(),
                StreamsTarget.of(new StreamsResult(PLAN, Map.of(), List.of(), List.of(), List.of(), List.of())));
    }

    @Test
    void goals_oneMissed_areNotReached() {
        assertTrue(StreamsTarget.areReached(result()));
        StreamsResult slow = new StreamsResult(
                PLAN,
                Map.of(),
                List.of(online(OnlineArm.NORMAL, 450, 90_000, 1_000), online(OnlineArm.MULTI_DATA, 500, 3_000, 400)),
                result().offline(),
                List.of(),
                List.of());
        assertFalse(StreamsTarget.areReached(slow));
    }

    @Test
    void result_isPrintedAndDrawnFromItsFile() throws Exception {
        Path file = directory.resolve("streams.json");
        Json.write(file, result());
        StringWriter text = new StringWriter();
        Json.read(file, StreamsResult.class).print(new PrintWriter(text));
        assertTrue(text.toString().contains("multi-data"), text.toString());
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new StreamsResults())).draw(file, html);
        String report = Files.readString(html);
        assertTrue(report.contains("Throughput over time, on mounted drives"), "no drawing");
        assertTrue(report.contains("48.6 % (log)"), "no table 1");
    }
}
