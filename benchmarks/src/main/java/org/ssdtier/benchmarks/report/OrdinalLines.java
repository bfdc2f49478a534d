package org.ssdtier.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A plot of lines over places at equal distances, for quantities such as 0, 1, 2, 5, 10 %.
 *
 * @param title title of the plot
 * @param quantity the quantity on the horizontal axis
 * @param unit unit of the values, on the vertical axis
 * @param isLogarithmic whether the vertical axis is logarithmic; values of 0 or less are then not drawn
 * @param places labels of the places, at least two
 * @param lines the lines; at least one with a value
 */
public record OrdinalLines(
        String title, String quantity, String unit, boolean isLogarithmic, List<String> places, List<Line> lines)
        implements Drawing {
    private static final int LEAST_PLACES = 2;
    private static final BasicStroke DASHED =
            new BasicStroke(1.5f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 10f, new float[] {5f, 5f}, 0f);

    /**
     * One line.
     *
     * @param name name in the legend
     * @param color index of its colour, the same in all drawings
     * @param isDashed whether it is computed rather than measured, or only for comparison
     * @param values a value for each place; NaN for none
     */
    public record Line(String name, int color, boolean isDashed, List<Double> values) {
        /** Copies the values. */
        public Line {
            values = List.copyOf(values);
        }

        private boolean isEmpty() {
            return values.stream().noneMatch(Double::isFinite);
        }
    }

    /** Checks that there is something to draw. */
    public OrdinalLines {
        places = List.copyOf(places);
        lines = lines.stream().filter(line -> !line.isEmpty()).toList();
        if (places.size() < LEAST_PLACES || lines.isEmpty()) {
            throw new IllegalArgumentException("lines=" + title + ": nothing to draw");
        }
        for (Line line : lines) {
            if (line.values().size() != places.size()) {
                throw new IllegalArgumentException("lines=" + title + " line=" + line.name() + " values="
                        + line.values().size() + " places=" + places.size() + ": must be equal");
            }
        }
    }

    @Override
    public CategoryChart chart(int widthPixels, int heightPixels) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(widthPixels)
                .height(heightPixels)
                .title(title)
                .xAxisTitle(quantity)
                .yAxisTitle(unit)
                .build();
        Style.apply(chart.getStyler());
        chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
        // otherwise each line begins a little to the right of the one before, as bars do
        chart.getStyler().setOverlapped(true);
        if (isLogarithmic) {
            Style.logarithmic(
                    chart.getStyler(),
                    lines.stream()
                            .flatMap(line -> line.values().stream())
                            .mapToDouble(Double::doubleValue)
                            .filter(value -> Double.isFinite(value) && value > 0));
            chart.getStyler().setYAxisDecimalPattern("#,##0.##");
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        lines.forEach(line -> add(chart, line));
        return chart;
    }

    private void add(CategoryChart chart, Line line) {
        List<@Nullable Double> values =
                Arrays.asList(line.values().stream().map(this::drawable).toArray(Double[]::new));
        Color color = Theme.series(line.color());
        CategorySeries series = chart.addSeries(line.name(), places, values);
        series.setLineColor(color);
        series.setMarkerColor(color);
        series.setMarker(line.isDashed() ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
        series.setLineStyle(
                line.isDashed() ? DASHED : new BasicStroke(2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    }

    private @Nullable Double drawable(double value) {
        return Double.isFinite(value) && (value > 0 || !isLogarithmic) ? value : null;
    }
}
