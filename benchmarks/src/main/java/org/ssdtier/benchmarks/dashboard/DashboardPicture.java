package org.ssdtier.benchmarks.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.dashboard.Dashboard.Place;
import org.ssdtier.benchmarks.dashboard.DrawnPanel.Line;

/** The panels of a dashboard as one SVG, arranged as in Grafana, for light and dark pages. */
final class DashboardPicture {
    private static final int COLUMN = 50;
    private static final int LINE = 27;
    private static final int GAP = 4;
    private static final int PAD = 10;
    private static final int TITLE_HEIGHT = 24;
    private static final int LEGEND_LINE = 14;
    private static final int AXIS_WIDTH = 72;
    private static final int MOST_POINTS = 45;
    private static final int COLORS = 9;
    /** Width of a character of the legend, in pixels, on average. */
    private static final double CHARACTER = 6.4;

    private static final List<String> STATES = List.of("DISABLED", "RECOVERING", "ONLINE", "PAUSED", "OFFLINE");
    private static final String STYLE =
            """
              <style>
                svg { --page: #f3f4f6; --panel: #ffffff; --text: #1f2937; --soft: #6b7280; --grid: #e5e7eb;
                  --c0: #1d4ed8; --c1: #ea7a0b; --c2: #0f766e; --c3: #be185d; --c4: #7c3aed; --c5: #4d7c0f; --c6: #94a3b8;
                  --c7: #b45309; --c8: #0f172a }
                @media (prefers-color-scheme: dark) {
                  svg { --page: #0b0f17; --panel: #151b26; --text: #e5e7eb; --soft: #9ca3af; --grid: #2d3748;
                    --c0: #60a5fa; --c1: #f59e0b; --c2: #2dd4bf; --c3: #f472b6; --c4: #a78bfa; --c5: #a3e635; --c6: #64748b;
                    --c7: #fbbf24; --c8: #e5e7eb }
                }
                text { font: 10px system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', Arial, sans-serif;
                  fill: var(--soft) }
                .row { font-size: 14px; font-weight: 600; fill: var(--text) }
                .title { font-size: 12px; font-weight: 600; fill: var(--text) }
                .stat { font-size: 30px; font-weight: 600; text-anchor: middle; fill: var(--c0) }
                .axis { text-anchor: end }
                .grid { stroke: var(--grid) }
                polyline { fill: none; stroke-width: 1.4 }
              </style>""";

    private final List<DrawnPanel> panels;
    private final StringBuilder svg = new StringBuilder();

    DashboardPicture(List<DrawnPanel> panels) {
        this.panels = panels;
    }

