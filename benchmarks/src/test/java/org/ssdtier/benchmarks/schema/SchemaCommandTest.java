package org.ssdtier.benchmarks.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.load.RunFacts;
import picocli.CommandLine;

/** Tests of the exit code of {@code bench schema}: 1 if and only if its table has a missed target. */
@Tag("unit")
final class SchemaCommandTest {
    private final StringWriter out = new StringWriter();

    @Test
    void table_allMet_exitCodeIs0() throws Exception {
        assertEquals(0, show(cpu("paper_cpu_scan_auto", 1.02), ScaleFigure.report("noise", List.of(1.5), "")));
        assertFalse(out.toString().contains("MISSED"), out.toString());
    }

    @Test
    void table_oneRowMissed_exitCodeIs1() throws Exception {
        assertEquals(1, show(cpu("paper_cpu_scan_auto", 1.02), cpu("frozen_cpu_scan_auto", 1.13)));
        assertTrue(out.toString().contains("MISSED"), out.toString());
    }

    private static ScaleFigure cpu(String name, double ratio) {
        return ScaleFigure.atMost(name, List.of(ratio), 1.05, "");
    }

    private int show(ScaleFigure... figures) throws Exception {
        SchemaCommand command = new SchemaCommand();
        new CommandLine(command).setOut(new PrintWriter(out, true)).parseArgs();
        return command.show(
                RunFacts.begin(Path.of("")),
                Arrays.stream(figures).map(ScaleFigure::toJson).toList(),
                1);
    }
}
