package org.ssdtier.benchmarks.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.load.RunFacts;
import picocli.CommandLine;

/** Tests of the exit code of {@code bench tier}: 1 if and only if its table has a missed target. */
@Tag("unit")
final class TierCommandTest {
    private final StringWriter out = new StringWriter();

    @Test
    void figures_allMet_exitCodeIs0() throws Exception {
        assertEquals(0, show(figure("hits", "≥ 0.9", true), figure("reads", null, true)));
        assertFalse(out.toString().contains("MISSED"), out.toString());
    }

    @Test
    void figures_oneMissed_exitCodeIs1() throws Exception {
        assertEquals(1, show(figure("hits", "≥ 0.9", true), figure("index", "≤ 10", false)));
        assertTrue(out.toString().contains("MISSED"), out.toString());
    }

    @Test
    void figures_none_exitCodeIs1() throws Exception {
        assertEquals(1, show());
    }

    private int show(JsonNode... figures) throws Exception {
        TierCommand command = new TierCommand();
        new CommandLine(command).setOut(new PrintWriter(out, true)).parseArgs();
        return command.show(RunFacts.begin(Path.of("")), List.of(figures));
    }

    private static JsonNode figure(String name, @Nullable String target, boolean isMet) {
        ObjectNode figure = new ObjectMapper().createObjectNode();
        return figure.put("name", name)
                .put("value", 1)
                .put("low", 1)
                .put("high", 1)
                .put("target", target)
                .put("met", isMet)
                .put("note", "");
    }
}
