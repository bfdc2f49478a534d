package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;

@Tag("unit")
final class ExperimentReportTest {
    private static final Scale SCALE = Scale.named("tiny").withRounds(3);
    private static final Shares SHARES = Shares.of(Shares.EQUAL_SHARE, SCALE.rows());
    private static final Experiment EXPERIMENT = Experiment.ROW_CACHE.only(List.of("ohc", "ssdtier"));
    private static final RunDirectory.Plan PLAN = new RunDirectory.Plan(
            "rowcache",
            List.of("ohc", "ssdtier"),
            List.of(95, 85, 75),
            SCALE,
            SHARES,
            Budget.of(SCALE, SHARES),
            1,
            "host",
            List.of(),
            SSTableFormat.BIG,
            false);

    private static final ResultReports REPORTS = new ResultReports(List.of(new ExperimentResults()));
    private static final Pattern DRAWING = Pattern.compile("<svg[^>]* aria-label=\"([^\"]*)\"");

    @TempDir
    private Path directory;

    @Test
    void report_hasAllDrawingsTablesAndFigures() throws IOException {
        RunDirectory run = finishedRun();
        String text = draw(run);
        assertTrue(
                text.contains("710 reads/s") && text.contains("neither emulated nor slow"), "the paper and the disks");
        assertTrue(text.contains("ssdtier 2.00"), "the verdict");
        assertTrue(text.contains("no arm kept the cores busier than 40 %"), "the limit, of all mixes");
        assertTrue(
                text.contains("<td>1.85 (710 to 384 reads/s)</td><td>2.00 (2.00 to 2.00)</td>"),
                "the paper's figure beside ours");
        assertTrue(text.contains("0.500 + 0.200"), "hits by tier");
        assertTrue(
                text.contains(
                        "In no mix has an arm with the drop-in jar, by the median of the rounds, fewer requests/s"),
                "no loss");
        assertEquals(
                List.of(
                        "Throughput",
                        "Mean latency of reads",
                        "Latency of reads, 95 % reads, closed loop",
                        "Latency of reads, 75 % reads, closed loop",
                        "Hit ratio",
                        "Disk reads",
                        "Throughput over time"),
                drawings(text));
        assertFalse(text.contains("Missing:"), "a new result has all that is drawn");
        JsonNode cell =
                Json.tree(directory.resolve("run/rowcache.json")).get("cells").get(1);
        assertEquals("ssdtier", cell.get("arm").asText());
        assertEquals(2.0, cell.get("throughput_to_ohc").get("median").asDouble(), 1e-9);
        assertEquals(3, cell.get("requests_per_second").get("runs").asInt());
        assertEquals(
                "[[200,200,200,200],[400,400,400,400],[600,600,600,600]]",
                cell.get("requests_by_second").toString());
    }

    /** Results of early versions have neither histograms nor series nor the ratios to all stock arms. */
    @Test
    void earlyResult_hasWhatItHas_andSaysWhatIsMissing() throws IOException {
        RunDirectory run = finishedRun();
        Path file = ExperimentResults.write(run.path());
        JsonNode early = Json.tree(file);
        for (JsonNode cell : early.get("cells")) {
            ((ObjectNode) cell).remove(List.of("read_histogram", "requests_by_second", "read_p99_to_ohc"));
        }
        Json.write(file, early);
        Path html = directory.resolve("early.html");
        REPORTS.draw(file, html);
        String text = Files.readString(html);
        assertEquals(
                List.of("Throughput", "Mean latency of reads", "Hit ratio", "Disk reads"),
                drawings(text),
                "bars need medians alone");
        assertTrue(text.contains("Missing: Latency of reads, 75 % reads, by percentile. This result was recorded"));
        assertTrue(text.contains("Missing: Throughput over time. This result was recorded before series by second"));
        assertTrue(text.contains("Missing: 3 of 9 comparisons of ours with others. This result was"), "the ratios");
        assertFalse(text.contains("In no mix has an arm"), "not all of it was compared");
    }

    @Test
    void losses_areSaid() throws IOException {
        RunDirectory run = finishedRun();
        for (int round = 1; round <= 3; round++) {
            run.write(result(new Slot("ssdtier", 75, round), 50 * round));
        }
        String text = draw(run);
        assertTrue(text.contains("Where ours loses to stock or a block cache, or may lose"), "the table");
        assertTrue(text.contains("0.50 of its requests/s (0.50 to 0.50)"), "requests");
        assertTrue(text.contains("2.00 times its mean read (2.00 to 2.00)"), "latency");
        assertTrue(text.contains("<td>75 %</td><td>ssdtier</td><td>ohc</td>"), "the compared arms");
        assertFalse(text.contains("<td>95 %</td><td>ssdtier</td><td>ohc</td>"), "no loss there");
    }

