package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

/** The command {@code ssdtier files ls}. */
@Command(
        name = "ls",
        description = "List a directory in the order of its names: size, modification, name.",
        mixinStandardHelpOptions = true)
public final class ListCommand extends StoreCommand {
    private static final int PAGE = 512;
    private static final int JSON_ENTRIES = 100_000;

    @Parameters(index = "0", arity = "0..1", paramLabel = "PATH", description = "A directory (default: /).")
    private String path = "/";

    @Option(names = "--after", paramLabel = "NAME", description = "Begin after that name.")
    private String after = "";

    @Option(names = "--limit", paramLabel = "N", description = "Number of entries (with --json: up to 100,000).")
    private long limit = Long.MAX_VALUE;

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath directory = options().path(path);
        if (!store.isDirectory(directory)) {
            throw new StoreException("path=" + directory + ": no such directory");
        }
        StorePath begin =
                after.isEmpty() ? null : directory.resolve(options().path(after).name());
        DirectoryListing listing = store.list(directory, begin);
        if (json().isGiven()) {
            List<Map<String, Object>> entries = new ArrayList<>();
            for (DirectoryListing.Entry entry : listing.next((int) Math.min(limit, JSON_ENTRIES))) {
                entries.add(entry.stat().map(this::describe).orElseGet(() -> directory(entry)));
            }
            json().write(entries);
            return 0;
        }
        print(listing);
        return 0;
    }

    private Map<String, Object> directory(DirectoryListing.Entry entry) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("path", options().show(entry.path()));
        map.put("directory", true);
        entry.directoryMode().ifPresent(mode -> map.put("mode", Integer.toOctalString(mode)));
        return map;
    }

    private void print(DirectoryListing listing) throws IOException {
        long left = limit;
        List<DirectoryListing.Entry> page = listing.next((int) Math.min(PAGE, left));
        while (!page.isEmpty()) {
            for (DirectoryListing.Entry entry : page) {
                out().println(entry.stat()
                        .map(stat -> String.format(
                                "%12d  %-24s  %s",
                                stat.size(), stat.modified(), options().show(entry.path())))
                        .orElseGet(() -> String.format(
                                "%12s  %-24s  %s/", "-", "", options().show(entry.path()))));
            }
            left -= page.size();
            page = left > 0 ? listing.next((int) Math.min(PAGE, left)) : List.of();
        }
        out().flush();
    }
}
