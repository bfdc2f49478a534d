package org.ssdtier.benchmarks.report;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/**
 * A plot over time.
 *
 * @param title title of the plot
 * @param unit unit of the values, on the vertical axis
 * @param kind lines, or areas stacked in the order of the series
 * @param series the series; at least one, each with at least one value
 */
public record Plot(String title, String unit, Kind kind, List<TimeSeries> series) implements Drawing {
    /** The style in which the series are drawn. */
    public enum Kind {
        /** One line per series. */
        LINES,
        /** One line per series, on a logarithmic axis; values below 1 are drawn at 1. */
        LOGARITHMIC_LINES,
        /** Stacked areas: each series is drawn on top of the previous ones. */
        STACKED
    }

    /** Checks that there is something to draw. */
    public Plot {
        series = List.copyOf(series);
        if (series.isEmpty() || series.stream().anyMatch(line -> line.values().isEmpty())) {
            throw new IllegalArgumentException("plot=" + title + ": nothing to draw");
        }
    }

    @Override
    public XYChart chart(int widthPixels, int heightPixels) {
        XYChartBuilder titles =
                new XYChartBuilder().title(title).xAxisTitle("seconds").yAxisTitle(unit);
        XYChart chart = Style.chart(titles, widthPixels, heightPixels);
        chart.getStyler().setXAxisDecimalPattern("0");
        if (kind == Kind.LOGARITHMIC_LINES) {
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setYAxisDecimalPattern("#,##0");
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        if (kind == Kind.STACKED) {
            addAreas(chart);
        } else {
            addLines(chart);
        }
        return chart;
    }

    private void addLines(XYChart chart) {
        for (TimeSeries line : series) {
            Color color = Theme.series(line.color());
            add(chart, line, drawable(line.values()), color).setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
        }
    }

    private List<Double> drawable(List<Double> values) {
        return kind == Kind.LOGARITHMIC_LINES
                ? values.stream().map(value -> Math.max(1, value)).toList()
                : values;
    }

    /** Adds the highest area first, so that the lower ones are painted over it. */
    private void addAreas(XYChart chart) {
        List<List<Double>> tops = new ArrayList<>();
        List<Double> below = series.get(0).values().stream().map(value -> 0.0).toList();
        for (TimeSeries area : series) {
            List<Double> top = new ArrayList<>();
            for (int i = 0; i < below.size(); i++) {
                top.add(below.get(i) + area.values().get(i));
            }
            tops.add(top);
            below = top;
        }
        for (int i = series.size() - 1; i >= 0; i--) {
            Color color = Theme.series(series.get(i).color());
            XYSeries area = add(chart, series.get(i), tops.get(i), color);
            area.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
            area.setFillColor(color);
        }
    }

    private static XYSeries add(XYChart chart, TimeSeries line, List<Double> values, Color color) {
        return Style.line(chart.addSeries(line.name(), line.seconds(), values), color);
    }
}
