package org.ssdtier.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A plot over time, drawn as SVG for any theme and width.
 *
 * @param title what is seen
 * @param unit the unit of the values, on the vertical axis
 * @param style lines, or areas stacked in the order of the series
 * @param series at least one, each with at least one value
 */
public record Plot(String title, String unit, Style style, List<TimeSeries> series) {
    /** How the series are drawn. */
    public enum Style {
        /** One line each. */
        LINES,
        /** One line each, on a logarithmic axis; values below 1 are drawn at 1. */
        LOGARITHMIC_LINES,
        /** Stacked areas: each series stands on the ones before it. */
        STACKED
    }

    /** Checks that there is something to draw. */
    public Plot {
        series = List.copyOf(series);
        if (series.isEmpty() || series.stream().anyMatch(line -> line.values().isEmpty())) {
            throw new IllegalArgumentException("plot=" + title + ": nothing to draw");
        }
    }

    /** The drawing as the text of an SVG file. */
    String svg(Theme theme, int widthPixels, int heightPixels) throws IOException {
        XYChart chart = new XYChartBuilder()
                .width(widthPixels)
                .height(heightPixels)
                .title(title)
                .xAxisTitle("seconds")
                .yAxisTitle(unit)
                .build();
        decorate(chart.getStyler(), theme);
        if (style == Style.LOGARITHMIC_LINES) {
            chart.getStyler().setYAxisLogarithmic(true);
            chart.getStyler().setYAxisDecimalPattern("#,##0");
        } else {
            chart.getStyler().setYAxisMin(0.0);
        }
        if (style == Style.STACKED) {
            addAreas(chart, theme);
        } else {
            addLines(chart, theme);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private void addLines(XYChart chart, Theme theme) {
        for (int i = 0; i < series.size(); i++) {
            TimeSeries line = series.get(i);
            add(chart, line, drawable(line.values()), theme.series(i)).setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
        }
    }

    private List<Double> drawable(List<Double> values) {
        return style == Style.LOGARITHMIC_LINES
                ? values.stream().map(value -> Math.max(1, value)).toList()
                : values;
    }

    /** The highest area first, so that the lower ones are painted over it. */
    private void addAreas(XYChart chart, Theme theme) {
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
            XYSeries area = add(chart, series.get(i), tops.get(i), theme.series(i));
            area.setXYSeriesRenderStyle(XYSeriesRenderStyle.Area);
            area.setFillColor(theme.series(i));
        }
    }

    private static XYSeries add(XYChart chart, TimeSeries line, List<Double> values, Color color) {
        XYSeries added = chart.addSeries(line.name(), line.seconds(), values);
        added.setMarker(SeriesMarkers.NONE);
        added.setLineColor(color);
        added.setLineStyle(new BasicStroke(2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        return added;
    }

    private static void decorate(XYStyler styler, Theme theme) {
        Font label = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
        styler.setChartBackgroundColor(theme.background());
        styler.setPlotBackgroundColor(theme.background());
        styler.setChartFontColor(theme.text());
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
        styler.setChartTitleBoxVisible(false);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(theme.faint());
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setAxisTickLabelsFont(label);
        styler.setAxisTitleFont(label);
        styler.setAxisTickMarksColor(theme.faint());
        styler.setXAxisTickLabelsColor(theme.text());
        styler.setYAxisTickLabelsColor(theme.text());
        styler.setXAxisTitleColor(theme.text());
        styler.setYAxisTitleColor(theme.text());
        styler.setXAxisDecimalPattern("0");
        styler.setLegendFont(label);
        styler.setLegendBackgroundColor(theme.background());
        styler.setLegendBorderColor(theme.background());
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendSeriesLineLength(16);
    }
}
