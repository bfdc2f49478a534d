package org.ssdtier.benchmarks.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the figures that compare two builds. */
@Tag("unit")
final class BuildComparisonTest {
    private static final int PAIRS = 7;

    @Test
    void quotients_asFastAsTheOther_isMet() {
        ScaleFigure scan = only(ratios("cpu_scan_flushed", 0.77, "cpu_scan_bti_to_bti", 1.02), 0.76);

        assertEquals("paper_cpu_scan_to_other", scan.name());
        assertEquals(0.77 / 0.76, scan.value(), 1e-9);
        assertTrue(scan.met(), scan.toString());
        assertEquals("to bti: 0.770 here, 0.760 there", scan.note());
    }

    @Test
    void quotients_slowerThanTheNoise_isMissed() {
        ScaleFigure scan = only(ratios("cpu_scan_flushed", 0.80, "cpu_scan_bti_to_bti", 1.02), 0.76);

        assertEquals("≤ 1.02", scan.target());
        assertFalse(scan.met(), scan.toString());
    }

    @Test
    void quotients_noiseBelowOne_countsToo() {
        ScaleFigure scan = only(ratios("cpu_scan_flushed", 0.80, "cpu_scan_bti_to_bti", 0.93), 0.76);

        assertEquals("≤ 1.07", scan.target());
        assertTrue(scan.met(), scan.toString());
    }

    @Test
    void quotients_oneOutlier_isNotNoise() {
        Map<String, Double> usual = Map.of("paper_cpu_scan_flushed", 0.80, "paper_cpu_scan_bti_to_bti", 1.02);
        List<Map<String, Double>> here = new ArrayList<>(Collections.nCopies(2 * PAIRS, usual));
        here.set(3, Map.of("paper_cpu_scan_flushed", 0.80, "paper_cpu_scan_bti_to_bti", 1.9));

        assertEquals("≤ 1.02", only(here, 0.76).target());
    }

    @Test
    void quotients_moreBytes_isMissed() {
        ScaleFigure bytes = BuildComparison.quotients(
                        ratios("bytes_lz4_flushed", 0.772, "", 1), ratios("bytes_lz4_flushed", 0.770, "", 1))
                .get(0);

        assertEquals("≤ 1.001", bytes.target());
        assertFalse(bytes.met(), bytes.toString());
    }

    private static ScaleFigure only(List<Map<String, Double>> here, double there) {
        List<ScaleFigure> figures = BuildComparison.quotients(
                here,
                Collections.nCopies(
                        here.size(), Map.of("paper_cpu_scan_flushed", there, "paper_cpu_scan_bti_to_bti", 1.0)));
        assertEquals(1, figures.size());
        return figures.get(0);
    }

    private static List<Map<String, Double>> ratios(String name, double value, String other, double otherValue) {
        return Collections.nCopies(PAIRS, Map.of("paper_" + name, value, "paper_" + other, otherValue));
    }
}
