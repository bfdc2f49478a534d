package org.ssdtier.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** The style shared by all drawings. */
final class Style {
    static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    /** The ratio of values above which only powers of ten are labelled: more labels would not have room. */
    private static final double MOST_RANGE = 20;

    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);

    private Style() {}

    /** Creates an empty chart of that size, with two numeric axes. */
    static XYChart chart(XYChartBuilder titles, int widthPixels, int heightPixels) {
        XYChart chart = titles.width(widthPixels).height(heightPixels).build();
        apply(chart.getStyler());
        return chart;
    }

    /** Styles a series as a line of that colour, without a mark at each value. */
    static XYSeries line(XYSeries series, Color color) {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
        series.setLineStyle(new BasicStroke(2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        return series;
    }

    /**
     * Makes the vertical axis logarithmic. Powers of ten alone would leave an axis of less than a decade without a label.
     *
     * @param values the values, all positive
     */
    static void logarithmic(AxesChartStyler styler, DoubleStream values) {
        DoubleSummaryStatistics range = values.summaryStatistics();
        styler.setYAxisLogarithmic(true);
        styler.setYAxisLogarithmicDecadeOnly(range.getMax() > MOST_RANGE * range.getMin());
    }

    static void apply(AxesChartStyler styler) {
        styler.setChartBackgroundColor(Theme.background());
        styler.setPlotBackgroundColor(Theme.background());
        styler.setChartFontColor(Theme.text());
        styler.setChartTitleFont(TITLE);
        styler.setChartTitleBoxVisible(false);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(Theme.faint());
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setAxisTickLabelsFont(LABEL);
        styler.setAxisTitleFont(LABEL);
        styler.setAxisTickMarksColor(Theme.faint());
        styler.setXAxisTickLabelsColor(Theme.text());
        styler.setYAxisTickLabelsColor(Theme.text());
        styler.setXAxisTitleColor(Theme.text());
        styler.setYAxisTitleColor(Theme.text());
        styler.setLegendFont(LABEL);
        styler.setLegendBackgroundColor(Theme.background());
        styler.setLegendBorderColor(Theme.background());
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendSeriesLineLength(16);
    }
}
