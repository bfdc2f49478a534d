package org.ssdtier.benchmarks.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class RowBytesTest {
    @Test
    void figures_severalJvms_medianAndRangeOfEachCacheAndOfTheirRatio() {
        RowBytes bytes = new RowBytes();
        List.of(500.0, 700.0, 600.0).forEach(value -> bytes.add(Allocator.GLIBC, TierProbe.BYTES_OURS, value));
        List.of(400.0, 500.0, 480.0).forEach(value -> bytes.add(Allocator.GLIBC, TierProbe.BYTES_OHC, value));
        List<JsonNode> figures = bytes.figures();
        assertEquals(
                List.of(
                        "memory_bytes_per_row_ours_glibc",
                        "memory_bytes_per_row_ohc_glibc",
                        "memory_bytes_per_row_to_ohc_glibc"),
                figures.stream().map(figure -> figure.get("name").asText()).toList());
        assertEquals(600, figures.get(0).get("value").asDouble());
        assertEquals("[500.0,700.0,600.0]", figures.get(0).get("samples").toString(), "each JVM, in their order");
        assertEquals("[400.0,500.0,480.0]", figures.get(1).get("samples").toString());
        JsonNode ratio = figures.get(2);
        assertEquals(1.25, ratio.get("value").asDouble());
        assertEquals(1.0, ratio.get("low").asDouble());
        assertEquals(1.75, ratio.get("high").asDouble());
        assertFalse(ratio.get("met").asBoolean());
    }

    @Test
    void figures_oneCacheOnly_hasNoRatio() {
        RowBytes bytes = new RowBytes();
        bytes.add(Allocator.JEMALLOC, TierProbe.BYTES_OURS, 550);
        assertEquals(1, bytes.figures().size());
    }
}
