package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.report.ResultReports;

/**
 * Tests of a whole experiment with real nodes on the host's disk: one arm's node is killed during the run, and the run
 * is repeated.
 */
@Tag("integration")
final class ExperimentRunIT {
    private static final Scale SCALE = Scale.named("tiny").withRounds(1).withSlotSeconds(2);
    private static final Experiment EXPERIMENT = Experiment.ROW_CACHE.only(List.of("ohc", "ssdtier", "memory-only"));
    private static final Shares SHARES = Shares.of(Shares.EQUAL_SHARE, SCALE.rows());
    private static final RunDirectory.Plan PLAN = new RunDirectory.Plan(
            EXPERIMENT.name(),
            List.of("ohc", "ssdtier", "memory-only"),
            EXPERIMENT.readPercents(),
            SCALE,
            SHARES,
            Budget.of(SCALE, SHARES),
            1,
            "host",
            List.of(50),
            SSTableFormat.BIG,
            false);

    @TempDir
    private Path directory;

    @Test
    void nodeThatDies_failsItsArmOnly_andTheNextRunGoesOn() throws IOException, InterruptedException {
        RunDirectory results = new RunDirectory(directory.resolve("run"));
        boolean good = run(results, line -> {
            if (line.startsWith("round 1, 95 % reads, ssdtier")) {
                killNodeOf("ssdtier", results);
            }
        });
        assertFalse(good);
        List<SlotResult> first = results.results(EXPERIMENT.slots(1));
        assertEquals(9, first.size());
        for (SlotResult result : results.results(PLAN.slots())) {
            boolean lost = result.slot().arm().equals("ssdtier");
            assertTrue(!result.slot().hasRate() || result.isGood() != lost, result.toString());
        }
        for (SlotResult result : first) {
            boolean killed =
                    result.slot().arm().equals("ssdtier") && result.slot().readPercent() != 95;
            assertEquals(!killed, result.isGood(), result.toString());
            assertTrue(!killed || String.valueOf(result.failure()).contains("INFO"), "the log's last lines: " + result);
        }
        assertFalse(Files.exists(results.nodes()), "nothing is left of the nodes");

        assertTrue(run(results, line -> {}));
        for (SlotResult result : results.results(EXPERIMENT.slots(1))) {
            assertTrue(
                    result.isGood()
                            && result.requestsPerSecond() > 0
                            && result.reads().count() > 0,
                    result.toString());
            assertTrue(result.hits().total() > 0.3, result.toString());
            assertEquals(
                    result.slot().arm().equals("memory-only"),
                    result.hits().ssd() == 0 && !result.slot().arm().equals("ohc"),
                    "only a paused tier has no hits of the SSD: " + result);
        }
        List<SlotResult> atARate = results.results(PLAN.slots()).subList(9, 18);
        for (SlotResult result : atARate) {
            assertTrue(result.isGood() && result.slot().loadPercent() == 50, result.toString());
            assertTrue(result.offeredPerSecond() > 0, result.toString());
            assertTrue(result.requestsPerSecond() < 1.5 * result.offeredPerSecond(), result.toString());
        }
        assertTrue(results.run().facts().get("earlier") instanceof List<?> earlier && earlier.size() == 1);
        Path html = directory.resolve("report.html");
        new ResultReports(List.of(new ExperimentResults())).draw(ExperimentResults.write(results.path()), html);
        assertTrue(Files.size(html) > 10_000);
    }

    private boolean run(RunDirectory results, Consumer<String> progress) throws IOException, InterruptedException {
        return new ExperimentRun(
                        EXPERIMENT,
                        results,
                        PLAN,
                        DiskChoice.parse(List.of("host")),
                        directory.resolve("datasets"),
                        progress)
                .run();
    }

    private static void killNodeOf(String arm, RunDirectory results) {
        String home = results.nodes().resolve(arm).toString();
        ProcessHandle node = ProcessHandle.current()
                .children()
                .filter(child -> commandLine(child).contains(home))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no process of " + home));
        node.destroyForcibly();
        node.onExit().join();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
