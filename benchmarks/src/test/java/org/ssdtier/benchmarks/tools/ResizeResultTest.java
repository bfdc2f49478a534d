package org.ssdtier.benchmarks.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ResizeResultTest {
    @Test
    void error_isTheLargestAfterAResize_notThatOfTodaysSize() {
        ResizeResult result = result(0.50, 0.515);
        assertEquals(0.015, result.error(), 1e-9);
        assertTrue(result.isGood());
        assertEquals(0.015, (double) result.toMap(Map.of()).get("largest_error"), 1e-9);
    }

    @Test
    void errorAboveTheTarget_isMissed() {
        ResizeResult result = result(0.50, 0.525);
        assertFalse(result.isGood());
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("missed"), text.toString());
    }

    private static ResizeResult result(double predicted, double measured) {
        ResizeOptions options = new ResizeOptions(2_000_000, 10, 4, 8, 16, 256, "512M", 1, Path.of("nodes"));
        return new ResizeResult(
                options,
                List.of(
                        new ResizeResult.Point(1, 0.60, 0.70, true),
                        new ResizeResult.Point(0.5, predicted, measured, true),
                        new ResizeResult.Point(2, 0.70, 0.70, false)),
                5_000,
                0.9);
    }
}
