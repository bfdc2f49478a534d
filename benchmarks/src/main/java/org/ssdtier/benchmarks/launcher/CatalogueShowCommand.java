package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.CatalogueListCommand.Line;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ssdtier catalogue show}. */
@Command(
        name = "show",
        description = "Show the definition of one schema ID; the exit code is 1 when there is none.",
        mixinStandardHelpOptions = true)
final class CatalogueShowCommand implements Callable<Integer> {
    private static final long MAX_ID = 0xFFFF_FFFFL;

    @Parameters(index = "0", paramLabel = "ID", description = "The schema ID, 1 to 4294967295.")
    private long id;

    @Parameters(index = "1", paramLabel = "DIR", description = "The catalogue's directory.")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (id < 1 || id > MAX_ID) {
            throw new IllegalArgumentException("ID=" + id + ", allowed 1 to " + MAX_ID);
        }
        CatalogueReader reader = CatalogueReader.read(Objects.requireNonNull(directory));
        CatalogueReader.Item item = reader.item(id);
        if (item == null) {
            throw new IOException("ID=" + id + ": the catalogue has none; highest given out=" + reader.idBound()
                    + ", definitions=" + reader.items().size());
        }
        CommandSpec command = Objects.requireNonNull(spec);
        Line line = Line.of(item);
        if (!json.write(command, line)) {
            PrintWriter out = command.commandLine().getOut();
            out.printf("schema ID   %d%n", line.id());
            out.printf("table       %s%n", line.table());
            out.printf("length      %d bytes%n", line.bytes());
            out.printf("place       %s%n", line.place());
            out.printf("definition  %s%n", line.definition());
            out.flush();
        }
        return 0;
    }
}
