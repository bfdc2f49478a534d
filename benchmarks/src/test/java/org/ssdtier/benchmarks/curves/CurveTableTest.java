package org.ssdtier.benchmarks.curves;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class CurveTableTest {
    @Test
    void line_aCase_hasAsManyColumnsAsTheHeader() throws Exception {
        String line = CurveTable.line(
                new ObjectMapper()
                        .readTree(
                                """
                        {"rows": 4000000, "memory_rows": 80000, "ssd_rows": 400000, "write_share": 0.05,
                         "policy": "survive", "admission": "second_sight", "ideal": 0.8561, "ours": 0.8, "ours_memory": 0.7,
                         "ours_ssd": 0.1, "ours_to_ideal": 0.9346, "windows": [0.79, 0.81], "ssd_share_of_misses": 0.3333,
                         "frequency": 0.82, "tiny_lfu": 0.81, "lru": 0.78, "shift_requests": 2000000, "write_amplification": 1.234, "copies_to_writes": 0.125,
                         "admitted": 123456, "rejected_first_sight": 0}
                        """));
        assertEquals(
                "| 4 M | 2 % + 10 % | 0.5 | 5 % survive | second_sight | 0.856 | 0.800 | 0.700 | 0.100 | 0.935 | 0.810 | 0.333"
                        + " | 0.820 | 0.810 | 0.780 | 1.23 | 0.13 | 123,456 | 0 |",
                line);
        String names = CurveTable.HEADER.lines().findFirst().orElseThrow();
        assertEquals(columns(names), columns(line));
    }

    private static long columns(String line) {
        return line.chars().filter(c -> c == '|').count();
    }
}
