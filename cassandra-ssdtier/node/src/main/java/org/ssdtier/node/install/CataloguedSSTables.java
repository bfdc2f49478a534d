package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The SSTables of a node in the format of the schema catalogue, which stock Cassandra cannot read. */
final class CataloguedSSTables {
    private static final String SUFFIX = "-catalogued-Data.db";
    private static final Set<String> COPIES = Set.of("snapshots", "backups");

    /** Below a data directory come the keyspace and the table; a keyspace may have the name of a directory of copies. */
    private static final int DEPTH_OF_COPIES = 2;

    private final List<Path> live = new ArrayList<>();
    private final List<Path> copies = new ArrayList<>();
    private final List<Path> missing = new ArrayList<>();

    private CataloguedSSTables() {}

    /**
     * Searches the data directories of a home.
     *
     * @throws IOException if a directory cannot be read: then it is unknown whether it has such SSTables
     */
    static CataloguedSSTables of(CassandraHome home) throws IOException {
        CataloguedSSTables found = new CataloguedSSTables();
        SearchedDirectories data = SearchedDirectories.of(home);
        for (Path directory : data.directories()) {
            if (Files.isDirectory(directory)) {
                found.search(directory);
            } else if (data.areNamed()) {
                found.missing.add(directory);
            }
        }
        return found;
    }

    /** Returns the data files of tables. */
    List<Path> live() {
        return live;
    }

    /** Returns the data files of snapshots and incremental backups. */
    List<Path> copies() {
        return copies;
    }

    /** Returns the data directories that {@code cassandra.yaml} names and that do not exist. */
    List<Path> missing() {
        return missing;
    }

    private void search(Path directory) throws IOException {
        Files.walkFileTree(
                directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.getFileName().toString().endsWith(SUFFIX)) {
                            (isCopy(directory.relativize(file)) ? copies : live).add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    /** Files vanish while a node runs; a directory that cannot be read is an error, except root's on a mount point. */
                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                        if (failure instanceof NoSuchFileException
                                || failure instanceof FileSystemLoopException
                                || file.equals(directory.resolve("lost+found"))) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw failure;
                    }
                });
    }

    private static boolean isCopy(Path file) {
        return file.getNameCount() > DEPTH_OF_COPIES + 1
                && COPIES.contains(file.getName(DEPTH_OF_COPIES).toString());
    }
}
