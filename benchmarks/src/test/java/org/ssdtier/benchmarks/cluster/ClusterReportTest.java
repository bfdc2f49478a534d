package org.ssdtier.benchmarks.cluster;

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
import org.ssdtier.ycsb.workload.OperationType;

@Tag("unit")
final class ClusterReportTest {
    private static final Pattern DRAWING = Pattern.compile("<svg[^>]* aria-label=\"([^\"]*)\"");

    @TempDir
    private Path directory;

    @Test
    void report_hasTheBriefsTables_itsDrawings_andAllFigures() throws IOException {
        ClusterResult result = SyntheticCells.result(SyntheticCells.all());
        String text = draw(result);
        assertEquals(
                List.of(
                        "Relative performance",
                        "Reads: 99th percentile",
                        "Updates: 99th percentile",
                        "Read-modify-writes: 99th percentile"),
                drawings(text));
        assertEquals(40, new CellTable(result).rows().size());
        for (String part : List.of(
                "<td>76.0 %</td>",
                "<td>95 % (limit)</td>", "1,200 + 128 MiB", "(SSD offline: 1)", "127.0.0.2", "1.7 to 7.5")) {
            assertTrue(text.contains(part), part);
        }
        assertFalse(text.contains("Failed"), "nothing failed");
        assertTrue(ClusterTarget.areReached(result));
        assertEquals(4, ClusterTarget.of(result).size());
    }

    @Test
    void relativePerformance_isThatOfTheBriefsColumns() {
        RelativeTable table = new RelativeTable(SyntheticCells.result(SyntheticCells.all()));
        assertEquals(
                List.of(
                        "A: half reads, half updates",
                        "ONE",
                        "6,000 (CPU)",
                        "5,000 (CPU)",
                        "1,000",
                        "2,000",
                        "6.00",
                        "5.00",
                        "2.00"),
                table.operations().get(0));
        assertEquals(
                List.of("25,000", "12,500", "1,250", "2,500", "20.00", "10.00", "2.00"),
                table.device().get(9).subList(2, 9));
        assertEquals(
                List.of(
                        "ssd-2",
                        "2.2 to 10.7; its headline: up to 31",
                        "6.0 to 6.0 (10 of 10 limited by the CPU)",
                        "20.0 to 20.0"),
                new BriefRanges(SyntheticCells.result(SyntheticCells.all()))
                        .rows()
                        .get(1));
    }

    /** The tier's operations are a quarter of the way up, its device time five ninths of the way down. */
    @Test
    void place_isBetweenHardDisksAndOneSsd() {
        PlaceTable table = new PlaceTable(SyntheticCells.result(SyntheticCells.all()));
        assertEquals(
                List.of("A", "ONE", "1,000, 2,000, 5,000 (CPU)", "25 %", "0.800, 0.400, 0.080 ms", "56 %"),
                table.rows().get(0));
        assertTrue(table.sentence().contains("are 25 to 25 % of the way"), table.sentence());
        ClusterResult without = SyntheticCells.result(
                SyntheticCells.arms(BriefWorkload.A, Consistency.ONE, 1).subList(0, 2));
        assertEquals(List.of(), new PlaceTable(without).rows());
        assertEquals("", new PlaceTable(without).sentence());
    }

    @Test
    void percentiles_areOfTheWorkloadsWithTheOperation() {
        ClusterResult result = SyntheticCells.result(SyntheticCells.all());
        List<PercentileTable> tables = PercentileTable.all(result);
        assertEquals(
                List.of(10, 6, 2),
                tables.stream().map(table -> table.rows().size()).toList());
        assertEquals(
                List.of("F", "QUORUM", "51.23 ms", "51.23 ms (CPU)", "51.23 ms (CPU)", "51.23 ms"),
                tables.get(2).rows().get(1));
        assertEquals(
                List.of("Workload", "Consistency", "hdd", "ssd-1", "ssd-2", "tier"),
                tables.get(0).heading());
        Histogram few = new Histogram(3);
        few.recordValueWithCount(2_000, 999);
        assertTrue(tables.get(2).isDrawable());
        CellResult slow = SyntheticCells.measured(
                SyntheticCells.cell(BriefWorkload.F, Consistency.ONE, ClusterArm.HDD, 1),
                new SyntheticCells.Figures(30, 800, 0.3, 0, 0));
        assertFalse(
                PercentileTable.all(SyntheticCells.result(List.of(slow))).get(2).isDrawable(), "9 beyond");
        assertEquals("–", Words.p99(Latency.of(few)));
        assertTrue(Double.isNaN(Words.p99Millis(Latency.NONE)));
    }

