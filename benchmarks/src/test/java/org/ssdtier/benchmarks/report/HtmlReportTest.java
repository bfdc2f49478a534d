package org.ssdtier.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.BitmapEncoder;
import org.xml.sax.InputSource;

@Tag("unit")
final class HtmlReportTest {
    private static final Pattern DRAWING = Pattern.compile("(?s)<svg.*?</svg>");
    private static final Pattern FIXED_COLOR = Pattern.compile("rgb\\(|#[0-9a-fA-F]{3,8}\\b");
    private static final Pattern NAME = Pattern.compile(" id=\"([^\"]+)\"");
    private static final Pattern VARIABLE = Pattern.compile("var\\((--[a-z0-9-]+)\\)");
    private static final List<TimeSeries> SERIES = List.of(
            new TimeSeries("first", 0, List.of(1.0, 2.0), List.of(30.0, 0.0)),
            new TimeSeries("second", 1, List.of(1.0, 2.0), List.of(70.0, 100.0)));

    @Test
    void plots_areEachOneInlineSvg_inTheColoursOfThePage() throws Exception {
        for (Plot.Kind kind : Plot.Kind.values()) {
            HtmlReport report = new HtmlReport("Title", "Subtitle");
            report.addDrawing(new Plot("Plot", "unit", kind, SERIES), "Caption");
            report.addDrawing(new Plot("Plot", "unit", kind, SERIES), "Caption");
            assertEquals("html", parse(report.html()));
            Matcher drawings = DRAWING.matcher(report.html());
            Set<String> names = new HashSet<>();
            for (int i = 0; i < 2; i++) {
                assertTrue(drawings.find(), kind.name());
                String svg = drawings.group();
                assertFalse(FIXED_COLOR.matcher(svg).find(), svg);
                assertTrue(svg.contains("var(--series-1)"), svg);
                Matcher name = NAME.matcher(svg);
                while (name.find()) {
                    assertTrue(names.add(name.group(1)), "named twice: " + name.group(1));
                }
            }
            assertFalse(drawings.find(), kind.name());
        }
    }

    @Test
    void variables_areDefinedForLightAndDark() throws IOException {
        HtmlReport report = new HtmlReport("Title", "Subtitle");
        report.addDrawing(new Plot("Plot", "unit", Plot.Kind.LINES, SERIES), "Caption");
        Matcher variable = VARIABLE.matcher(report.html());
        int variables = 0;
        while (variable.find()) {
            variables++;
            String definition = variable.group(1) + ": #";
            assertEquals(3, report.html().split(Pattern.quote(definition), -1).length, definition);
        }
        assertTrue(variables > 10, "variables=" + variables);
    }

    @Test
    void missingDrawing_isNamedWithTheReason() throws IOException {
        HtmlReport report = new HtmlReport("Title", "Subtitle");
        report.addMissing("Throughput over time", "series by second");
        assertTrue(
                report.html()
                        .contains("Missing: Throughput over time. "
                                + "This result was recorded before series by second were kept."),
                report.html());
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
        report.addDrawing(new Plot("Plot", "unit", Plot.Kind.LINES, SERIES), "Caption");
        String html = report.html().replaceAll("xmlns=\"[^\"]+\"", "");
        assertFalse(html.contains("http://") || html.contains("https://") || html.contains("<script"), html);
        assertTrue(html.contains("prefers-color-scheme: dark"), html);
    }

    /** Stock's only bar is half as high as ours, of which there are two. */
    @Test
    void bars_areAsHighAsTheirValues() throws Exception {
        Bars bars = new Bars(
                "Bars",
                "reads per second",
                List.of("95 %", "75 %"),
                List.of(
                        new Bars.Row("ours", 0, List.of(600.0, 600.0), List.of(20.0, 0.0)),
                        new Bars.Row("stock", 1, List.of(300.0, Double.NaN), List.of(10.0, 0.0))));
        BufferedImage image = BitmapEncoder.getBufferedImage(DrawingLayout.layOut(bars, 880, 320));
        long ours = pixels(image, Theme.series(0));
        long stock = pixels(image, Theme.series(1));
        assertEquals(4.0, (double) ours / stock, 0.5, ours + " and " + stock);
        assertEquals("svg", parse(DrawingLayout.svg(bars, 380, 320)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Bars("Bars", "unit", List.of("one"), List.of(new Bars.Row("row", 0, List.of(), List.of()))));
    }

    @Test
    void percentiles_areLabelledByTheirNines() throws Exception {
        assertEquals("0", Percentiles.label(0));
        assertEquals("90", Percentiles.label(1));
        assertEquals("99", Percentiles.label(2));
        assertEquals("99.9", Percentiles.label(3));
        Histogram micros = new Histogram(3);
        for (int i = 1; i <= 10_000; i++) {
            micros.recordValue(i);
        }
        Drawing latency = new Percentiles("Latency", List.of(new Percentiles.Line("ours", 0, micros)));
        String svg = DrawingLayout.svg(latency, 880, 320);
        assertEquals("svg", parse(svg));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Percentiles("Latency", List.of(new Percentiles.Line("none", 0, new Histogram(3)))));
    }

    @Test
    void plotOfNothing_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Plot("Plot", "unit", Plot.Kind.LINES, List.of()));
        assertThrows(IllegalArgumentException.class, () -> new TimeSeries("line", 0, List.of(1.0), List.of()));
    }

    private static long pixels(BufferedImage image, Color color) {
        int[] all = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        return Arrays.stream(all).filter(pixel -> pixel == color.getRGB()).count();
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
