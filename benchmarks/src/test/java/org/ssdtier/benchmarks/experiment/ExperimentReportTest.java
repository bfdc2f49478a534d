package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            "host");

    @TempDir
    private Path directory;

    @Test
    void report_hasAllDrawingsTablesAndFigures() throws IOException {
        RunDirectory run = finishedRun();
        Path html = new ExperimentReport(run.run(), EXPERIMENT, run.results(EXPERIMENT.slots(3)))
                .write(directory.resolve("report"));
        String text = Files.readString(html);
        assertTrue(
                text.contains("710 reads/s") && text.contains("neither emulated nor slow"), "the paper and the disks");
        assertTrue(text.contains("ssdtier 2.00"), "the verdict");
        assertTrue(text.contains("no arm kept the cores busier than 30 %"), "the limit");
        assertTrue(
                text.contains("<td>1.85 (710 to 384)</td><td>2.00 (2.00 to 2.00)</td>"),
                "the paper's figure beside ours");
        assertTrue(text.contains("0.500 + 0.200"), "hits by tier");
        assertTrue(text.contains("In no mix has an arm with the drop-in jar fewer requests/s"), "no loss");
        for (String drawing : List.of(
                "throughput", "latency", "percentiles-95", "percentiles-75", "hits", "disk-reads", "over-time")) {
            assertTrue(Files.size(directory.resolve("report/rowcache-" + drawing + ".png")) > 1_000, drawing);
        }
        JsonNode figures = new ObjectMapper()
                .readTree(directory.resolve("report/rowcache.json").toFile());
        JsonNode cell = figures.get("cells").get(1);
        assertEquals("ssdtier", cell.get("arm").asText());
        assertEquals(2.0, cell.get("throughput_to_ohc").get("median").asDouble(), 1e-9);
        assertEquals(3, cell.get("requests_per_second").get("runs").asInt());
    }

    @Test
    void losses_areSaid() throws IOException {
        RunDirectory run = finishedRun();
        for (int round = 1; round <= 3; round++) {
            run.write(result(new Slot("ssdtier", 75, round), 50 * round));
        }
        Path html = new ExperimentReport(run.run(), EXPERIMENT, run.results(EXPERIMENT.slots(3)))
                .write(directory.resolve("report"));
        String text = Files.readString(html);
        assertTrue(text.contains("Where ours loses"), "the table");
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

    @Test
    void failedSlots_areNamedAndTheOthersCount() throws IOException {
        RunDirectory run = finishedRun();
        Slot failed = new Slot("ohc", 85, 2);
        run.write(SlotResult.failed(failed, "the node ended\nOutOfMemoryError"));
        Comparison comparison = new Comparison(EXPERIMENT, run.results(EXPERIMENT.slots(3)));
        assertEquals(6, new MixTable(run.run(), comparison).rows().size());
        assertFalse(run.has(failed), "a failed slot is run again");
        assertTrue(new FigureCells(run.run(), comparison)
                .toMap()
                .get("failures")
                .toString()
                .contains("ohc, 85 % reads, round 2"));
    }

    @Test
    void mixThatFailed_isNotDrawn() throws IOException {
        RunDirectory run = finishedRun();
        for (Slot slot : EXPERIMENT.slots(3)) {
            if (slot.readPercent() == 95) {
                run.write(SlotResult.failed(slot, "the node ended"));
            }
        }
        Path html = new ExperimentReport(run.run(), EXPERIMENT, run.results(EXPERIMENT.slots(3)))
                .write(directory.resolve("report"));
        String text = Files.readString(html);
        assertTrue(text.contains("Requests in each measured second at 85 % reads"));
        assertTrue(text.contains("requests per second at 85 % reads: ssdtier 2.00"), "the verdict of the next mix");
        assertFalse(Files.exists(directory.resolve("report/rowcache-percentiles-95.png")));
        assertTrue(Files.exists(directory.resolve("report/rowcache-percentiles-85.png")));
    }

    @Test
    void runThatFailed_hasAReportOfItsFailures() throws IOException {
        RunDirectory run = finishedRun();
        for (Slot slot : EXPERIMENT.slots(3)) {
            run.write(SlotResult.failed(slot, "the node ended"));
        }
        Path html = new ExperimentReport(run.run(), EXPERIMENT, run.results(EXPERIMENT.slots(3)))
                .write(directory.resolve("report"));
        String text = Files.readString(html);
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
                "rowcache", PLAN.arms(), PLAN.readPercents(), SCALE, SHARES, PLAN.budget(), 2, "host");
        assertTrue(assertThrows(IOException.class, () -> run.open(other))
                .getMessage()
                .contains("holds a run of"));
        Files.writeString(Files.createDirectories(directory.resolve("other")).resolve("file"), "mine");
        assertThrows(IOException.class, () -> new RunDirectory(directory.resolve("other")).open(PLAN));
        assertThrows(IOException.class, () -> new RunDirectory(directory.resolve("nothing")).run());
    }

    @Test
    void fill_saysWhatTheFlashDid_whatThePaperDrew_andWhatIsLeftOut() throws IOException {
        RunDirectory.Run run = new RunDirectory.Run(
                new RunDirectory.Plan("fill", List.of(), List.of(95, 50), SCALE, SHARES, PLAN.budget(), 1, "emulated"),
                new Dataset.Facts(SCALE.rows(), 9_000_000, 5),
                Map.of("seed", 1));
        List<SlotResult> results = Experiment.FILL.slots(1).stream()
                .map(slot -> result(slot, slot.arm().startsWith("ssd") ? 1_000 : 100))
                .toList();
        ExperimentReport report = new ExperimentReport(run, Experiment.FILL, results);
        String text = Files.readString(report.write(directory.resolve("fill")));
        assertTrue(text.contains("drawn only: an order, no figures"), "the paper");
        assertTrue(text.contains("Requests/s, nearly full SSD to fresh; 50 % reads"), "the cost of a full SSD");
        assertTrue(text.contains("99th percentile of reads, nearly full HDDs to fresh; 95 % reads"), "and full HDDs");
        assertTrue(text.contains("scatters new files over the remaining gaps"), "the model's limits");
        assertTrue(text.contains("3.0 MB/s") && text.contains("4.50") && text.contains("2.00 %"), "the flash");
        assertFalse(text.contains("The table on disk"), "all arms have one format");
        JsonNode cells = new ObjectMapper()
                .readTree(directory.resolve("fill/fill.json").toFile())
                .get("cells");
        assertFalse(cells.get(0).has("write_amplification"), "an HDD has none");
        assertEquals(4.5, cells.get(3).get("write_amplification").get("median").asDouble());
    }

    @Test
    void schema_saysHowLargeTheTableIsInEachFormat() throws IOException {
        RunDirectory.Run run = new RunDirectory.Run(
                new RunDirectory.Plan("schema", List.of(), List.of(95), SCALE, SHARES, PLAN.budget(), 1, "emulated"),
                new Dataset.Facts(SCALE.rows(), 9_000_000, 5),
                Map.of("seed", 1));
        List<SlotResult> results = Experiment.SCHEMA.slots(1).stream()
                .map(slot -> result(slot, 100))
                .toList();
        ExperimentReport report = new ExperimentReport(run, Experiment.SCHEMA, results);
        String text = Files.readString(report.write(directory.resolve("schema")));
        assertTrue(text.contains("100.0 MB") && text.contains("80.0 MB") && text.contains("0.800"), "the sizes");
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
                perSecond * slot.readPercent() / 100,
                Latency.of(micros),
                Latency.of(micros),
                new SlotResult.Hits(0.5, 0.2, 0.7),
                new SlotResult.DiskUse(
                        0.3, 5_000, 0.01, 0.2, slot.arm().equals("catalogued") ? 80_000_000 : 100_000_000, flash),
                new SlotResult.MemoryUse(1 << 20, 1 << 29, 400, 2_000),
                0.4,
                0.3,
                1.0,
                Collections.nCopies(4, perSecond));
    }
}
