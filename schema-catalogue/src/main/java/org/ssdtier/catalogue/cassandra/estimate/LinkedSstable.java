package org.ssdtier.catalogue.cassandra.estimate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.util.File;

/**
 * Symbolic links to the files of an SSTable, in a directory of their own: whatever Cassandra's reader would write beside an
 * SSTable, such as a summary that is missing, is written there.
 */
final class LinkedSstable implements AutoCloseable {
    private static final String DATA = "Data.db";

    private final Path directory;
    private final Path data;

    LinkedSstable(Path dataFile) throws IOException {
        Path files = dataFile.toAbsolutePath();
        String name = files.getFileName().toString();
        String prefix = name.substring(0, name.length() - DATA.length());
        directory = Files.createTempDirectory("ssdtier-estimate");
        data = directory.resolve(name);
        try {
            link(files.resolveSibling(""), prefix);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void link(Path sstables, String prefix) throws IOException {
        List<Path> components;
        try (Stream<Path> all = Files.list(sstables)) {
            components = all.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .toList();
        }
        for (Path component : components) {
            Files.createSymbolicLink(directory.resolve(component.getFileName()), component);
        }
    }

    Descriptor descriptor(String keyspace, String table) {
        return Descriptor.fromFileWithComponent(new File(data), keyspace, table).left;
    }

    @Override
    public void close() throws IOException {
        // A closed reader still opens its files, on a thread of Cassandra's.
        LifecycleTransaction.waitForDeletions();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
