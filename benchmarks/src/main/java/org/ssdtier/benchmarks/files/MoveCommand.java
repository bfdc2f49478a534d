package org.ssdtier.benchmarks.files;

import java.io.IOException;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.store.FileStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files mv}. */
@Command(
        name = "mv",
        description = "Rename a file: it is copied and then removed, so that readers see it at one of the paths or"
                + " both.",
        mixinStandardHelpOptions = true)
public final class MoveCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "FROM", description = "A file of the store.")
    private String from = "";

    @Parameters(index = "1", paramLabel = "TO", description = "Its new path; a file that is there is replaced.")
    private String to = "";

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        FileStat stat = store.move(options().path(from), options().path(to));
        json().show(describe(stat), out -> out.println(options().show(stat.path())));
        return 0;
    }
}
