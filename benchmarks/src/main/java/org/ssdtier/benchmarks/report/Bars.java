package org.ssdtier.benchmarks.report;

import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;

/**
 * A chart of bars in groups, with error bars.
 *
 * @param title title of the chart
 * @param unit unit of the values, on the vertical axis
 * @param groups names below the groups of bars; as many as each row has values
 * @param rows the rows, each with one bar in each group; at least one
 */
public record Bars(String title, String unit, List<String> groups, List<Row> rows) implements Drawing {
    /**
     * The bars of one colour.
     *
     * @param name name in the legend
     * @param color index of its colour, the same in all drawings
     * @param values one value per group; NaN for no value
     * @param spreads half the length of the error bars; 0 for none
     */
    public record Row(String name, int color, List<Double> values, List<Double> spreads) {
        /** Checks that every value has a spread. */
        public Row {
            values = List.copyOf(values);
            spreads = List.copyOf(spreads);
            if (values.size() != spreads.size()) {
                throw new IllegalArgumentException(
                        "row=" + name + " values=" + values.size() + " spreads=" + spreads.size() + ": must be equal");
            }
        }
    }

    /** Checks that there is something to draw. */
    public Bars {
        groups = List.copyOf(groups);
        rows = List.copyOf(rows);
        if (groups.isEmpty() || rows.isEmpty()) {
            throw new IllegalArgumentException("bars=" + title + ": nothing to draw");
        }
        for (Row row : rows) {
            if (row.values().size() != groups.size()) {
                throw new IllegalArgumentException("bars=" + title + " row=" + row.name() + " values="
                        + row.values().size() + " groups=" + groups.size() + ": must be equal");
            }
        }
    }

    @Override
    public CategoryChart chart(int widthPixels, int heightPixels) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(widthPixels)
                .height(heightPixels)
                .title(title)
                .yAxisTitle(unit)
                .build();
        Style.apply(chart.getStyler());
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setAvailableSpaceFill(0.7);
        chart.getStyler().setErrorBarsColor(Theme.text());
        for (Row row : rows) {
            List<Double> drawable = row.values().stream()
                    .map(value -> Double.isNaN(value) ? 0 : value)
                    .toList();
            chart.addSeries(row.name(), groups, drawable, row.spreads()).setFillColor(Theme.series(row.color()));
        }
        return chart;
    }
}
