package org.ssdtier.node.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
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
     * Reads all dictionaries below a data directory, which may be a link, as may be directories of keyspaces and tables. One that
     * is damaged is left out if its SSTable was never completed, as when the node died while it was written; Cassandra deletes such
     * an SSTable at its next start.
     *
     * @param unfinished receives the files that are left out
     * @throws IOException if there is no such directory, a directory cannot be read, a link leads nowhere, or a dictionary is
     *     damaged; the message names the file
     */
    static List<TableList> read(Path data, Consumer<Path> unfinished) throws IOException {
        if (!Files.isDirectory(data)) {
            throw new IOException("--from=" + data + ": no such directory");
        }
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(data, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Search(data, files));
        try {
            return files.stream()
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

    /** A search that fails rather than leave out a part of the data directory, as the table on a disk that is not mounted. */
    private static final class Search extends SimpleFileVisitor<Path> {
        private final Path data;
        private final List<Path> files;

        private Search(Path data, List<Path> files) {
            this.data = data;
            this.files = files;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isSymbolicLink()) {
                throw new IOException(
                        "link=" + file + ": leads nowhere, so its dictionaries cannot be read; mount what it"
                                + " leads to, or remove it");
            }
            if (file.getFileName().toString().endsWith(SUFFIX)) {
                files.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** A link to a parent directory has nothing of its own; root's directory on a mount point has no tables. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof FileSystemLoopException || file.equals(data.resolve("lost+found"))) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }
    }
}