    /** A hit takes about as long as the median read; the rest of the time is spent on misses. */
    @Test
    void missTimeShare_isWhatHitsLeave() {
        SlotResult result = result(new Slot("ssdtier", 95, 1), 100);
        assertEquals(0.3, result.missTimeShare(), 0.01);
    }

    /** A reader who doubts a median can calculate it again from the result file alone. */
    @Test
    void result_hasEverySlot_fromWhichItsFiguresFollow() throws IOException {
        RunDirectory run = finishedRun();
        JsonNode json = Json.tree(ExperimentResults.write(run.path()));
        Map<String, List<Double>> requests = new TreeMap<>();
        for (JsonNode slot : json.get("slots")) {
            requests.computeIfAbsent(
                            slot.at("/slot/arm").asText()
                                    + slot.at("/slot/readPercent").asText(),
                            absent -> new ArrayList<>())
                    .add(slot.get("requestsPerSecond").asDouble());
            assertEquals(
                    50, Latency.decode(slot.at("/reads/histogram").asText()).getTotalCount());
        }
        assertEquals(6, requests.size());
        for (JsonNode cell : json.get("cells")) {
            Spread spread = Spread.of(requests.get(
                    cell.get("arm").asText() + cell.get("read_percent").asText()));
            assertEquals(spread.median(), cell.at("/requests_per_second/median").asDouble(), 1e-9);
            assertEquals(spread.runs(), cell.at("/requests_per_second/runs").asInt());
        }
    }

    @Test
    void memoryInUse_isShown_andMarkedWhereItIsNotEqual() throws IOException {
        RunDirectory run = finishedRun();
        assertTrue(
                draw(run)
                        .contains(
                                "<td>512</td><td>256</td><td>100</td><td>256</td><td>1</td><td>1</td><td>513</td><td>1.000</td>"
                                        + "<td>1.00</td><td>–</td>"),
                draw(run));
        for (Slot slot : EXPERIMENT.slots(3)) {
            if (slot.arm().equals("ssdtier")) {
                run.write(withMemory(result(slot, 100), 540L << 20));
            }
        }
        String text = draw(run);
        assertTrue(
                text.contains(
                        "<td>540</td><td>256</td><td>100</td><td>284</td><td>1</td><td>1</td><td>541</td><td>1.055 (not equal)</td>"),
                text);
        assertTrue(
                text.contains(
                        "<td>512</td><td>256</td><td>100</td><td>256</td><td>1</td><td>1</td><td>513</td><td>1.000</td>"
                                + "<td>1.00</td><td>–</td>"),
                text);
    }

