package org.ssdtier.benchmarks.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.tier.ProbeProcess;

/** A test of the comparison of builds with the jars as built: this build with itself. */
@Tag("integration")
final class BuildComparisonIT {
    @TempDir
    private Path work;

    @Test
    void run_withItself_isAsLarge() throws Exception {
        Checkout checkout = Checkout.locate();
        ProbeProcess ours = new ProbeProcess(checkout, work, "512m");
        List<JsonNode> figures = new BuildComparison(ours, Checkout.at(checkout.root()), work, 1_000, 1, 1)
                .run(List.of(TableKind.PAPER), line -> {});

        assertEquals(
                List.of(
                        "paper_bytes_none_to_other",
                        "paper_bytes_zstd_to_other",
                        "paper_bytes_lz4_to_other",
                        "paper_cpu_open_scan_to_other",
                        "paper_cpu_scan_to_other",
                        "paper_cpu_write_to_other",
                        "paper_cpu_write_flush_to_other",
                        "paper_cpu_write_compaction_to_other",
                        "paper_cpu_slice_to_other"),
                figures.stream().map(figure -> Json.string(figure, "name")).toList());
        for (JsonNode bytes : figures.subList(0, 3)) {
            assertEquals(1, Json.number(bytes, "value"), 0.01, bytes.toString());
        }
    }
}
