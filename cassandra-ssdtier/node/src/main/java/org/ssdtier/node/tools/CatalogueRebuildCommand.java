package org.ssdtier.node.tools;

import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.CatalogueRebuild;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileStorage;

/** The command {@code ssdtier catalogue rebuild}. */
@Command(
        name = "rebuild",
        description = "Rebuild the catalogue from the dictionaries (*Schemas.db) of the SSTables; an old catalogue in"
                + " DIR is deleted, and a directory with any other content is rejected")
public final class CatalogueRebuildCommand extends CatalogueCommand {
    @Option(
            name = "--from",
            title = "DATA_DIR",
            required = true,
            description = "The node's data_file_directories, one or more")
    private List<String> from = new ArrayList<>();

    @Option(
            name = "--owner",
            title = "HOST_ID",
            description = "The node's host ID; by default that of the old catalogue, if it can be read")
    private @Nullable String owner;

    @Option(name = "--force", description = "Proceed without any dictionary, which creates an empty catalogue")
    private boolean force = false;

    @Override
    public int run(PrintStream out) throws IOException {
        Path directory = directory();
        UUID named = owner == null ? null : hostId(owner);
        List<TableList> lists = new ArrayList<>();
        List<Path> unfinished = new ArrayList<>();
        StringBuilder sources = new StringBuilder();
        for (String data : from) { // all of them are read before anything is deleted
            List<TableList> found = DictionaryFiles.read(Path.of(data), unfinished::add);
            sources.append(String.format(Locale.ROOT, "from          %s: %d%n", data, found.size()));
            lists.addAll(found);
        }
        if (lists.isEmpty() && !force) {
            throw new IOException(
                    "--from=" + from + ": dictionaries=0, so the catalogue would be empty; nothing was changed."
                            + " Specify the node's data_file_directories, or add --force");
        }
        FileStorage.check(directory, SchemaCatalogue.DIRECTORY_KIND); // before its former owner is read
        CatalogueRebuild.run(
                FileStorage.open(directory, DirectIo.AUTO, SchemaCatalogue.DIRECTORY_KIND),
                CatalogueOptions.ofOwner(named != null ? named : formerOwner()),
                lists.stream());
        CatalogueFigures figures = CatalogueFigures.of(read());
        show(out, figures, text -> {
            text.printf(Locale.ROOT, "dictionaries  %d%n%s%s", lists.size(), sources, figures.toText());
            unfinished.forEach(file ->
                    text.printf(Locale.ROOT, "left out      %s: damaged, its SSTable was never completed%n", file));
        });
        return 0;
    }

    private static UUID hostId(String word) {
        try {
            return UUID.fromString(word);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--owner=" + word + ", allowed a host ID as in nodetool status", e);
        }
    }

    private UUID formerOwner() {
        try {
            return read().owner();
        } catch (IOException unreadable) {
            return new UUID(0, 0);
        }
    }
}
