package org.ssdtier.benchmarks.report;

import java.awt.font.FontRenderContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendLayout;

/** Static methods to lay out a drawing at a size. */
final class DrawingLayout {
    /** Width of the mark beside a name in the legend: a line or box, and space. */
    private static final int LEGEND_MARK_PIXELS = 40;

    /** Width of the vertical axis and its labels; the legend is centred below the plot beside them. */
    private static final int AXIS_PIXELS = 60;

    private static final int LEGEND_ROW_PIXELS = 24;

    private DrawingLayout() {}

    /** Returns a drawing as the text of an SVG file; higher than specified if its legend needs more than one row. */
    static String svg(Drawing drawing, int widthPixels, int heightPixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Chart<?, ?> chart = layOut(drawing, widthPixels, heightPixels);
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * Lays out a drawing. If its legend is too wide for one row, the names are listed vertically and the drawing is
     * accordingly higher.
     */
    static Chart<?, ?> layOut(Drawing drawing, int widthPixels, int heightPixels) {
        Chart<?, ?> chart = drawing.chart(widthPixels, heightPixels);
        Set<String> names = chart.getSeriesMap().keySet();
        if (legendPixels(names) <= widthPixels - AXIS_PIXELS) {
            return chart;
        }
        int more = LEGEND_ROW_PIXELS * (names.size() - 1);
        Chart<?, ?> higher = drawing.chart(widthPixels, heightPixels + more);
        higher.getStyler().setLegendLayout(LegendLayout.Vertical);
        return higher;
    }

    private static double legendPixels(Set<String> names) {
        FontRenderContext context = new FontRenderContext(null, true, true);
        return names.stream()
                .mapToDouble(name -> LEGEND_MARK_PIXELS
                        + Style.LABEL.getStringBounds(name, context).getWidth())
                .sum();
    }
}
