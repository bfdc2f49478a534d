package org.ssdtier.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of drawings on narrow screens. */
@Tag("unit")
final class DrawingTest {
    private static final Pattern HEIGHT = Pattern.compile("<svg[^>]* height=\"(\\d+)");
    private static final int WIDE = 880;
    private static final int NARROW = 380;
    private static final int HEIGHT_PIXELS = 320;

    @Test
    void svg_legendWithRoom_isAsHighAsSaid() throws IOException {
        assertEquals(HEIGHT_PIXELS, height(bars(6), WIDE));
        assertEquals(HEIGHT_PIXELS, height(bars(2), NARROW));
    }

    /** Otherwise names are cut off at both sides. */
    @Test
    void svg_legendTooWide_isHigher() throws IOException {
        assertTrue(height(bars(6), NARROW) > HEIGHT_PIXELS + 80);
    }

    /** A legend as wide as the drawing is centred below the plot: the last name was cut off. */
    @Test
    void svg_legendAsWideAsTheDrawing_isHigher() throws IOException {
        Bars hits = bars(List.of("ohc", "ssdtier", "ssdtier, memory", "ideal"));
        assertTrue(height(hits, NARROW) > HEIGHT_PIXELS + 40);
        assertEquals(HEIGHT_PIXELS, height(hits, WIDE));
    }

    /** Every line is there, also one whose values are less than the axis can show. */
    @Test
    void svg_ofLogarithmicLines_hasALineForEachArm() throws IOException {
        List<Double> threads = List.of(12.0, 24.0);
        LogLines.Line fast = new LogLines.Line("fast", 0, threads, List.of(800.0, 6_000.0));
        LogLines.Line slow = new LogLines.Line("slow", 1, threads, List.of(0.2, 3.0));
        LogLines lines = new LogLines("By threads", "client threads", "a second", List.of(fast, slow));
        String svg = DrawingLayout.svg(lines, WIDE, HEIGHT_PIXELS);
        assertTrue(svg.contains("<svg"), svg);
        assertEquals(2, lines.chart(WIDE, HEIGHT_PIXELS).getSeriesMap().size());
        LogLines.Line point = new LogLines.Line("point", 0, List.of(12.0), List.of(800.0));
        List<LogLines.Line> points = List.of(point);
        assertThrows(IllegalArgumentException.class, () -> new LogLines("By threads", "threads", "a second", points));
    }

    /** There is no power of ten between these values, and too many tens of values between those. */
    @Test
    void svg_ofLogarithmicLines_hasLabels_alsoWithinADecade() {
        List<Double> threads = List.of(12.0, 24.0);
        LogLines.Line narrow = new LogLines.Line("narrow", 0, threads, List.of(2_100.0, 9_000.0));
        LogLines.Line wide = new LogLines.Line("wide", 0, threads, List.of(210.0, 90_000.0));
        assertFalse(hasPowersOfTenOnly(narrow), "2,000 to 9,000");
        assertTrue(hasPowersOfTenOnly(wide), "1,000 and 10,000");
    }

    private static boolean hasPowersOfTenOnly(LogLines.Line line) {
        LogLines lines = new LogLines("By threads", "client threads", "a second", List.of(line));
        return lines.chart(WIDE, HEIGHT_PIXELS).getStyler().isYAxisLogarithmicDecadeOnly();
    }

    /** Missing values leave a gap; a line without any is left out. */
    @Test
    void svg_ofOrdinalLines_hasALineForEachWithValues() throws IOException {
        List<String> places = List.of("0", "1", "100");
        List<OrdinalLines.Line> lines = List.of(
                new OrdinalLines.Line("measured", 0, false, List.of(300.0, Double.NaN, 9_000.0)),
                new OrdinalLines.Line("limit", 0, true, List.of(400.0, 900.0, Double.POSITIVE_INFINITY)),
                new OrdinalLines.Line("none", 1, true, List.of(Double.NaN, Double.NaN, Double.NaN)));
        OrdinalLines drawing = new OrdinalLines("Requests", "SSD, %", "a second", true, places, lines);
        assertTrue(DrawingLayout.svg(drawing, WIDE, HEIGHT_PIXELS).contains("<svg"));
        assertEquals(2, drawing.chart(WIDE, HEIGHT_PIXELS).getSeriesMap().size());
        List<OrdinalLines.Line> wrong = List.of(new OrdinalLines.Line("short", 0, false, List.of(1.0)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new OrdinalLines("Requests", "SSD, %", "a second", true, places, wrong));
        List<OrdinalLines.Line> nothing = lines.subList(2, 3);
        assertThrows(
                IllegalArgumentException.class,
                () -> new OrdinalLines("Requests", "SSD, %", "a second", true, places, nothing));
    }

    private static Bars bars(int rows) {
        return bars(IntStream.range(0, rows).mapToObj(i -> "an arm, " + i).toList());
    }

    private static Bars bars(List<String> names) {
        return new Bars(
                "Requests",
                "a second",
                List.of("95 % reads"),
                IntStream.range(0, names.size())
                        .mapToObj(i -> new Bars.Row(names.get(i), i, List.of(1.0 + i), List.of(0.1)))
                        .toList());
    }

    private static int height(Drawing drawing, int widthPixels) throws IOException {
        Matcher matcher = HEIGHT.matcher(DrawingLayout.svg(drawing, widthPixels, HEIGHT_PIXELS));
        assertTrue(matcher.find(), "an SVG has a height");
        return Integer.parseInt(matcher.group(1));
    }
}
