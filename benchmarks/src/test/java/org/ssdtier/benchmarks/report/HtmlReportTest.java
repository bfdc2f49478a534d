package org.ssdtier.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

@Tag("unit")
final class HtmlReportTest {
    private static final Pattern DRAWING = Pattern.compile("data:image/svg\\+xml;base64,([^\"]+)");
    private static final List<TimeSeries> SERIES = List.of(
            new TimeSeries("first", List.of(1.0, 2.0), List.of(30.0, 0.0)),
            new TimeSeries("second", List.of(1.0, 2.0), List.of(70.0, 100.0)));

    @Test
    void plots_areDrawnForLightAndDarkWideAndNarrow() throws Exception {
        for (Plot.Style style : Plot.Style.values()) {
            HtmlReport report = new HtmlReport("Title", "Subtitle");
            report.addPlot(new Plot("Plot", "unit", style, SERIES), "Caption");
            Matcher drawings = DRAWING.matcher(report.html());
            int count = 0;
            while (drawings.find()) {
                String svg = new String(Base64.getDecoder().decode(drawings.group(1)), StandardCharsets.UTF_8);
                assertEquals("svg", parse(svg));
                count++;
            }
            assertEquals(4, count, style.name());
        }
    }

    @Test
    void text_isEscaped() throws IOException {
        HtmlReport report = new HtmlReport("<b>", "\"a\" & b");
        report.addTable("Table", List.of("<i>"), List.of(List.of("<script>")));
        report.addNote("1 < 2");
        assertFalse(report.html().contains("<script>"), report.html());
        assertTrue(report.html().contains("&quot;a&quot; &amp; b"), report.html());
    }

    @Test
    void report_needsNoOtherFile() throws IOException {
        HtmlReport report = new HtmlReport("Title", "Subtitle");
        report.addPlot(new Plot("Plot", "unit", Plot.Style.LINES, SERIES), "Caption");
        String html = report.html();
        assertFalse(html.contains("http://") || html.contains("https://") || html.contains("<script"), html);
        assertTrue(html.contains("prefers-color-scheme: dark"), html);
    }

    @Test
    void plotOfNothing_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Plot("Plot", "unit", Plot.Style.LINES, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new TimeSeries("line", List.of(1.0), List.of()));
    }

    private static String parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)))
                .getDocumentElement()
                .getTagName();
    }
}
