package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.CatalogueRebuild;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier catalogue rebuild}. */
@Command(
        name = "rebuild",
        description =
                "Rebuild the catalogue from the dictionaries (*Schemas.db) of the SSTables. An old catalogue in DIR is"
                        + " deleted; a directory with any other content is rejected.",
        mixinStandardHelpOptions = true)
final class CatalogueRebuildCommand implements Callable<Integer> {
    private static final String DICTIONARY_SUFFIX = "Schemas.db";
    /** A table's directory: its name and its ID without dashes. */
    private static final Pattern TABLE_DIRECTORY = Pattern.compile(".*-([0-9a-f]{16})([0-9a-f]{16})");

    @Mixin
    private CatalogueDirectory directory = new CatalogueDirectory();

    @Option(
            names = "--from",
            paramLabel = "DATA_DIR",
            required = true,
            arity = "1..*",
            description = "The node's data_file_directories.")
    private List<Path> from = new ArrayList<>();

    @Option(
            names = "--owner",
            paramLabel = "HOST_ID",
            description = "The node's host ID (default: that of the old catalogue, if it can be read).")
    private @Nullable UUID owner;

    @Option(names = "--force", description = "Proceed without any dictionary, which creates an empty catalogue.")
    private boolean force = false;

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        List<TableList> lists = new ArrayList<>();
        for (Path data : from) {
            lists.addAll(dictionaries(data)); // all of them are read before anything is deleted
        }
        if (lists.isEmpty() && !force) {
            throw new IOException(
                    "--from=" + from + ": dictionaries=0, so the catalogue would be empty; nothing was changed."
                            + " Specify the node's data_file_directories, or add --force");
        }
        FileStorage.check(directory.path(), SchemaCatalogue.DIRECTORY_KIND); // before its former owner is read
        UUID of = owner != null ? owner : formerOwner();
        CatalogueRebuild.run(
                FileStorage.open(directory.path(), DirectIo.AUTO, SchemaCatalogue.DIRECTORY_KIND),
                CatalogueOptions.ofOwner(of),
                lists.stream());
        CatalogueFigures figures = CatalogueFigures.of(directory.read());
        json.show(figures, out -> out.printf("dictionaries  %d%n%s", lists.size(), figures.toText()));
        return 0;
    }

    private UUID formerOwner() {
        try {
            return directory.read().owner();
        } catch (IOException unreadable) {
            return new UUID(0, 0);
        }
    }

    private static List<TableList> dictionaries(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new IOException("--from=" + data + ": no such directory");
        }
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(file -> file.getFileName().toString().endsWith(DICTIONARY_SUFFIX))
                    .sorted()
                    .map(CatalogueRebuildCommand::dictionary)
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static TableList dictionary(Path file) {
        try {
            return new TableList(table(file), SchemaList.read(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the ID in the name of the nearest parent directory that has one; snapshots and backups are deeper. */
    private static UUID table(Path file) {
        for (Path parent = file.getParent();
                parent != null && parent.getFileName() != null;
                parent = parent.getParent()) {
            Matcher matcher = TABLE_DIRECTORY.matcher(parent.getFileName().toString());
            if (matcher.matches()) {
                return new UUID(
                        Long.parseUnsignedLong(matcher.group(1), 16), Long.parseUnsignedLong(matcher.group(2), 16));
            }
        }
        return new UUID(0, 0);
    }
}
