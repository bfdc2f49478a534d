package org.ssdtier.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

/**
 * A plot of latency by percentile. The horizontal axis gives 90 to 99 % the same space as 99 to 99.9 %.
 *
 * @param title title of the plot
 * @param lines the curves; at least one, none of them empty
 */
public record Percentiles(String title, List<Line> lines) implements Drawing {
    private static final int TICKS_PER_HALVING = 5;
    private static final double MICROS_PER_MILLI = 1_000;

    /**
     * One curve.
     *
     * @param name name in the legend
     * @param color index of its colour, the same in all drawings
     * @param micros latencies in µs
     */
    public record Line(String name, int color, Histogram micros) {}

    /** Checks that there is something to draw. */
    public Percentiles {
        lines = List.copyOf(lines);
        if (lines.isEmpty() || lines.stream().anyMatch(line -> line.micros().getTotalCount() == 0)) {
            throw new IllegalArgumentException("percentiles=" + title + ": nothing to draw");
        }
    }

    @Override
    public XYChart chart(int widthPixels, int heightPixels) {
        XYChartBuilder titles =
                new XYChartBuilder().title(title).xAxisTitle("percentile").yAxisTitle("ms");
        XYChart chart = Style.chart(titles, widthPixels, heightPixels);
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setxAxisTickLabelsFormattingFunction(Percentiles::label);
        chart.getStyler().setXAxisMin(0.0);
        chart.getStyler().setXAxisMax(Math.ceil(highestNines()));
        chart.getStyler().setXAxisTickMarkSpacingHint(widthPixels / 6);
        for (Line line : lines) {
            add(chart, line);
        }
        return chart;
    }

    private double highestNines() {
        return lines.stream()
                .mapToDouble(line -> Math.log10((double) line.micros().getTotalCount()))
                .max()
                .orElse(1);
    }

    private static void add(XYChart chart, Line line) {
        List<Double> nines = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (HistogramIterationValue step : line.micros().percentiles(TICKS_PER_HALVING)) {
            double above = 1 - step.getPercentileLevelIteratedTo() / 100;
            if (above > 0) {
                nines.add(-Math.log10(above));
                millis.add(Math.max(1, step.getValueIteratedTo()) / MICROS_PER_MILLI);
            }
        }
        Style.line(chart.addSeries(line.name(), nines, millis), Theme.series(line.color()));
    }

    /** Returns the label of a percentile given as its number of nines: 0 is 0, 1 is 90, 2 is 99, 3 is 99.9. */
    static String label(double nines) {
        double percentile = 100 * (1 - Math.pow(10, -nines));
        int decimals = Math.max(0, (int) Math.ceil(nines) - 2);
        return String.format(Locale.ROOT, "%." + decimals + "f", percentile);
    }
}