    /** A digest that differs although nothing was written is the tier's fault; under writes it is nobody's. */
    @Test
    void digestsThatDiffer_missTheTarget_atRestAndWithoutWrites() {
        CellResult underWrites = tier(BriefWorkload.A, 90, 0);
        assertTrue(ClusterTarget.areReached(SyntheticCells.result(List.of(underWrites))));
        assertEquals(
                List.of("A", "QUORUM", "tier", "2.000", "0.500 + 0.250", "1.500", "1.500", "0 of 15,000"),
                new DigestTable(SyntheticCells.result(List.of(underWrites)))
                        .rows()
                        .get(0));
        ClusterResult withoutWrites = SyntheticCells.result(List.of(tier(BriefWorkload.C, 1, 0)));
        assertFalse(ClusterTarget.areReached(withoutWrites));
        ClusterResult atRest = SyntheticCells.result(List.of(underWrites, tier(BriefWorkload.B, 0, 2)));
        assertFalse(ClusterTarget.areReached(atRest));
        assertEquals(
                List.of("with the tier, digests that differ at rest", "2", "0", "missed"),
                ClusterTarget.rows(atRest).get(0));
    }

    private static CellResult tier(BriefWorkload workload, long mismatches, long restMismatches) {
        return SyntheticCells.measured(
                SyntheticCells.cell(workload, Consistency.QUORUM, ClusterArm.TIER, 1),
                new SyntheticCells.Figures(2_000, 400, 0.5, mismatches, restMismatches));
    }

    /** A tier that the CPU limits is judged by device time only. */
    @Test
    void ratios_belowOne_missTheTarget_unlessTheCpuIsTheLimit() {
        Cell hdd = SyntheticCells.cell(BriefWorkload.D, Consistency.ONE, ClusterArm.HDD, 1);
        Cell tier = SyntheticCells.cell(BriefWorkload.D, Consistency.ONE, ClusterArm.TIER, 1);
        CellResult base = SyntheticCells.measured(hdd, new SyntheticCells.Figures(1_000, 800, 0.3, 0, 0));
        CellResult slower = SyntheticCells.measured(tier, new SyntheticCells.Figures(900, 700, 0.5, 0, 0));
        CellResult limited = SyntheticCells.measured(tier, new SyntheticCells.Figures(900, 700, 0.9, 0, 0));
        CellResult wasteful = SyntheticCells.measured(tier, new SyntheticCells.Figures(900, 900, 0.9, 0, 0));
        assertFalse(ClusterTarget.areReached(SyntheticCells.result(List.of(base, slower))));
        assertTrue(ClusterTarget.areReached(SyntheticCells.result(List.of(base, limited))));
        assertFalse(ClusterTarget.areReached(SyntheticCells.result(List.of(base, wasteful))));
    }

    /** Ratios are of cells with the same threads in the same round; averages are of those that all arms have. */
    @Test
    void averages_areOfThreadsAndRoundsThatAllArmsHave_ratiosOfEqualCells() {
        List<CellResult> cells = new ArrayList<>(SyntheticCells.arms(BriefWorkload.C, Consistency.ONE, 1));
        Cell more = new Cell(BriefWorkload.C, Consistency.ONE, 64, ClusterArm.HDD, 1);
        cells.add(SyntheticCells.measured(more, new SyntheticCells.Figures(3_000, 800, 0.3, 0, 0)));
        ClusterResult result = SyntheticCells.result(cells);
        ClusterResult.Row row = new ClusterResult.Row(BriefWorkload.C, Consistency.ONE);
        assertEquals(
                1_000,
                result.average(row, ClusterArm.HDD, CellResult::operationsPerSecond)
                        .orElseThrow());
        assertEquals(
                2,
                result.ratio(row, ClusterArm.TIER, ClusterArm.HDD, CellResult::operationsPerSecond)
                        .median());
        assertEquals(
                0, result.latency(row, ClusterArm.HDD, OperationType.UPDATE).count());
    }

    @Test
    void failedCells_areListed_andNothingMeasuredIsAReportWithoutDrawings() throws IOException {
        Cell cell = SyntheticCells.cell(BriefWorkload.A, Consistency.ONE, ClusterArm.SSD_1, 1);
        String text = draw(SyntheticCells.result(List.of(CellResult.failed(cell, "the node ended"))));
        assertEquals(List.of(), drawings(text));
        assertTrue(text.contains("A, ONE, 16 threads, ssd-1, round 1: the node ended"), "the failure");
    }

    private String draw(ClusterResult result) throws IOException {
        Path file = directory.resolve("cluster.json");
        Json.write(file, result);
        Path html = directory.resolve("cluster.html");
        new ResultReports(List.of(new ClusterResults())).draw(file, html);
        return Files.readString(html);
    }

    private static List<String> drawings(String html) {
        return DRAWING.matcher(html)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
