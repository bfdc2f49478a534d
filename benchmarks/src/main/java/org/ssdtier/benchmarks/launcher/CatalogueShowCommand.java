package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.launcher.CatalogueListCommand.Line;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier catalogue show}. */
@Command(
        name = "show",
        description = "Show the definition of one schema ID; the exit code is 1 if there is none.",
        mixinStandardHelpOptions = true)
final class CatalogueShowCommand implements Callable<Integer> {
    private static final long MAX_ID = 0xFFFF_FFFFL;

    @Parameters(index = "0", paramLabel = "ID", description = "The schema ID, 1 to 4294967295.")
    private long id;

    @Mixin
    private CatalogueDirectory directory = new CatalogueDirectory();

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        if (id < 1 || id > MAX_ID) {
            throw new IllegalArgumentException("ID=" + id + ", allowed 1 to " + MAX_ID);
        }
        CatalogueReader reader = directory.read();
        CatalogueReader.Item item = reader.item(id);
        if (item == null) {
            throw new IOException("ID=" + id + ": not in the catalogue; highest assigned=" + reader.idBound()
                    + ", definitions=" + reader.items().size());
        }
        Line line = Line.of(item);
        json.show(line, out -> print(out, line));
        return 0;
    }

    private static void print(PrintWriter out, Line line) {
        out.printf("schema ID   %d%n", line.id());
        out.printf("table       %s%n", line.table());
        out.printf("length      %d bytes%n", line.bytes());
        out.printf("place       %s%n", line.place());
        out.printf("definition  %s%n", line.definition());
    }
}
