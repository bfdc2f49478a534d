package org.ssdtier.node.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.format.FormatException;

/** Static methods to read the dictionaries of all SSTables in a data directory, those of snapshots and backups too. */
final class DictionaryFiles {
    private static final String SUFFIX = "Schemas.db";
    /** A table's directory: its name and its ID without dashes. */
    private static final Pattern TABLE_DIRECTORY = Pattern.compile(".*-([0-9a-f]{16})([0-9a-f]{16})");

    private DictionaryFiles() {}

    /**
     * Reads all dictionaries below a data directory. One that is damaged is left out if its SSTable was never completed, as when the
     * node died while it was written; Cassandra deletes such an SSTable at its next start.
     *
     * @param unfinished receives the files that are left out
     * @throws IOException if there is no such directory, or a dictionary is damaged; the message names the file
     */
    static List<TableList> read(Path data, Consumer<Path> unfinished) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new IOException("--from=" + data + ": no such directory");
        }
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted()
                    .flatMap(file -> dictionary(file, unfinished))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Stream<TableList> dictionary(Path file, Consumer<Path> unfinished) {
        try {
            return Stream.of(new TableList(table(file), SchemaList.read(file)));
        } catch (FormatException.Corrupt e) {
            if (isComplete(file)) {
                throw new UncheckedIOException(e);
            }
            unfinished.accept(file);
            return Stream.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the SSTable of a dictionary has its table of contents, which is written last. */
    private static boolean isComplete(Path file) {
        String name = file.getFileName().toString();
        return Files.exists(file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + "TOC.txt"));
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
