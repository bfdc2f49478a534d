package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.DirectoryListing;
import org.ssdtier.files.store.FileStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files rm}. */
@Command(name = "rm", description = "Remove a file or a directory.", mixinStandardHelpOptions = true)
public final class RemoveCommand extends StoreCommand {
    private static final int PAGE = 512;

    @Parameters(index = "0", paramLabel = "PATH", description = "A file, or an empty directory.")
    private String path = "";

    @Option(
            names = {"-r", "--recursive"},
            description = "Remove a directory with all that it contains.")
    private boolean isRecursive;

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath of = options().path(path);
        long files = store.remove(of) ? 1 : 0;
        if (files == 0) {
            if (!store.isDirectory(of)) {
                throw new StoreException.NotFound(of);
            }
            files = removeDirectory(store, of);
        }
        long removed = files;
        json().show(Map.of("removed_files", removed), out -> out.println("removed " + removed + " files"));
        return 0;
    }

    private long removeDirectory(FileStore store, StorePath directory) throws IOException {
        long files = 0;
        if (isRecursive) {
            DirectoryListing listing = store.list(directory, null);
            List<DirectoryListing.Entry> page = listing.next(PAGE);
            while (!page.isEmpty()) {
                for (DirectoryListing.Entry entry : page) {
                    files += entry.isDirectory()
                            ? removeDirectory(store, entry.path())
                            : store.remove(entry.path()) ? 1 : 0;
                }
                page = listing.next(PAGE);
            }
        }
        if (!directory.isRoot()) {
            store.removeDirectory(directory);
        }
        return files;
    }
}
