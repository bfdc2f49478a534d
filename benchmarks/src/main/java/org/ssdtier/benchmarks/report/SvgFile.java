package org.ssdtier.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Static methods to write a drawing as a file of its own, in the light colours, for pages that cannot hold a report. */
public final class SvgFile {
    private static final int WIDTH_PIXELS = 880;
    private static final int HEIGHT_PIXELS = 380;

    private SvgFile() {}

    /** Writes a drawing, in place of an earlier file. */
    public static void write(Path file, Drawing drawing) throws IOException {
        Files.writeString(file, DrawingLayout.svg(drawing, WIDTH_PIXELS, HEIGHT_PIXELS));
    }
}
