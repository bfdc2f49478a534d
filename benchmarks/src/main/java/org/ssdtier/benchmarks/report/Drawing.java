package org.ssdtier.benchmarks.report;

import org.knowm.xchart.internal.chartpart.Chart;

/** A drawing in a report, of any width. */
public interface Drawing {
    /** Returns the title, without line breaks. */
    String title();

    /** Returns the drawing at a size. Its legend may be too wide; {@link DrawingLayout} handles that. */
    Chart<?, ?> chart(int widthPixels, int heightPixels);
}
