package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.catalogue.CatalogueReader;

/** A command on the directory of a catalogue that no node has open. */
public abstract class CatalogueCommand extends ReportCommand {
    @Arguments(title = "DIR", usage = "DIR", description = "The catalogue's directory", required = true)
    private List<String> arguments = new ArrayList<>();

    /** For subclasses. */
    protected CatalogueCommand() {}

    /**
     * Returns the catalogue's directory.
     *
     * @throws IllegalArgumentException if there are more arguments
     */
    final Path directory() {
        check(arguments, "DIR");
        return Path.of(arguments.get(0));
    }

    /** Reads the catalogue. */
    final CatalogueReader read() throws IOException {
        return CatalogueReader.read(directory());
    }
}
