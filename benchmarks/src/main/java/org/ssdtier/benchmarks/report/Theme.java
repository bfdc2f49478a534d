package org.ssdtier.benchmarks.report;

import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The colours of drawings, for light and dark. A drawing is made in the light colours; {@link #withVariables} replaces
 * each by a CSS variable, which {@link #css} defines for both.
 */
final class Theme {
    /** A colour with the name of its CSS variable. The light colours are distinct. */
    private record Hue(String variable, Color light, Color dark) {}

    private static final Hue BACKGROUND = hue("--chart-background", 0xffffff, 0x111827);
    private static final Hue TEXT = hue("--chart-text", 0x334155, 0xcbd5e1);
    private static final Hue FAINT = hue("--chart-line", 0xe2e8f0, 0x2d3748);
    /** Colours of lines and areas, in order; they also differ in brightness. */
    private static final List<Hue> SERIES = List.of(
            hue("--series-0", 0x1d4ed8, 0x60a5fa),
            hue("--series-1", 0xea7a0b, 0xf59e0b),
            hue("--series-2", 0x94a3b8, 0x64748b),
            hue("--series-3", 0x0f766e, 0x2dd4bf),
            hue("--series-4", 0xbe185d, 0xf472b6),
            hue("--series-5", 0x7c3aed, 0xa78bfa),
            hue("--series-6", 0x4d7c0f, 0xa3e635),
            hue("--series-7", 0x5eead4, 0x115e59),
            hue("--series-8", 0x0f172a, 0xe5e7eb),
            hue("--series-9", 0xb91c1c, 0xf87171),
            hue("--series-10", 0x854d0e, 0xfde047));

    private static final List<Hue> ALL =
            Stream.concat(Stream.of(BACKGROUND, TEXT, FAINT), SERIES.stream()).toList();

    private static final Pattern COLOR = Pattern.compile("rgb\\((\\d+),(\\d+),(\\d+)\\)");

    private Theme() {}

    static Color background() {
        return BACKGROUND.light;
    }

    /** Returns the colour of titles and labels. */
    static Color text() {
        return TEXT.light;
    }

    /** Returns the colour of grid lines and axes. */
    static Color faint() {
        return FAINT.light;
    }

    /** Returns the colour of a line or area. */
    static Color series(int index) {
        return SERIES.get(index % SERIES.size()).light;
    }

    /**
     * Replaces the colours of an SVG by CSS variables.
     *
     * @throws IllegalArgumentException if it has a colour that is not of this theme
     */
    static String withVariables(String svg) {
        return COLOR.matcher(svg).replaceAll(found -> "var(" + variable(found) + ")");
    }

    private static String variable(MatchResult found) {
        Color color = new Color(channel(found, 1), channel(found, 2), channel(found, 3));
        return ALL.stream()
                .filter(hue -> hue.light.equals(color))
                .findFirst()
                .map(Hue::variable)
                .orElseThrow(() -> new IllegalArgumentException("color=" + found.group() + ": not of the theme"));
    }

    private static int channel(MatchResult color, int group) {
        return Integer.parseInt(color.group(group));
    }

    /** Returns the definitions of the CSS variables, light and dark. */
    static String css() {
        return ":root {" + definitions(Hue::light) + " }\n@media (prefers-color-scheme: dark) {\n  :root {"
                + definitions(Hue::dark) + " }\n}\n";
    }

    private static String definitions(Function<Hue, Color> color) {
        return ALL.stream()
                .map(hue -> String.format(
                        Locale.ROOT,
                        " %s: #%06x;",
                        hue.variable,
                        color.apply(hue).getRGB() & 0xffffff))
                .collect(Collectors.joining());
    }

    private static Hue hue(String variable, int light, int dark) {
        return new Hue(variable, new Color(light), new Color(dark));
    }
}
