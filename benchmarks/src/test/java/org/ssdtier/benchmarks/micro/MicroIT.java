package org.ssdtier.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A test of the command with the jars as built: a fork with the class path and the flags of a node. */
@Tag("integration")
final class MicroIT {
    @Test
    void quick_oneBenchmark_hasAResultForEachCacheWithItsAllocation() throws Exception {
        StringWriter out = new StringWriter();
        int exit = new CommandLine(new MicroCommand())
                .setOut(new PrintWriter(out, true))
                .execute("--quick", "--gc", "--json", "-", "MemoryTierBenchmark.hit");
        assertEquals(0, exit);
        JsonNode report = new ObjectMapper().readTree(out.toString());
        assertEquals("micro", report.get("bench").asText());
        assertEquals(3, report.get("results").size());
        for (JsonNode result : report.get("results")) {
            assertTrue(result.get("score").asDouble() > 0, result.toString());
            assertTrue(result.get("allocatedBytesPerOp").asDouble() > 0, result.toString());
        }
    }
}
