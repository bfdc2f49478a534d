package org.ssdtier.benchmarks.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** Something to look at in a report, drawn for any theme and width. */
public interface Drawing {
    /** What is seen; no line breaks. */
    String title();

    /** The drawing at a size; a legend that is too wide for it is seen to by those who ask for a file. */
    Chart<?, ?> chart(Theme theme, int widthPixels, int heightPixels);

    /** The drawing as the text of an SVG file; higher than said if its legend needs more than one row. */
    default String svg(Theme theme, int widthPixels, int heightPixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(
                Style.layOut(this, theme, widthPixels, heightPixels), bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Writes the drawing as a PNG file, light; higher than said if its legend needs more than one row. */
    default void writePng(Path file, int widthPixels, int heightPixels) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            BitmapEncoder.saveBitmap(Style.layOut(this, Theme.LIGHT, widthPixels, heightPixels), out, BitmapFormat.PNG);
        }
    }
}
