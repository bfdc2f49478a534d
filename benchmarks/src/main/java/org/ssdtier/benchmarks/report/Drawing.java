package org.ssdtier.benchmarks.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** A drawing in a report, of any width. */
public interface Drawing {
    /** Returns the title, without line breaks. */
    String title();

    /** Returns the drawing at a size. {@link #svg} also handles a legend that is too wide. */
    Chart<?, ?> chart(int widthPixels, int heightPixels);

    /** Returns the drawing as the text of an SVG file; higher than specified if its legend needs more than one row. */
    default String svg(int widthPixels, int heightPixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(
                Style.layOut(this, widthPixels, heightPixels), bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
