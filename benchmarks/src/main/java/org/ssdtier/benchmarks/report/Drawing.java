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

    /** Lays the drawing out. */
    Chart<?, ?> chart(Theme theme, int widthPixels, int heightPixels);

    /** The drawing as the text of an SVG file. */
    default String svg(Theme theme, int widthPixels, int heightPixels) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(
                chart(theme, widthPixels, heightPixels), bytes, VectorGraphicsFormat.SVG);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Writes the drawing as a PNG file, light. */
    default void writePng(Path file, int widthPixels, int heightPixels) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            BitmapEncoder.saveBitmap(chart(Theme.LIGHT, widthPixels, heightPixels), out, BitmapFormat.PNG);
        }
    }
}