    String svg() {
        int bottom = panels.stream()
                .mapToInt(panel ->
                        panel.panel().place().y() + panel.panel().place().height())
                .max()
                .orElse(1);
        int width = Dashboard.COLUMNS * COLUMN + 2 * PAD;
        int height = bottom * LINE + 2 * PAD;
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">", width, height);
        svg.append("  <title>The dashboard of a node under load</title>\n")
                .append(STYLE)
                .append('\n');
        add("  <rect width=\"%d\" height=\"%d\" fill=\"var(--page)\"/>", width, height);
        panels.forEach(this::draw);
        return svg.append("</svg>\n").toString();
    }

    private void draw(DrawnPanel drawn) {
        Place place = drawn.panel().place();
        int x = PAD + place.x() * COLUMN;
        int y = PAD + place.y() * LINE;
        String title = escape(drawn.panel().title());
        if (drawn.panel().isRow()) {
            add("  <text class=\"row\" x=\"%d\" y=\"%d\">%s</text>", x + GAP, y + LINE - 8, title);
            return;
        }
        int width = place.width() * COLUMN - GAP;
        int height = place.height() * LINE - GAP;
        add("  <g transform=\"translate(%d %d)\">", x, y);
        add("    <rect width=\"%d\" height=\"%d\" rx=\"3\" fill=\"var(--panel)\"/>", width, height);
        add("    <text class=\"title\" x=\"%d\" y=\"16\">%s</text>", PAD, title);
        switch (drawn.panel().kind()) {
            case "stat" -> drawStat(drawn, width, height);
            case "state-timeline" -> drawStates(drawn, width, height);
            default -> drawLines(drawn, width, height);
        }
        add("  </g>");
    }

    private void drawStat(DrawnPanel drawn, int width, int height) {
        List<Line> lines = drawn.lines();
        if (!lines.isEmpty()) {
            double last = last(lines.get(0).series());
            String text = drawn.panel().title().equals("State")
                    ? STATES.get((int) last)
                    : UnitText.of(last, drawn.panel().unit());
            add("    <text class=\"stat\" x=\"%d\" y=\"%d\">%s</text>", width / 2, height / 2 + 18, escape(text));
        }
    }

    private static double last(Series series) {
        return series.values().stream()
                .filter(Double::isFinite)
                .reduce((first, second) -> second)
                .orElse(Double.NaN);
    }

    /** Draws one bar for each series, in the colour of its last state. */
    private void drawStates(DrawnPanel drawn, int width, int height) {
        int y = TITLE_HEIGHT + 10;
        for (Line line : drawn.lines()) {
            int state = (int) last(line.series());
            add(
                    "    <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"40\" fill=\"var(--c%d)\" opacity=\"0.7\"/>",
                    PAD, y, width - 2 * PAD, state);
            add(
                    "    <text class=\"title\" x=\"%d\" y=\"%d\">%s</text>",
                    2 * PAD, y + 25, escape(line.name() + " " + STATES.get(state)));
            y += 50;
            if (y + 40 > height) {
                return;
            }
        }
    }

    private void drawLines(DrawnPanel drawn, int width, int height) {
        List<Line> lines = drawn.lines();
        int legend = drawLegend(lines, width, height);
        int bottom = height - legend - 8;
        int top = TITLE_HEIGHT + 8;
        double highest = 0;
        double[] below = new double[longest(lines)];
        List<double[]> tops = new ArrayList<>();
        for (Line line : lines) {
            double[] values = values(line.series(), below, drawn.panel().isStacked());
            tops.add(values);
            for (double value : values) {
                highest = Double.isFinite(value) ? Math.max(highest, value) : highest;
            }
        }
        boolean isShare = drawn.panel().unit().equals("percentunit") && highest <= 1;
        double scale = isShare || highest == 0 ? 1 : highest * 1.05;
        for (int tick = 0; tick <= 2; tick++) {
            double y = bottom - tick / 2.0 * (bottom - top);
            add("    <path class=\"grid\" d=\"M%d %.1fH%d\"/>", AXIS_WIDTH, y, width - PAD);
            String text = UnitText.of(scale * tick / 2, drawn.panel().unit());
            add("    <text class=\"axis\" x=\"%d\" y=\"%.1f\">%s</text>", AXIS_WIDTH - 6, y + 3, escape(text));
        }
        for (int i = tops.size() - 1; i >= 0; i--) {
            Place plot = new Place(AXIS_WIDTH, top, width - PAD - AXIS_WIDTH, bottom - top);
            String points = points(tops.get(i), scale, plot);
            if (drawn.panel().isStacked() && !points.isEmpty()) {
                // the highest area first: the lower ones are painted over it
                String first = points.substring(0, points.indexOf(','));
                String last = points.substring(points.lastIndexOf(' ') + 1, points.lastIndexOf(','));
                add(
                        "    <polygon fill=\"var(--c%d)\" points=\"%s %s,%d %s,%d\"/>",
                        i % COLORS, points, last, bottom, first, bottom);
            } else {
                add("    <polyline stroke=\"var(--c%d)\" points=\"%s\"/>", i % COLORS, points);
            }
        }
    }

    private static int longest(List<Line> lines) {
        return lines.stream()
                .mapToInt(line -> line.series().values().size())
                .max()
                .orElse(0);
    }

    /** Returns the values aligned at the end, since a series may begin later; on top of those before, if stacked. */
    private static double[] values(Series series, double[] below, boolean isStacked) {
        double[] values = new double[below.length];
        int missing = below.length - series.values().size();
        for (int i = 0; i < values.length; i++) {
            double value = i < missing ? Double.NaN : series.values().get(i - missing);
            if (isStacked) {
                below[i] += Double.isFinite(value) ? value : 0;
                values[i] = below[i];
            } else {
                values[i] = value;
            }
        }
        return values;
    }

    private static String points(double[] values, double scale, Place plot) {
        StringBuilder points = new StringBuilder();
        int step = Math.max(1, (values.length + MOST_POINTS - 1) / MOST_POINTS);
        for (int i = 0; i < values.length; i += step) {
            if (Double.isFinite(values[i])) {
                double x = plot.x() + (double) i / Math.max(1, values.length - 1) * plot.width();
                double y = plot.y() + plot.height() * (1 - values[i] / scale);
                points.append(String.format(Locale.ROOT, "%.0f,%.1f ", x, y));
            }
        }
        return points.toString().strip();
    }

    /** Draws the names of the series at the bottom. Returns the height that they take. */
    private int drawLegend(List<Line> lines, int width, int height) {
        List<String> entries = new ArrayList<>();
        double x = PAD;
        int rows = 1;
        for (int i = 0; i < lines.size(); i++) {
            String name = lines.get(i).name().replaceFirst("^[\\d.]+:\\d+ ", "");
            double length = 16 + name.length() * CHARACTER + 12;
            if (x > PAD && x + length > width - PAD) {
                x = PAD;
                rows++;
            }
            entries.add(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.0f\" y=\"%%d\" width=\"10\" height=\"3\" fill=\"var(--c%d)\"/>"
                            + "<text x=\"%.0f\" y=\"%%d\">%s</text>|%d",
                    x,
                    i % COLORS,
                    x + 14,
                    escape(name).replace("%", "%%"),
                    rows));
            x += length;
        }
        for (String entry : entries) {
            int split = entry.lastIndexOf('|');
            int y = height - 6 - (rows - Integer.parseInt(entry.substring(split + 1))) * LEGEND_LINE;
            add("    " + entry.substring(0, split), y - 5, y);
        }
        return rows * LEGEND_LINE + 2;
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
