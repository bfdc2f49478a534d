package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier catalogue list}. */
@Command(name = "list", description = "List every schema ID and its definition.", mixinStandardHelpOptions = true)
final class CatalogueListCommand implements Callable<Integer> {
    @Mixin
    private CatalogueDirectory directory = new CatalogueDirectory();

    @Mixin
    private JsonOption json = new JsonOption();

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
        List<Line> lines = directory.read().items().stream().map(Line::of).toList();
        json.show(lines, out -> lines.forEach(line -> line.print(out)));
        return 0;
    }
}
