package org.ssdtier.benchmarks.report;

import java.util.List;
import java.util.stream.DoubleStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/**
 * A plot of lines over any quantity, on a logarithmic vertical axis; values below 1 are drawn at 1.
 *
 * @param title title of the plot
 * @param quantity the quantity on the horizontal axis
 * @param unit unit of the values, on the vertical axis
 * @param lines the lines; at least one, each with at least two points
 */
public record LogLines(String title, String quantity, String unit, List<Line> lines) implements Drawing {
    private static final int LEAST_POINTS = 2;

    /**
     * One line.
     *
     * @param name name in the legend
     * @param color index of its colour, the same in all drawings
     * @param places place of each point on the horizontal axis, ascending
     * @param values the values, as many as {@code places}
     */
    public record Line(String name, int color, List<Double> places, List<Double> values) {
        /** Checks that every value has a place. */
        public Line {
            places = List.copyOf(places);
            values = List.copyOf(values);
            if (places.size() != values.size()) {
                throw new IllegalArgumentException(
                        "line=" + name + " places=" + places.size() + " values=" + values.size() + ": must be equal");
            }
        }
    }

    /** Checks that there is something to draw. */
    public LogLines {
        lines = List.copyOf(lines);
        if (lines.isEmpty() || lines.stream().anyMatch(line -> line.values().size() < LEAST_POINTS)) {
            throw new IllegalArgumentException("lines=" + title + ": nothing to draw");
        }
    }

    @Override
    public XYChart chart(int widthPixels, int heightPixels) {
        XYChartBuilder titles =
                new XYChartBuilder().title(title).xAxisTitle(quantity).yAxisTitle(unit);
        XYChart chart = Style.chart(titles, widthPixels, heightPixels);
        chart.getStyler().setXAxisDecimalPattern("0");
        chart.getStyler().setXAxisMin(0.0);
        Style.logarithmic(chart.getStyler(), lines.stream().flatMapToDouble(LogLines::drawable));
        chart.getStyler().setYAxisDecimalPattern("#,##0");
        for (Line line : lines) {
            List<Double> drawable = drawable(line).boxed().toList();
            Style.line(chart.addSeries(line.name(), line.places(), drawable), Theme.series(line.color()))
                    .setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
        }
        return chart;
    }

    private static DoubleStream drawable(Line line) {
        return line.values().stream().mapToDouble(value -> Math.max(1, value));
    }
}
