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

/** A drawing in a report, for any theme and width. */
public interface Drawing {
    /** Returns the title, without line breaks. */
    String title();

    /** Returns the drawing at a size. The methods that create files also handle a legend that is too wide. */
    Chart<?, ?> chart(Theme theme, int widthPixels, int heightPixels);

    /** Returns the drawing as the text of an SVG file; higher than specified if its legend needs more than one row. */
    default String svg(Theme theme, int widthPixels, int heightPixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(
                Style.layOut(this, theme, widthPixels, heightPixels), bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Writes the drawing as a PNG file, in the light theme; higher than specified if its legend needs several rows. */
    default void writePng(Path file, int widthPixels, int heightPixels) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            BitmapEncoder.saveBitmap(Style.layOut(this, Theme.LIGHT, widthPixels, heightPixels), out, BitmapFormat.PNG);
        }
    }
}
