package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.util.Map;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files stat}. */
@Command(
        name = "stat",
        description = "Show the metadata of a file, without reading its content.",
        mixinStandardHelpOptions = true)
public final class StatCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "PATH", description = "A file of the store.")
    private String path = "";

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath of = options().path(path);
        FileStat stat = store.stat(of).orElseThrow(() -> new StoreException.NotFound(of));
        Map<String, Object> figures = describe(stat);
        json().show(figures, out -> figures.forEach((name, value) -> out.printf("%-9s %s%n", name, value)));
        return 0;
    }
}
