package org.ssdtier.node.nodetool;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CurveReportTest {
    private static final double GIB = 1 << 30;

    @Test
    void text_enoughReads_saysWhatASizeWouldBring() {
        String text = CurveReport.text(curve(50_000, 0));
        assertTrue(text.contains("estimated from 50,000 sampled reads, of one key in 512"), text);
        assertTrue(text.contains("reads per second of the cached tables: 10,000"), text);
        assertTrue(text.matches("(?s).*1/2 × +32\\.0 GiB +40\\.0 % +79\\.0 % +2,100 +100 %\n.*"), text);
        assertTrue(text.contains("+64.0 GiB of SSD = +4.0 points of hits = 400 disk reads a second fewer"), text);
        assertTrue(text.contains("-32.0 GiB of SSD = -3.0 points of hits = 300 disk reads a second more"), text);
        assertTrue(text.contains("An SSD of 128.0 GiB is filled to 60 %"), text);
        assertTrue(text.contains("shop.visits is not cached: 2,000 reads per second; 9,000 sampled reads"), text);
        assertFalse(text.contains("Too few reads"), text);
        assertFalse(text.contains("dropped"), text);
    }

    @Test
    void text_fewReadsOrDroppedOnes_saysSo() {
        String text = CurveReport.text(curve(70, 12));
        assertTrue(text.contains("Too few reads for an estimate: at least 2,000 sampled ones are needed."), text);
        assertTrue(text.contains("their queue was full: 12"), text);
    }

    @Test
    void text_noSsd_hasTheCurveOfMemoryOnly() {
        Map<String, Object> curve = curve(50_000, 0);
        curve.put("ssd", new ArrayList<>());
        String text = CurveReport.text(curve);
        assertFalse(text.contains("of SSD"), text);
        assertTrue(text.contains("of memory = "), text);
    }

    private static Map<String, Object> curve(long sampledReads, long dropped) {
        Map<String, Object> curve = new HashMap<>();
        curve.put("sampledReads", sampledReads);
        curve.put("sampleRate", 1.0 / 512);
        curve.put("droppedSamples", dropped);
        curve.put("readsPerSecond", 10_000.0);
        curve.put("ssd", points(64 * GIB, 10_000));
        curve.put("memory", points(GIB, 10_000));
        Map<String, Object> table = new HashMap<>();
        table.put("table", "shop.visits");
        table.put("sampledReads", 9_000L);
        table.put("readsPerSecond", 2_000.0);
        table.put("ssd", points(64 * GIB, 2_000));
        curve.put("uncachedTables", List.of(table));
        return curve;
    }

    private static List<Map<String, Object>> points(double today, double readsPerSecond) {
        return List.of(
                point(today, 0.5, 0.79, 1, readsPerSecond),
                point(today, 1, 0.82, 1, readsPerSecond),
                point(today, 2, 0.86, 0.6, readsPerSecond));
    }

    private static Map<String, Object> point(
            double today, double factor, double hitRate, double fill, double readsPerSecond) {
        Map<String, Object> point = new HashMap<>();
        point.put("factor", factor);
        point.put("bytes", Math.round(today * factor));
        point.put("memoryHitRate", 0.4);
        point.put("hitRate", hitRate);
        point.put("missesPerSecond", (1 - hitRate) * readsPerSecond);
        point.put("fill", fill);
        return point;
    }
}
