package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** An entry of a jar, which a trial changes. */
final class JarEntry {
    /** A change of bytes. */
    @FunctionalInterface
    interface Change {
        /** Returns the changed bytes. */
        byte[] of(byte[] bytes) throws IOException;
    }

    private JarEntry() {}

    /** Replaces the content of an entry. */
    static void replace(Path jar, String name, Change change) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            Path entry = files.getPath(name);
            Files.write(entry, change.of(Files.readAllBytes(entry)));
        }
    }
}
