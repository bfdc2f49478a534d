package org.ssdtier.benchmarks.ssdsize;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.brief.NodeFigures;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class SizeReportTest {
    private static final Pattern DRAWING = Pattern.compile("<svg[^>]* aria-label=\"([^\"]*)\"");
    private static final List<Integer> SSDS = List.of(0, 1, 2, 5, 10, 25, 50);

    @TempDir
    private Path directory;

    @Test
    void targetWithoutAFigure_isMissed() {
        assertTrue(new SizeTarget("ratio", SyntheticResults.MIX, 2, Double.NaN, 4, true).isMissed());
        assertTrue(new SizeTarget("latency", SyntheticResults.MIX, 2, Double.NaN, 500, false).isMissed());
        assertFalse(new SizeTarget("ratio", SyntheticResults.MIX, 2, 4, 4, true).isMissed());
        assertTrue(new SizeTarget("latency", SyntheticResults.MIX, 2, 501, 500, false).isMissed());
    }

    @Test
    void report_hasSixDrawingsForAMix_andAllFigures() throws IOException {
        SizeResult result =
                SyntheticResults.result(SyntheticResults.PLAN, SyntheticResults.cells(List.of(1, 2, 5), SSDS));
        String text = draw(result);
        assertEquals(
                List.of(
                        "Requests per second: latest, 95 % reads",
                        "Requests per second that the drives allow: latest, 95 % reads",
                        "Price of 1,000 requests per second: latest, 95 % reads",
                        "99th percentile of reads: latest, 95 % reads",
                        "Hits of the row cache: latest, 95 % reads",
                        "Reads of the slow drives a request: latest, 95 % reads"),
                drawings(text));
        assertEquals(3 * 8, new CellTable(result).rows().size());
        new SizePictures(result).write(directory);
        for (String name : List.of("requests", "allowed", "price")) {
            assertTrue(Files.readString(directory.resolve("ssd-size-latest-95-" + name + ".svg"))
                    .contains("<svg"));
        }
        assertFalse(text.contains("Failed"), "nothing failed");
    }

    /** Drives that are always busy and a miss that always costs the same leave nothing to explain. */
    @Test
    void requests_areThoseThatTheHitsAllow() {
        SizeResult result = SyntheticResults.result(SyntheticResults.PLAN, SyntheticResults.cells(List.of(2), SSDS));
        List<List<String>> rows = new ArithmeticTable(result).rows();
        assertEquals(SSDS.size() - 1, rows.size());
        assertEquals(List.of("the tier of 10 % beside a block cache of the same bytes"), SizeTarget.notJudged(result));
        for (List<String> row : rows) {
            assertEquals(List.of("1.00", "1.00", "1.00", "1.00", "within 5 %"), row.subList(7, 12), row.toString());
            assertEquals("0.950", row.get(3));
        }
        Setup tier = new Setup(SizeArm.TIER, 2, 10);
        HitArithmetic arithmetic = new HitArithmetic(result);
        double ideal = arithmetic.idealHits(tier);
        assertEquals(
                1e6 / (0.95 * (1 - ideal) * SyntheticResults.READS_PER_MISS * SyntheticResults.READ_MICROS),
                arithmetic.limit(tier, SyntheticResults.MIX),
                1e-6);
        assertTrue(arithmetic.reached(tier, SyntheticResults.MIX) < arithmetic.limit(tier, SyntheticResults.MIX));
    }

    /** A tier that holds all rows would have no limit but for the controller of its SSD. */
    @Test
    void limitOfAllRows_isThatOfTheSsd() {
        SizeResult result =
                SyntheticResults.result(SyntheticResults.PLAN, SyntheticResults.cells(List.of(2), List.of(0, 10)));
        double limit = new HitArithmetic(result).limit(new Setup(SizeArm.TIER, 2, 100), SyntheticResults.MIX);
        assertTrue(limit > 50_000 && limit < 500_000, "limit=" + limit);
    }

    @Test
    void difference_isTheProductOfItsFactors_andNamesTheReason() {
        Setup stock = new Setup(SizeArm.OHC, 2, 0);
        Setup tier = new Setup(SizeArm.TIER, 2, 10);
        List<CellResult> cells =
                List.of(SyntheticResults.cell(stock, 0.6, 0.4), slowed(SyntheticResults.cell(tier, 0.8, 0.95), 0.7));
        SizeResult result = SyntheticResults.result(SyntheticResults.PLAN, cells);
        HitArithmetic.Difference difference = new HitArithmetic(result).difference(tier, SyntheticResults.MIX);
        assertEquals(0.7, difference.whole(), 1e-9);
        assertEquals(
                difference.whole(),
                difference.drivesBusy() * difference.readsPerMiss() * difference.microsPerRead(),
                1e-9);
        assertEquals(
                "the CPU is the limit",
                new ArithmeticTable(result).rows().get(0).get(11));
    }

    /** The fastest reads are the hits, as many as the hit ratio says. */
    @Test
    void hitP99_isOfTheFastestReads() {
        CellResult cell = SyntheticResults.cell(new Setup(SizeArm.TIER, 2, 10), 0.8, 0.4);
        assertEquals(400, cell.hitP99Micros(), 1);
        assertTrue(cell.reads().p99Micros() > 50_000);
    }

    /** By hand: 2,000 GB on slow drives for 40, a tenth of it on an SSD for 20, a fiftieth in memory for 120. */
    @Test
    void prices_areThoseOfTheShares() {
        assertEquals(180.0 / 2, SyntheticResults.PRICES.perThousand(0.02, 0.1, 1, 0, 2_000), 1e-9);
        assertEquals(180.0 / 2 + 5, SyntheticResults.PRICES.perThousand(0.02, 0.1, 1, 2_000, 2_000), 1e-9);
        assertEquals(320.0, SyntheticResults.PRICES.perThousand(0.02, 1, 0, 2_000, 1_000), 1e-9);
    }

    /** The tier is compared with the best block cache at the same bytes, and has them in every arm. */
    @Test
    void blockCaches_areCompared_andWritesAreDrawn() throws IOException {
        List<CellResult> cells = new ArrayList<>(SyntheticResults.cells(List.of(2), List.of(0, 10)));
        Setup best = new Setup(SizeArm.BLOCK_4_SMQ, 2, 10);
        cells.add(SyntheticResults.cell(best, 0.75, 0.4));
        cells.add(SyntheticResults.cell(new Setup(SizeArm.BLOCK_64_LRU, 2, 10), 0.70, 0.4));
        for (CellResult cell : List.copyOf(cells)) {
            cells.add(withReads(cell, 50));
        }
        SizeResult result = SyntheticResults.result(SyntheticResults.PLAN, cells);
        Setup tier = new Setup(SizeArm.TIER, 2, 10);
        SizeTarget target = SizeTarget.of(result).get(0);
        double ratio = result.median(tier, SyntheticResults.MIX, CellResult::requestsPerSecond)
                / result.median(best, SyntheticResults.MIX, CellResult::requestsPerSecond);
        assertEquals(ratio, target.value(), 1e-9);
        assertEquals(ratio < 1.3, target.isMissed());
        assertEquals(List.of(), SizeTarget.notJudged(result));
        String text = draw(result);
        assertTrue(
                drawings(text).contains("At 10 % of the rows on an SSD, 2 % in memory"),
                drawings(text).toString());
        assertTrue(
                drawings(text).contains("By share of writes: latest, 2 % of the rows in memory"),
                drawings(text).toString());
        SizeBudget budget = SyntheticResults.PLAN.budget();
        for (SizeArm arm : List.of(SizeArm.BLOCK_4_LRU, SizeArm.BLOCK_64_SMQ, SizeArm.BOTH)) {
            Setup setup = new Setup(arm, 2, 10);
            assertEquals(
                    budget.cache(tier).ssdBytes(),
                    budget.cache(setup).ssdBytes() + budget.blockCacheBytes(setup),
                    arm.toString());
        }
        assertEquals(0, budget.blockCacheBytes(tier));
        assertTrue(budget.cache(new Setup(SizeArm.BOTH, 2, 10)).ssdBytes() > 0);
    }

    private static CellResult withReads(CellResult cell, int readPercent) {
        Cell other = new Cell(
                cell.cell().setup(),
                new Mix(cell.cell().mix().distribution(), readPercent),
                cell.cell().round());
        return new CellResult(other, null, cell.figures(), cell.blocks(), cell.tier(), cell.warmUpSeconds());
    }

    @Test
    void oneSize_hasTablesOnly_andFailuresAreListed() throws IOException {
        List<CellResult> cells = new ArrayList<>(SyntheticResults.cells(List.of(2), List.of(0)));
        cells.add(
                CellResult.failed(new Cell(new Setup(SizeArm.TIER, 2, 10), SyntheticResults.MIX, 1), "the node ended"));
        String text = draw(SyntheticResults.result(SyntheticResults.PLAN, cells));
        assertEquals(List.of(), drawings(text));
        assertTrue(text.contains("tier, memory 2 %, SSD 10 %, latest, 95 % reads, round 1: the node ended"), text);
        assertEquals(List.of(), drawings(draw(SyntheticResults.result(SyntheticResults.PLAN, List.of()))));
    }

    private static CellResult slowed(CellResult cell, double factor) {
        NodeFigures figures = cell.figures();
        return new CellResult(
                cell.cell(),
                null,
                new NodeFigures(
                        figures.seconds(),
                        figures.requestsPerSecond() * factor,
                        figures.latencies(),
                        figures.hits(),
                        figures.devices(),
                        figures.cpu(),
                        figures.pageCacheBytes(),
                        figures.processBytes()),
                cell.blocks(),
                cell.tier(),
                cell.warmUpSeconds());
    }

    private String draw(SizeResult result) throws IOException {
        Path file = directory.resolve("ssd-size.json");
        Json.write(file, result);
        Path html = directory.resolve("ssd-size.html");
        new ResultReports(List.of(new SizeResults())).draw(file, html);
        return Files.readString(html);
    }

    private static List<String> drawings(String html) {
        return DRAWING.matcher(html)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
