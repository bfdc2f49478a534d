package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ssdtier catalogue list}. */
@Command(name = "list", description = "Name every schema ID and its definition.", mixinStandardHelpOptions = true)
final class CatalogueListCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The catalogue's directory.")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** One line of the list. */
    record Line(long id, UUID table, int bytes, String place, String definition) {
        static Line of(CatalogueReader.Item item) {
            return new Line(
                    item.id(),
                    item.table(),
                    item.definition().length(),
                    item.place(),
                    item.definition().toString());
        }

        void print(PrintWriter out) {
            out.printf("%10d  %s  %6d bytes  %s%n", id, table, bytes, definition);
        }
    }

    @Override
    public Integer call() throws IOException {
        CatalogueReader reader = CatalogueReader.read(Objects.requireNonNull(directory));
        List<Line> lines = reader.items().stream().map(Line::of).toList();
        CommandSpec command = Objects.requireNonNull(spec);
        if (!json.write(command, lines)) {
            PrintWriter out = command.commandLine().getOut();
            lines.forEach(line -> line.print(out));
            out.flush();
        }
        return 0;
    }
}
