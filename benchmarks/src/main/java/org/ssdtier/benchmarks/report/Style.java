package org.ssdtier.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What all drawings look like. */
final class Style {
    static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);

    private Style() {}

    /** An empty chart of that size, drawn over two axes of numbers. */
    static XYChart chart(XYChartBuilder titles, Theme theme, int widthPixels, int heightPixels) {
        XYChart chart = titles.width(widthPixels).height(heightPixels).build();
        apply(chart.getStyler(), theme);
        return chart;
    }

    /** Makes a series a line of that colour, without a mark at each value. */
    static XYSeries line(XYSeries series, Color color) {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineColor(color);
        series.setLineStyle(new BasicStroke(2f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        return series;
    }

    static void apply(AxesChartStyler styler, Theme theme) {
        styler.setChartBackgroundColor(theme.background());
        styler.setPlotBackgroundColor(theme.background());
        styler.setChartFontColor(theme.text());
        styler.setChartTitleFont(TITLE);
        styler.setChartTitleBoxVisible(false);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridLinesColor(theme.faint());
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setPlotGridLinesStroke(new BasicStroke(1f));
        styler.setAxisTickLabelsFont(LABEL);
        styler.setAxisTitleFont(LABEL);
        styler.setAxisTickMarksColor(theme.faint());
        styler.setXAxisTickLabelsColor(theme.text());
        styler.setYAxisTickLabelsColor(theme.text());
        styler.setXAxisTitleColor(theme.text());
        styler.setYAxisTitleColor(theme.text());
        styler.setLegendFont(LABEL);
        styler.setLegendBackgroundColor(theme.background());
        styler.setLegendBorderColor(theme.background());
        styler.setLegendPosition(LegendPosition.OutsideS);
        styler.setLegendLayout(LegendLayout.Horizontal);
        styler.setLegendSeriesLineLength(16);
    }
}
