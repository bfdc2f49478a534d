package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.JsonOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier catalogue stats}. */
@Command(name = "stats", description = "Show the number and size of the definitions.", mixinStandardHelpOptions = true)
final class CatalogueStatsCommand implements Callable<Integer> {
    @Mixin
    private CatalogueDirectory directory = new CatalogueDirectory();

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        CatalogueFigures figures = CatalogueFigures.of(directory.read());
        json.show(figures, out -> out.print(figures.toText()));
        return 0;
    }
}
