package org.ssdtier.benchmarks.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DashboardPictureTest {
    private static final Dashboard.Place PLACE = new Dashboard.Place(0, 1, 12, 7);

    @Test
    void svg_ofPanelsWithAndWithoutData_isXmlWithNamesAndUnits() throws Exception {
        Series series = new Series(Map.of("table", "a<b"), List.of(1.0, 2.0, 3.0), List.of(2048.0, Double.NaN, 4096.0));
        String svg = new DashboardPicture(List.of(
                        new DrawnPanel(
                                new Dashboard.Panel(
                                        "Row", "row", "", false, new Dashboard.Place(0, 0, 24, 1), List.of()),
                                List.of()),
                        new DrawnPanel(panel("timeseries", "bytes"), List.of(List.of(series))),
                        new DrawnPanel(panel("timeseries", "s"), List.of(List.of()))))
                .svg();
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertTrue(svg.contains("a&lt;b used"), svg);
        assertTrue(svg.contains("KiB"), svg);
    }

    @Test
    void empty_namesPanelAndQueryWithoutFiniteValues() {
        Series none = new Series(Map.of(), List.of(1.0), List.of(Double.NaN));
        DrawnPanel drawn = new DrawnPanel(panel("timeseries", "short"), List.of(List.of(none)));
        assertEquals(List.of("Space: bytes{}"), drawn.empty());
        DashboardResult result =
                new DashboardResult(List.of(drawn), Set.of(), Map.of("Fires", 1.0), Set.of("Fires", "Not"));
        assertFalse(result.isGood());
        assertEquals(Set.of("Not"), result.notTried());
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text, true));
        assertTrue(text.toString().contains("queries with data: 0 of 1"), text.toString());
    }

    @Test
    void hastenedAlerts_divideTimesAndKeepRangesLongEnoughForARate() {
        String rules = "        expr: rate(a[15m]) > increase(b[4h])\n        for: 1h\n";
        assertEquals(
                "        expr: rate(a[6000ms]) > increase(b[40000ms])\n        for: 10000ms\n",
                HastenedAlerts.of(rules, 1));
        assertEquals("rate(a[18000ms])", HastenedAlerts.of("rate(a[15m])", 3));
        assertEquals("increase(x_outages_total[30000ms])", HastenedAlerts.of("increase(x_outages_total[30m])", 3));
    }

    @Test
    void unitText_hasFewDigitsAndAPrefix() {
        assertEquals("1.5 MiB", UnitText.of(1.5 * (1 << 20), "bytes"));
        assertEquals("250 µs", UnitText.of(0.00025, "s"));
        assertEquals("97.3 %", UnitText.of(0.973, "percentunit"));
        assertEquals("12 k/s", UnitText.of(12_000, "rps"));
        assertEquals("0", UnitText.of(0, "short"));
        assertEquals("100", UnitText.of(100, "none"));
    }

    private static Dashboard.Panel panel(String kind, String unit) {
        return new Dashboard.Panel(
                "Space", kind, unit, false, PLACE, List.of(new Dashboard.Query("bytes{}", "{{table}} used")));
    }
}
