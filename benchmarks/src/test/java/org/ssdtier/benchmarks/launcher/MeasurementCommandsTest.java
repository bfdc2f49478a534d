package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests of what all measurements have in common on the command line. */
@Tag("unit")
final class MeasurementCommandsTest {
    /** Commands below {@code bench} that measure nothing. */
    private static final Set<String> OTHERS = Set.of("list", "report");

    /** A result measured on a busy machine is refused unless forced. */
    @Test
    void measurements_allWaitForAnIdleMachine() {
        Set<String> without = new TreeSet<>();
        measurements().forEach((name, command) -> {
            Set<String> options = command.getCommandSpec().optionsMap().keySet();
            if (!options.containsAll(Set.of("--wait-idle", "--force"))) {
                without.add(name);
            }
        });
        assertEquals(Set.of(), without);
    }

    @Test
    void help_ofAnyMeasurement_namesTheExitCodes() {
        String codes = "1 the run failed or a target was missed";
        StringWriter out = new StringWriter();
        for (String command : List.of("", "bench", "bench schema", "bench run", "bench run streams", "bench tier")) {
            out.getBuffer().setLength(0);
            List<String> words =
                    new ArrayList<>(List.of((command + " --help").strip().split(" ")));
            SsdTierCommand.commandLine().setOut(new PrintWriter(out, true)).execute(words.toArray(String[]::new));
            assertTrue(out.toString().replaceAll("\\s+", " ").contains(codes), command + ": " + out);
        }
    }

    private static Map<String, CommandLine> measurements() {
        Map<String, CommandLine> all = new TreeMap<>();
        Map<String, CommandLine> top = SsdTierCommand.commandLine().getSubcommands();
        add("bench", top.get("bench"), all);
        OTHERS.forEach(name -> all.remove("bench " + name));
        all.put("demo", top.get("demo"));
        all.put("device calibrate", top.get("device").getSubcommands().get("calibrate"));
        assertTrue(all.size() > 10, all.keySet().toString());
        return all;
    }

    private static void add(String name, CommandLine group, Map<String, CommandLine> all) {
        group.getSubcommands().forEach((word, command) -> {
            all.put(name + " " + word, command);
            add(name + " " + word, command, all);
        });
    }
}
