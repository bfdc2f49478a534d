package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.catalogue.CatalogueReader;

/** The command {@code ssdtier catalogue show}. */
@Command(name = "show", description = "Show the definition of one schema ID; the exit code is 1 if there is none")
public final class CatalogueShowCommand extends ReportCommand {
    private static final long MAX_ID = 0xFFFF_FFFFL;

    @Arguments(
            title = "ID DIR",
            usage = "ID DIR",
            description = "The schema ID, 1 to 4294967295, and the catalogue's directory",
            required = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public int run(PrintStream out) throws IOException {
        check(arguments, "ID", "DIR");
        long id = id(arguments.get(0));
        CatalogueReader reader = CatalogueReader.read(Path.of(arguments.get(1)));
        CatalogueReader.Item item = reader.item(id);
        if (item == null) {
            throw new IOException("ID=" + id + ": not in the catalogue; highest assigned=" + reader.idBound()
                    + ", definitions=" + reader.items().size());
        }
        CatalogueDefinition definition = CatalogueDefinition.of(item);
        show(out, definition, text -> text.print(definition.toText()));
        return 0;
    }

    private static long id(String word) {
        long id = word.matches("[0-9]{1,10}") ? Long.parseLong(word) : 0;
        if (id < 1 || id > MAX_ID) {
            throw new IllegalArgumentException("ID=" + word + ", allowed 1 to " + MAX_ID);
        }
        return id;
    }
}
