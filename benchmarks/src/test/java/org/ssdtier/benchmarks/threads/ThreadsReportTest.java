package org.ssdtier.benchmarks.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class ThreadsReportTest {
    private static final Pattern DRAWING = Pattern.compile("<svg[^>]* aria-label=\"([^\"]*)\"");

    @TempDir
    private Path directory;

    @Test
    void report_hasTheBriefsTable_aDrawingForEachWorkload_andAllFigures() throws IOException {
        List<CellResult> cells = new ArrayList<>();
        for (BriefWorkload workload : BriefWorkload.values()) {
            for (int threads : BriefWorkload.THREADS) {
                cells.addAll(SyntheticResults.arms(workload, threads, 1));
            }
        }
        ThreadsResult result = SyntheticResults.result(cells);
        String text = draw(result);
        assertEquals(6, drawings(text).size(), drawings(text).toString());
        assertEquals("Workload A, half reads, half updates", drawings(text).get(0));
        assertEquals(30, new AdvantageTable(result).rows().size());
        assertEquals(
                List.of("D: 95 % reads of the latest rows, 5 % inserts", "12", "48", "6.9", "6.0 (CPU)", "30.0"),
                new AdvantageTable(result).rows().get(15));
        assertEquals(150, new CellTable(result).rows().size());
        assertEquals(
                List.of(
                        "A",
                        "12",
                        "tier-25",
                        "3,036",
                        "3.00",
                        "0.250 ms",
                        "0.28",
                        "2.00 ms",
                        "2.00 ms",
                        "51.23 ms",
                        "0.500 + 0.250",
                        "0.800 + 0.000",
                        "800 + 32",
                        "60 %"),
                new CellTable(result).rows().get(3));
        assertTrue(text.contains("ssd 6.00 to 6.00 (5 of 5 limited by the CPU), tier-10 2.00 to 2.00"), "the verdict");
        assertTrue(text.contains("<td>95 % (limit)</td>"), "the mark of the CPU");
        assertFalse(text.contains("Failed"), "nothing failed");
        assertTrue(ThreadsTarget.areReached(result));
        assertEquals(20, ThreadsTarget.of(result).size(), "B, C, D, E");
    }

    /** One number of threads gives bars; an arm whose node failed is listed. */
    @Test
    void oneNumberOfThreads_isDrawnAsBars_andFailuresAreListed() throws IOException {
        List<CellResult> cells =
                new ArrayList<>(SyntheticResults.arms(BriefWorkload.D, 12, 1).subList(0, 2));
        cells.add(CellResult.failed(new Cell(BriefWorkload.D, 12, ThreadsArm.TIER_25, 1), "the node ended"));
        ThreadsResult result = SyntheticResults.result(cells);
        String text = draw(result);
        assertEquals(1, drawings(text).size());
        assertTrue(text.contains("D, 12 threads, tier-25, round 1: the node ended"), "the failure");
        assertEquals(2, new CellTable(result).rows().size());
        assertEquals(List.of(), ThreadsTarget.of(result));
    }

    @Test
    void nothingMeasured_isAReportWithoutFigures() throws IOException {
        assertEquals(List.of(), drawings(draw(SyntheticResults.result(List.of()))));
    }

    @Test
    void targets_areOfWhatTheDrivesAllow_whereTheCpuIsTheLimit() {
        Cell hdd = new Cell(BriefWorkload.C, 12, ThreadsArm.HDD, 1);
        Cell tier = new Cell(BriefWorkload.C, 12, ThreadsArm.TIER_25, 1);
        CellResult base = SyntheticResults.cell(hdd, 1_000, 900, 0.3);
        ThreadsResult missed = SyntheticResults.result(List.of(base, SyntheticResults.cell(tier, 1_900, 400, 0.5)));
        assertFalse(ThreadsTarget.areReached(missed));
        assertEquals(
                List.of("C", "12", "1.90", "requests/s", "≥ 2.00", "missed"),
                ThreadsTarget.rows(missed).get(0));
        ThreadsResult limited = SyntheticResults.result(List.of(base, SyntheticResults.cell(tier, 1_900, 400, 0.9)));
        assertTrue(ThreadsTarget.areReached(limited));
        assertEquals(
                List.of("C", "12", "2.25", "device time: the CPU is the limit", "≥ 2.00", "reached"),
                ThreadsTarget.rows(limited).get(0));
        ThreadsResult both = SyntheticResults.result(List.of(base, SyntheticResults.cell(tier, 1_900, 600, 0.9)));
        assertFalse(ThreadsTarget.areReached(both), "the CPU excuses nothing that the drives say");
    }

    /** Ratios are taken round by round; a round with one of the arms only gives none. */
    @Test
    void ratios_areOfTheSameRound() {
        List<CellResult> cells = List.of(
                SyntheticResults.cell(new Cell(BriefWorkload.E, 12, ThreadsArm.HDD, 1), 100, 900, 0.3),
                SyntheticResults.cell(new Cell(BriefWorkload.E, 12, ThreadsArm.HDD, 2), 200, 900, 0.3),
                SyntheticResults.cell(new Cell(BriefWorkload.E, 12, ThreadsArm.TIER_25, 2), 190, 900, 0.3),
                SyntheticResults.cell(new Cell(BriefWorkload.E, 12, ThreadsArm.TIER_25, 3), 500, 900, 0.3));
        ThreadsTarget target = ThreadsTarget.of(SyntheticResults.result(cells)).get(0);
        assertEquals(1, target.ratio().runs());
        assertEquals(0.95, target.ratio().median(), 1e-9);
        assertTrue(target.isMissed());
    }

    @Test
    void percentileWithFewValuesBeyond_isLeftOut() {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(2_000, 1_000);
        Latency latency = Latency.of(micros);
        assertEquals("2.00 ms", CellTable.percentile(latency, 99, latency.p99Micros()));
        assertEquals("–", CellTable.percentile(latency, 99.9, latency.p999Micros()));
        assertEquals("–", CellTable.percentile(Latency.NONE, 50, 0));
    }

    private String draw(ThreadsResult result) throws IOException {
        Path file = directory.resolve("threads.json");
        Json.write(file, result);
        Path html = directory.resolve("threads.html");
        new ResultReports(List.of(new ThreadsResults())).draw(file, html);
        return Files.readString(html);
    }

    private static List<String> drawings(String html) {
        return DRAWING.matcher(html)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
