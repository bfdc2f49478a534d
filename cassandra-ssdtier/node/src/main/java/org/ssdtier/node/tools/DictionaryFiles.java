package org.ssdtier.node.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.TableList;

/** Static methods to read the dictionaries of all SSTables in a data directory, those of snapshots and backups too. */
final class DictionaryFiles {
    private static final String SUFFIX = "Schemas.db";
    /** A table's directory: its name and its ID without dashes. */
    private static final Pattern TABLE_DIRECTORY = Pattern.compile(".*-([0-9a-f]{16})([0-9a-f]{16})");

    private DictionaryFiles() {}

    /**
     * Reads all dictionaries below a data directory.
     *
     * @throws IOException if there is no such directory, or a dictionary is damaged; the message names the file
     */
    static List<TableList> read(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new IOException("--from=" + data + ": no such directory");
        }
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .map(DictionaryFiles::dictionary)
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
