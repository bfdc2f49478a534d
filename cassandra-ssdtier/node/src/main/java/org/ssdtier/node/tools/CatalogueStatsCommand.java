package org.ssdtier.node.tools;

import io.airlift.airline.Command;
import java.io.IOException;
import java.io.PrintStream;

/** The command {@code ssdtier catalogue stats}. */
@Command(name = "stats", description = "Show the number and size of the definitions")
public final class CatalogueStatsCommand extends CatalogueCommand {
    @Override
    public int run(PrintStream out) throws IOException {
        CatalogueFigures figures = CatalogueFigures.of(read());
        show(out, figures, text -> text.print(figures.toText()));
        return 0;
    }
}
