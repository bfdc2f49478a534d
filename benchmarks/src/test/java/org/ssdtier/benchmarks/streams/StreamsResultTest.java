package org.ssdtier.benchmarks.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.device.stream.StreamFigures;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class StreamsResultTest {
    private static final StreamsPlan PLAN = StreamsPlan.of(2L << 30, 0.5, 2, 3, 1);
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
                DRIVE_SECTORS,
                updates(p999),
                new FlashCounters(3 * DRIVE_SECTORS, copied, copied / 100, 0, 0, 2),
                new StreamFigures(98, 1, 1, 0, 0, List.of(2L, 0L, 49L, 30L, 10L, 9L), List.of(), 0.7));
    }

    private static Latency updates(long p999) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(1, 9_980);
        micros.recordValueWithCount(p999, 20);
        return Latency.of(micros);
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
                List.of(
                        offline(OfflineArm.NO_TRIM, 4, 300_000),
                        offline(OfflineArm.NORMAL, 2, 90_000),
                        offline(OfflineArm.SINGLE, 2, 90_000),
                        offline(OfflineArm.MULTI_LOG, 1.6, 9_000),
                        offline(OfflineArm.MULTI_DATA, 1.25, 3_000)),
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

    /** A disk with heads has no flash to be compared with: its buffer takes whole intervals at once. */
    @Test
    void offlinePeak_isThatOfFlash() {
        OfflineResult flash = offline(OfflineArm.NORMAL, 2, 0);
        OfflineResult disk = offline(OfflineArm.HARD_DISK, 0.001, 0);
        StreamsResult result = new StreamsResult(PLAN, Map.of(), List.of(), List.of(flash, disk), List.of(), List.of());
        assertEquals(128, result.offlinePeak(), 1e-9);
        assertTrue(disk.peak() > 100_000);
    }

    /** Bytes count for as long as they took: 128 MiB in 2 s and 128 MiB in 6 s are 32 MiB/s. */
    @Test
    void agedRate_isBytesByTime() {
        double drive = (double) PLAN.driveBytes() / (1 << 20);
        List<ReplayResult.Interval> intervals = List.of(
                new ReplayResult.Interval(drive, 1, 1, 0, 0),
                new ReplayResult.Interval(drive + 128, 2, 1, 0, 0),
                new ReplayResult.Interval(drive + 256, 6, 1, 0, 0));
        OfflineResult result = new OfflineResult(
                "normal",
                "normal",
                0.07,
                0,
                new ReplayResult(offline(OfflineArm.NORMAL, 1, 0).replay().total(), intervals, List.of(), List.of()));
        assertEquals(32, result.agedRate(PLAN.driveBytes()), 1e-9);
        assertEquals(128 / 6.0, result.worstRate(PLAN.driveBytes()), 1e-9);
    }

    @Test
    void targets_compareMultiDataWithNormal() {
        List<StreamsTarget> targets = StreamsTarget.of(result());
        assertEquals(10, targets.size());
        assertTrue(targets.stream().allMatch(StreamsTarget::isReached), targets.toString());
        assertEquals(2, targets.get(0).online(), 1e-9);
        assertEquals(1.6, targets.get(0).offline(), 1e-9);
        assertEquals(0.45, targets.get(1).online(), 1e-9);
        assertEquals(0.4, targets.get(3).online(), 1e-9);
        StreamsTarget order = targets.get(7);
        assertEquals("multi-log:single", order.name());
        assertTrue(Double.isNaN(order.online()));
        assertEquals(1.25, order.judged(), 1e-9);
        assertEquals(
                Collections.emptyList(),
                StreamsTarget.of(new StreamsResult(PLAN, Map.of(), List.of(), List.of(), List.of(), List.of())));
    }

    /** The row cache's bytes are judged on the drive where they have a stream of their own. */
    @Test
    void rowCache_isJudgedByItsOwnStream() {
        ReplayResult replay = offline(OfflineArm.EIGHT, 1, 0).replay();
        List<ReplayResult.Stream> streams =
                List.of(new ReplayResult.Stream(2, 1_000, 900, 9), new ReplayResult.Stream(7, 1_000, 60, 9));
        ReplayResult ofStreams = new ReplayResult(replay.total(), replay.intervals(), streams, List.of());
        StreamsResult result = new StreamsResult(
                PLAN,
                Map.of(),
                List.of(),
                List.of(),
                List.of(new OfflineResult(OfflineArm.EIGHT.name(), OnlineArm.ROW_CACHE.name(), 0.07, 0, ofStreams)),
                List.of());
        assertEquals(1.06, result.rowCacheWriteAmplification(), 1e-9);
        assertFalse(StreamsTarget.areReached(result));
        assertEquals("–", StreamsTarget.of(result).get(0).row().get(3));
        assertTrue(Double.isNaN(result().rowCacheWriteAmplification()));
    }

    /** All bytes in 60 s, without the 1,000 of the row cache 40 s: a byte of it adds 2.5 times what another takes. */
    @Test
    void rowCache_isJudgedByTheTimeThatItAdds() {
        StreamsResult result = new StreamsResult(
                PLAN,
                Map.of(),
                List.of(),
                List.of(),
                List.of(ofRowCache(OfflineArm.WRITES, 60, 6_000), ofRowCache(OfflineArm.WITHOUT_ROW_CACHE, 40, 5_000)),
                List.of());
        assertEquals(2.5, result.rowCacheTime(), 1e-9);
        assertFalse(StreamsTarget.areReached(result));
        assertTrue(Double.isNaN(result().rowCacheTime()));
    }

    private static OfflineResult ofRowCache(OfflineArm arm, double seconds, long sectors) {
        ReplayResult.Latency latency = new ReplayResult.Latency(1, 2, 3, 4);
        ReplayResult.Total total = new ReplayResult.Total(seconds, sectors, 0, 0, 0, 0, 1, 0, 0, 0, latency, true);
        return new OfflineResult(
                arm.name(),
                OnlineArm.ROW_CACHE.name(),
                0.07,
                0,
                new ReplayResult(total, List.of(), List.of(), List.of()));
    }

    /** An arm that erases a thirtieth of the units of the arm with one stream wears the drive out 30 times later. */
    @Test
    void lifetime_isThatOfTheArmWithOneStream() {
        List<List<String>> rows = result().onlineRows();
        int column = OnlineFigures.HEADING.indexOf("lifetime, to normal");
        assertEquals("1.00", rows.get(0).get(column));
        assertEquals("30.00", rows.get(1).get(column));
    }

    /** Segments of the tier are erase units of all dies. */
    @Test
    void sizes_areInProportionToTheDrive() {
        assertEquals(new NodeSizes(512, 24, 48, 96L << 20, 8, 128, 8), PLAN.node());
        assertEquals(
                new NodeSizes(512, 15, 30, 60L << 20, 5, 80, 4),
                StreamsPlan.of(1_280L << 20, 0.5, 1, 3, 1).node());
        assertEquals("{min_sstable_size: '786432'}", Strategy.TIERED.parameters(PLAN.node()));
        assertEquals("{sstable_size_in_mb: '4'}", Strategy.LEVELED.parameters(PLAN.node()));
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

    /** The file that is kept has what the tables show. */
    @Test
    void summary_hasTheFiguresOfTheTables() throws Exception {
        Path file = directory.resolve("kept.json");
        Json.write(file, StreamsSummary.of(result()));
        JsonNode kept = Json.tree(file);
        JsonNode normal = kept.path("online").path(0);
        assertEquals("normal", normal.path("arm").asText());
        assertEquals(0.45, normal.path("worstShare").asDouble(), 1e-9);
        assertEquals(0.49, normal.path("shares").path("hints").path(2).asDouble(), 1e-9);
        assertEquals(30, normal.path("windows").size());
        assertEquals(0.5, kept.path("offline").path(1).path("worstShare").asDouble(), 1e-9);
        assertEquals(10, kept.path("targets").size());
        assertEquals(1, kept.path("run").path("seed").asInt());
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
        assertTrue(report.contains("Latency of updates, on mounted drives"), "no tail");
        assertTrue(report.contains("Worst throughput by over-provisioning and fill"), "no sensitivity");
    }
}
