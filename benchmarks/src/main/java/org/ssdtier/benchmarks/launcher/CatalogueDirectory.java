package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Path;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Parameters;

/** The parameter {@code DIR} of every verb of {@code ssdtier catalogue}. */
final class CatalogueDirectory {
    @Parameters(paramLabel = "DIR", description = "The catalogue's directory.")
    private Path path = Path.of("");

    Path path() {
        return path;
    }

    CatalogueReader read() throws IOException {
        return CatalogueReader.read(path);
    }
}
