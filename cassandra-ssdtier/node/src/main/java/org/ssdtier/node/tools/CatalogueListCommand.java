package org.ssdtier.node.tools;

import io.airlift.airline.Command;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The command {@code ssdtier catalogue list}. */
@Command(name = "list", description = "List every schema ID and its definition")
public final class CatalogueListCommand extends CatalogueCommand {
    @Override
    public int run(PrintStream out) throws IOException {
        List<CatalogueDefinition> definitions =
                read().items().stream().map(CatalogueDefinition::of).toList();
        show(out, definitions, text -> definitions.forEach(definition -> text.print(definition.toLine())));
        return 0;
    }
}