    /** At a fixed rate, an arm that answers less than it is offered has latencies that depend on the slot's length. */
    @Test
    void loads_haveATableAndADrawing_andDoNotCountForOtherFigures() throws IOException {
        RunDirectory run = new RunDirectory(directory.resolve("loads"));
        RunDirectory.Plan plan = new RunDirectory.Plan(
                "rowcache",
                PLAN.arms(),
                List.of(95),
                SCALE.withRounds(1),
                SHARES,
                PLAN.budget(),
                1,
                "host",
                List.of(50, 90),
                SSTableFormat.BIG,
                false);
        run.write(new RunDirectory.Run(plan, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1)));
        run.write(result(new Slot("ohc", 95, 1), 100));
        run.write(result(new Slot("ssdtier", 95, 1), 200));
        run.write(result(new Slot("ohc", 95, 1, 50), 50));
        run.write(SyntheticSlots.withOffered(result(new Slot("ohc", 95, 1, 90), 80), 90));
        run.write(result(new Slot("ssdtier", 95, 1, 50), 50));
        run.write(result(new Slot("ssdtier", 95, 1, 90), 90));
        String text = draw(run);
        assertTrue(drawings(text).contains("99th percentile of reads by load, 95 % reads"), text);
        assertTrue(
                text.contains("<td>95 %</td><td>ohc</td><td>90 %</td><td>90</td><td>80 (does not keep up)</td>"
                        + "<td>12.50 ms</td>"),
                text);
        assertTrue(text.contains("<td>ssdtier</td><td>90 %</td><td>90</td><td>90</td>"), text);
        JsonNode cell =
                Json.tree(directory.resolve("loads/rowcache.json")).get("cells").get(0);
        assertEquals(1, cell.at("/requests_per_second/runs").asInt());
        assertEquals(100, cell.at("/requests_per_second/median").asDouble());
        assertEquals(50, cell.at("/loads/0/percent").asInt());
        assertEquals(20_000, cell.at("/loads/0/p99Micros").asDouble(), 20);
        assertEquals(
                6,
                Json.tree(directory.resolve("loads/rowcache.json")).get("slots").size());
        assertFalse(draw(finishedRun()).contains("fixed rate"), "not without such slots");
    }

    private static SlotResult withMemory(SlotResult of, long processBytes) {
        return new SlotResult(
                of.slot(),
                null,
                of.seconds(),
                of.requestsPerSecond(),
                of.offeredPerSecond(),
                of.reads(),
                of.updates(),
                of.hits(),
                of.disk(),
                new SlotResult.MemoryUse(1 << 20, 1 << 20, processBytes, 400, 2_000, 256 << 20, 100 << 20),
                of.cpu(),
                of.perSecond());
    }

    /** Six rounds are needed for a 95 % interval of a median without assumptions about its distribution. */
    @Test
    void ratio_hasAStar_whereItsIntervalExcludesOne_andTheBestStockArmIsNamed() throws IOException {
        for (int rounds : List.of(5, 6)) {
            RunDirectory run = new RunDirectory(directory.resolve("rounds-" + rounds));
            RunDirectory.Plan plan = new RunDirectory.Plan(
                    "rowcache",
                    List.of("none", "ohc", "ssdtier"),
                    List.of(95),
                    SCALE.withRounds(rounds),
                    SHARES,
                    PLAN.budget(),
                    1,
                    "host",
                    List.of(),
                    SSTableFormat.BIG,
                    false);
            run.write(new RunDirectory.Run(plan, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1)));
            for (int round = 1; round <= rounds; round++) {
                run.write(result(new Slot("ohc", 95, round), 100));
                run.write(result(new Slot("ssdtier", 95, round), 150));
                run.write(result(new Slot("none", 95, round), round % 2 == 0 ? 90 : 125));
            }
            List<List<String>> rows =
                    new MixTable(ExperimentResult.of(Json.tree(ExperimentResults.write(run.path())))).rows();
            assertEquals("none", rows.get(0).get(1));
            assertFalse(rows.get(0).get(3).contains("*"), rows.toString());
            assertEquals(rounds == 6 ? "1.50 *" : "1.50", rows.get(2).get(3), rows.toString());
            assertEquals(
                    List.of("", ""), List.of(rows.get(0).get(4), rows.get(1).get(4)), "stock arms");
            assertTrue(rows.get(2).get(4).endsWith(" (none)"), "not the baseline: " + rows);
        }
    }

    @Test
    void failedSlots_areNamedAndTheOthersCount() throws IOException {
        RunDirectory run = finishedRun();
        Slot failed = new Slot("ohc", 85, 2);
        run.write(SlotResult.failed(failed, "the node ended\nOutOfMemoryError"));
        Comparison comparison = new Comparison(EXPERIMENT, run.results(EXPERIMENT.slots(3)));
        assertTrue(draw(run).contains("ohc, 85 % reads, round 2: the node ended"));
        assertEquals(
                6,
                new MixTable(ExperimentResult.of(Json.tree(directory.resolve("run/rowcache.json"))))
                        .rows()
                        .size());
        assertFalse(run.has(failed), "a failed slot is run again");
        assertTrue(new FigureCells(run.run(), comparison)
                .toMap()
                .get("failures")
                .toString()
                .contains("ohc, 85 % reads, round 2"));
    }

    @Test
    void failedSlotAtALoad_isNamedWithIt() {
        SlotResult failed = SlotResult.failed(new Slot("ohc", 95, 1, 70), "the node ended");
        assertEquals(
                List.of("ohc, 95 % reads, round 1, load 70 %: the node ended"),
                new Comparison(EXPERIMENT, List.of(failed)).failures());
    }

    /** A load of 100 % is what an operator without the jar can get from these disks. */
    @Test
    void stockCapacity_isThatOfTheBestStockArmOnTheDisksOfTheBaseline() {
        List<SlotResult> results = List.of(
                result(new Slot("ohc", 95, 1), 100),
                result(new Slot("none", 95, 1), 120),
                result(new Slot("ssdtier", 95, 1), 300),
                result(new Slot("all-ssd", 95, 1), 900),
                result(new Slot("none", 95, 1, 90), 500));
        Comparison comparison = new Comparison(Experiment.ROW_CACHE, results);
        assertEquals(120, comparison.stockCapacity(95).orElseThrow());
        assertTrue(comparison.stockCapacity(75).isEmpty());
        assertEquals(500 * 100 / 90.0, comparison.offeredAtHundred(95).orElseThrow(), 1e-9, "as the first slot had it");
        assertTrue(comparison.offeredAtHundred(75).isEmpty());
        assertEquals(
                List.of("ohc"), EXPERIMENT.stockArms().stream().map(Arm::name).toList());
        assertEquals(
                List.of(),
                Experiment.ROW_CACHE.only(List.of("ssdtier", "all-ssd")).stockArms());
    }

    @Test
    void mixThatFailed_isNotDrawn() throws IOException {
        RunDirectory run = finishedRun();
        for (Slot slot : EXPERIMENT.slots(3)) {
            if (slot.readPercent() == 95) {
                run.write(SlotResult.failed(slot, "the node ended"));
            }
        }
        String text = draw(run);
        assertTrue(text.contains("Requests in each measured second at 85 % reads"));
        assertTrue(
                text.contains("At 85 % reads, requests/s relative to ohc, the best stock arm: ssdtier 2.00"),
                "the verdict of the next mix");
        assertFalse(drawings(text).contains("Latency of reads, 95 % reads, closed loop"));
        assertTrue(drawings(text).contains("Latency of reads, 85 % reads, closed loop"));
    }

    @Test
    void runThatFailed_hasAReportOfItsFailures() throws IOException {
        RunDirectory run = finishedRun();
        for (Slot slot : EXPERIMENT.slots(3)) {
            run.write(SlotResult.failed(slot, "the node ended"));
        }
        String text = draw(run);
        assertTrue(text.contains("round 3: the node ended"));
        assertFalse(text.contains("The disks were the limit"), "the limit is unknown");
    }

    @Test
    void directory_goesOnWithTheSamePlanOnly() throws IOException {
        RunDirectory run = finishedRun();
        run.open(PLAN);
        assertTrue(run.has(new Slot("ssdtier", 75, 3)));
        assertFalse(run.has(new Slot("ssdtier", 75, 4)));
        RunDirectory.Plan other = new RunDirectory.Plan(
                "rowcache",
                List.of("ssdtier"),
                PLAN.readPercents(),
                SCALE.withRounds(5),
                SHARES,
                PLAN.budget(),
                2,
                "host",
                List.of(),
                SSTableFormat.BIG,
                false);
        assertEquals(
                "directory=" + run.path()
                        + ": holds a run with another plan (arms: found ohc,ssdtier, asked for ssdtier;"
                        + " scale.rounds: found 3, asked for 5; seed: found 1, asked for 2)."
                        + " Give the options of that run to continue it, choose another directory with --dir,"
                        + " or delete this one",
                assertThrows(IOException.class, () -> run.open(other)).getMessage());
        Files.writeString(Files.createDirectories(directory.resolve("other")).resolve("file"), "mine");
        assertThrows(IOException.class, () -> new RunDirectory(directory.resolve("other")).open(PLAN));
        assertThrows(IOException.class, () -> new RunDirectory(directory.resolve("nothing")).run());
    }

    /** Rates are derived from the other slots, so they may come later; without the loads of a run, it is another one. */
    @Test
    void directory_goesOnWithMoreLoads() throws IOException {
        RunDirectory run = finishedRun();
        RunDirectory.Plan more = withLoads(List.of(50));
        run.open(more);
        run.write(new RunDirectory.Run(more, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1)));
        run.open(withLoads(List.of(50, 90)));
        assertThrows(IOException.class, () -> run.open(PLAN));
        assertThrows(IOException.class, () -> run.open(withLoads(List.of(90))));
    }

    private static RunDirectory.Plan withLoads(List<Integer> loads) {
        return new RunDirectory.Plan(
                PLAN.experiment(),
                PLAN.arms(),
                PLAN.readPercents(),
                SCALE,
                SHARES,
                PLAN.budget(),
                PLAN.seed(),
                PLAN.device(),
                loads,
                SSTableFormat.BIG,
                false);
    }

    @Test
    void fill_saysWhatTheFlashDid_whatThePaperDrew_andWhatIsLeftOut() throws IOException {
        RunDirectory run = oneRoundOf(Experiment.FILL);
        for (Slot slot : Experiment.FILL.slots(1)) {
            run.write(result(slot, slot.arm().startsWith("ssd") ? 1_000 : 100));
        }
        String text = draw(run);
        assertTrue(text.contains("drawn only: an order, no figures"), "the paper");
        assertTrue(text.contains("Requests/s, nearly full SSD to fresh; 50 % reads"), "the cost of a full SSD");
        assertTrue(text.contains("99th percentile of reads, nearly full HDDs to fresh; 95 % reads"), "and full HDDs");
        assertTrue(text.contains("scatters new files over the remaining gaps"), "the model's limits");
        assertTrue(text.contains("3.0 MB/s") && text.contains("4.50") && text.contains("2.00 %"), "the flash");
        assertFalse(text.contains("The table on disk"), "all arms have one format");
        JsonNode cells = Json.tree(directory.resolve("fill/fill.json")).get("cells");
        assertFalse(cells.get(0).has("write_amplification"), "an HDD has none");
        assertEquals(4.5, cells.get(3).get("write_amplification").get("median").asDouble());
    }

    @Test
    void schema_saysHowLargeTheTableIsInEachFormat() throws IOException {
        RunDirectory run = oneRoundOf(Experiment.SCHEMA);
        for (Slot slot : Experiment.SCHEMA.slots(1)) {
            run.write(result(slot, 100));
        }
        String text = draw(run);
        assertTrue(text.contains("100.0 MB") && text.contains("80.0 MB") && text.contains("0.800"), "the sizes");
    }

    /** Writes the result file of a run and returns the report drawn from it. */
    private static String draw(RunDirectory run) throws IOException {
        Path result = ExperimentResults.write(run.path());
        Path html = ResultReports.beside(result);
        REPORTS.draw(result, html);
        return Files.readString(html);
    }

    private static List<String> drawings(String html) {
        return DRAWING.matcher(html).results().map(found -> found.group(1)).toList();
    }

    private RunDirectory oneRoundOf(Experiment experiment) throws IOException {
        RunDirectory run = new RunDirectory(directory.resolve(experiment.name()));
        RunDirectory.Plan plan = new RunDirectory.Plan(
                experiment.name(),
                experiment.arms().stream().map(Arm::name).toList(),
                experiment.readPercents(),
                SCALE.withRounds(1),
                SHARES,
                PLAN.budget(),
                1,
                "emulated",
                List.of(),
                SSTableFormat.BIG,
                false);
        run.write(new RunDirectory.Run(plan, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1)));
        return run;
    }

    private RunDirectory finishedRun() throws IOException {
        RunDirectory run = new RunDirectory(directory.resolve("run"));
        run.open(PLAN);
        run.write(new RunDirectory.Run(PLAN, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1)));
        for (Slot slot : EXPERIMENT.slots(3)) {
            run.write(result(slot, slot.arm().equals("ohc") ? 100 * slot.round() : 200 * slot.round()));
        }
        return run;
    }

    private static SlotResult result(Slot slot, double perSecond) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(Math.round(1e6 / perSecond), 50);
        SlotResult.Flash flash =
                slot.arm().equals("ssd-full") ? new SlotResult.Flash(3e6, 4.5, 0.02) : SlotResult.Flash.NONE;
        return new SlotResult(
                slot,
                null,
                4,
                perSecond,
                slot.hasRate() ? perSecond : 0,
                Latency.of(micros),
                Latency.of(micros),
                new SlotResult.Hits(0.5, 0.2, 0.7, 0, 0, 0),
                new SlotResult.DiskUse(
                        0.3,
                        5_000,
                        0.01,
                        0.2,
                        slot.arm().equals("catalogued") ? 80_000_000 : 100_000_000,
                        flash,
                        null,
                        null,
                        null,
                        null,
                        0),
                new SlotResult.MemoryUse(1 << 20, 1 << 20, 1 << 29, 400, 2_000, 256 << 20, 100 << 20),
                new SlotResult.CpuUse(0.4, slot.readPercent() == 75 ? 0.4 : 0.3, 1.0),
                Collections.nCopies(4, perSecond));
    }
}
