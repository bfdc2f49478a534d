package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("unit")
final class SsdTierCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void help_namesEveryCommand() {
        assertEquals(0, run("--help"));
        for (String command : SsdTierCommand.commandLine().getSubcommands().keySet()) {
            assertTrue(out.toString().contains("  " + command + " "), command);
        }
    }

    @Test
    void wrongWord_isUsageErrorWithNearestWord() {
        assertEquals(2, run("noed"));
        assertTrue(err.toString().contains("Did you mean: ssdtier node?"), err.toString());
    }

    @Test
    void wrongOption_isUsageErrorWithNearestWord() {
        assertEquals(2, run("node", "start", "--stok"));
        assertTrue(err.toString().contains("Did you mean: ssdtier node start --stock?"), err.toString());
    }

    @Test
    void experiment_isNamed_orACommandOfItsOwn() {
        assertEquals(2, run("bench", "run"));
        assertTrue(err.toString().contains("Missing required parameter: 'NAME'"), err.toString());
        assertEquals(0, run("bench", "run", "streams", "--help"));
        assertTrue(out.toString().contains("--written"), out.toString());
        assertEquals(0, run("bench", "run", "threads", "--help"));
        assertTrue(out.toString().contains("--workloads"), out.toString());
        assertEquals(0, run("bench", "run", "cluster", "--help"));
        assertTrue(out.toString().contains("--consistency"), out.toString());
        assertEquals(2, run("bench", "run", "cluster", "--workloads", "E"));
        assertTrue(err.toString().contains("workloads=E: allowed A, B, C, D, F"), err.toString());
        assertEquals(2, run("bench", "run", "cluster", "--arms", "tape"));
        assertTrue(err.toString().contains("arms=tape: allowed are hdd, ssd-1, ssd-2, tier"), err.toString());
        assertEquals(2, run("bench", "run", "threads", "--arms", "tape"));
        assertTrue(
                err.toString().contains("arms=tape: allowed are hdd, ssd, tier-10, tier-25, ohc, hdd-less"),
                err.toString());
    }

    @Test
    void swappedLetters_areRecognised() {
        assertEquals(2, run("dmeo"));
        assertTrue(err.toString().contains("Did you mean: ssdtier demo?"), err.toString());
    }

    @Test
    void wordLikeNoOther_isUsageErrorWithHelp() {
        assertEquals(2, run("xyzzy"));
        assertTrue(err.toString().contains("Usage: ssdtier"), err.toString());
    }

    @Test
    void noWord_isUsageErrorWithHelp() {
        assertEquals(2, run());
        assertTrue(err.toString().contains("Usage: ssdtier"), err.toString());
    }

    @Test
    void operatorTools_getTheHomeOfANode_onlyIfItHasAConfiguration() throws IOException {
        assertEquals(List.of(), OperatorToolCommand.homeProperties(directory));
        Path configuration = Files.createDirectories(directory.resolve("conf"));
        Files.createFile(configuration.resolve("cassandra.yaml"));
        assertEquals(
                List.of("-Dssdtier.home=" + directory, "-Dssdtier.conf=" + configuration),
                OperatorToolCommand.homeProperties(directory));
    }

    @Test
    void missingVerb_isUsageError() {
        assertEquals(2, run("node"));
        assertEquals(2, run("bench"));
        assertEquals(2, run("device"));
    }

    @Test
    void tierOnStockNode_isUsageErrorThatSaysWhatToDo() {
        assertEquals(2, run("node", "start", "--dir", directory.toString(), "--stock", "--row-cache", "ssdtier"));
        assertTrue(err.toString().contains("leave out --stock"), err.toString());
    }

    @Test
    void badHeap_isUsageErrorWithAllowedValues() {
        assertEquals(2, run("node", "start", "--dir", directory.toString(), "--stock", "--heap", "lots"));
        assertTrue(err.toString().contains("heap=lots: allowed"), err.toString());
    }

    @Test
    void badCurve_isUsageErrorWithAllowedValues() {
        assertEquals(2, run("bench", "curves", "--policy", "forget"));
        assertTrue(err.toString().contains("--policy=forget, allowed survive | invalidate"), err.toString());
        assertEquals(2, run("bench", "curves", "--ssd-share", "0.1,5"));
        assertTrue(err.toString().contains("--ssd-share=5.0, allowed 0.0 to 4.0"), err.toString());
    }

    @Test
    void statusOfNoNode_failsWithTheDirectory() {
        assertEquals(1, run("node", "status", "--dir", directory.toString()));
        assertTrue(err.toString().contains("directory=" + directory), err.toString());
    }

    @Test
    void benchList_endsWell() {
        assertEquals(0, run("bench", "list"));
    }

    @Test
    void completion_coversTheCommands() {
        assertEquals(0, run("completion"));
        assertTrue(out.toString().contains("node start"), "no completion of node start");
    }

    @Test
    void version_namesCassandra() {
        assertEquals(0, run("version"));
        assertTrue(out.toString().matches("(?s).*for Apache Cassandra 5\\.\\d+\\.\\d+\\R.*"), out.toString());
    }

    private int run(String... words) {
        CommandLine commandLine = SsdTierCommand.commandLine();
        commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commandLine.execute(words);
    }
}
