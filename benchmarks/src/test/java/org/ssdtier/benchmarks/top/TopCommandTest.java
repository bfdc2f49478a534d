package org.ssdtier.benchmarks.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests of the command line of {@code ssdtier top}, with a port at which nothing answers. */
@Tag("unit")
final class TopCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void once_withoutAnswer_ends1_andNamesTheNodes() {
        assertEquals(1, run("--once", "--interval", "0.1", "127.0.0.1:1", "[::1]:1"));
        assertTrue(out.toString().contains("127.0.0.1:1   NO ANSWER"), out.toString());
        assertTrue(out.toString().contains("127.0.0.1:1: Connection refused"), out.toString());
        assertTrue(out.toString().contains("[::1]:1: "), out.toString());
    }

    @Test
    void json_isOneObjectForEachSample() throws IOException {
        assertEquals(1, run("--json", "--count", "2", "--interval", "0.1", "127.0.0.1:1"));
        assertEquals(2, out.toString().lines().count(), out.toString());
        for (String line : out.toString().lines().toList()) {
            JsonNode node = new ObjectMapper().readTree(line).get("nodes").get(0);
            assertEquals("127.0.0.1:1", node.get("node").asText());
            assertEquals("NO ANSWER", node.get("state").asText());
        }
    }

    @Test
    void badValues_areUsageErrors() {
        assertUsage("--interval=0.01, allowed 0.1 to", "--interval", "0.01");
        assertUsage("--count=-1, allowed 0 and more", "--count", "-1");
        assertUsage("node=x:y, allowed HOST or HOST:PORT", "--once", "x:y");
        assertUsage("port=0, allowed 1 to 65535", "--once", "-p", "0");
        assertUsage("password without user", "--once", "-pw", "secret");
        assertUsage("expected one of [OVERVIEW, FLOW, LATENCY, STORAGE, TABLES]", "--view", "graphs");
    }

    private void assertUsage(String message, String... words) {
        assertEquals(2, run(words), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
    }

    private int run(String... words) {
        CommandLine line = new CommandLine(new TopCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            command.getErr().println(failure.getMessage());
            return failure instanceof IllegalArgumentException ? 2 : 1;
        });
        return line.execute(words);
    }
}
