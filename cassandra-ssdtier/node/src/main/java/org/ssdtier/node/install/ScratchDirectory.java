package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is removed with its content. */
final class ScratchDirectory implements AutoCloseable {
    private final Path path;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    /** Creates the directory, for this user only. The caller closes it. */
    static ScratchDirectory create() throws IOException {
        return new ScratchDirectory(Files.createTempDirectory("ssdtier-install-"));
    }

    /** Returns the directory. */
    Path path() {
        return path;
    }

    /** Removes the directory. Idempotent. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
