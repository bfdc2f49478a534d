package org.ssdtier.benchmarks.report;

import java.awt.Color;
import java.util.List;

/**
 * The colours of a drawing.
 *
 * @param background colour of the background
 * @param text colour of titles and labels
 * @param faint colour of grid lines and axes
 * @param series colours of lines and areas, in order; they also differ in brightness
 */
public record Theme(Color background, Color text, Color faint, List<Color> series) {
    /** Dark on white. */
    public static final Theme LIGHT = new Theme(
            new Color(0xffffff),
            new Color(0x334155),
            new Color(0xe2e8f0),
            List.of(
                    new Color(0x1d4ed8),
                    new Color(0xea7a0b),
                    new Color(0x94a3b8),
                    new Color(0x0f766e),
                    new Color(0xbe185d),
                    new Color(0x7c3aed),
                    new Color(0x5eead4),
                    new Color(0x0f172a)));
    /** Light on nearly black. */
    public static final Theme DARK = new Theme(
            new Color(0x111827),
            new Color(0xcbd5e1),
            new Color(0x2d3748),
            List.of(
                    new Color(0x60a5fa),
                    new Color(0xf59e0b),
                    new Color(0x64748b),
                    new Color(0x2dd4bf),
                    new Color(0xf472b6),
                    new Color(0xa78bfa),
                    new Color(0x115e59),
                    new Color(0xe5e7eb)));

    Color series(int index) {
        return series.get(index % series.size());
    }
}
