package org.ssdtier.benchmarks.tier;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The C allocator of a probe's JVM; the bytes of a row outside the heap depend on it. */
enum Allocator {
    /** The C library's own allocator. */
    GLIBC,
    /** The allocator that Cassandra's start script preloads if it is installed. */
    JEMALLOC;

    private static final String FILE = "libjemalloc.so.2";
    private static final List<Path> DIRECTORIES = List.of(Path.of("/usr/lib"), Path.of("/usr/local/lib"));

    /** Returns the environment variables that select it for a JVM; null if it is not installed here. */
    @Nullable
    Map<String, String> environment() throws IOException {
        if (this == GLIBC) {
            return Map.of();
        }
        for (Path directory : DIRECTORIES) {
            if (Files.isDirectory(directory)) {
                try (Stream<Path> files = Files.find(directory, 2, (path, attributes) -> path.getFileName()
                        .toString()
                        .equals(FILE))) {
                    Path library = files.findFirst().orElse(null);
                    if (library != null) {
                        return Map.of("LD_PRELOAD", library.toString());
                    }
                }
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
