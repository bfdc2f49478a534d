package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ssdtier.benchmarks.report.OrdinalLines;
import org.ssdtier.benchmarks.report.SvgFile;

/**
 * The drawings in requests, those that the drives allow, and in money as files, three for each mix.
 *
 * @param result the result
 */
record SizePictures(SizeResult result) {
    /** Writes the drawings that a result has enough sizes for. */
    void write(Path directory) throws IOException {
        for (Mix mix : result.mixes()) {
            SizeCurves curves = new SizeCurves(result, mix);
            String stem = "ssd-size-" + mix.distribution() + "-" + mix.readPercent();
            write(directory.resolve(stem + "-requests.svg"), curves.requests());
            write(directory.resolve(stem + "-allowed.svg"), curves.allowed());
            write(directory.resolve(stem + "-price.svg"), curves.money());
        }
    }

    private static void write(Path file, Optional<OrdinalLines> drawing) throws IOException {
        if (drawing.isPresent()) {
            SvgFile.write(file, drawing.get());
        }
    }
}
