package org.ssdtier.benchmarks.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class MicroTableTest {
    @Test
    void print_ourCacheAndAnother_theOtherHasTheRatio() throws IOException {
        List<String> lines = lines(
                false,
                result("hit", "{\"cache\":\"OURS\",\"rows\":\"9\"}", "1000.0", "20.04"),
                result("hit", "{\"cache\":\"OHC\",\"rows\":\"9\"}", "1500.0", "null"),
                result("hit", "{\"cache\":\"OHC\",\"rows\":\"8\"}", "1500.0", "null"));
        assertEquals("hit cache=OURS rows=9 1,000.0 20.0 ns/op", lines.get(1));
        assertEquals("hit cache=OHC rows=9 1,500.0 ns/op 1.50", lines.get(2));
        assertEquals("hit cache=OHC rows=8 1,500.0 ns/op", lines.get(3));
    }

    @Test
    void print_allocation_hasAColumn() throws IOException {
        List<String> lines = lines(true, result("append", "{}", "200", "1"));
        assertEquals("append 200.0 1.0 ns/op 64.0", lines.get(1));
    }

    private static JsonNode result(String benchmark, String params, String score, String error) throws IOException {
        return new ObjectMapper()
                .readTree("{\"benchmark\":\"" + benchmark + "\",\"params\":" + params + ",\"mode\":\"avgt\",\"score\":"
                        + score + ",\"error\":" + error
                        + ",\"unit\":\"ns/op\",\"ops\":5,\"allocatedBytesPerOp\":64.0}");
    }

    /** Returns the lines of the table, with one space between cells. */
    private static List<String> lines(boolean gc, JsonNode... results) {
        StringWriter table = new StringWriter();
        MicroTable.print(new PrintWriter(table), List.of(results), gc);
        return table.toString()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }
}
