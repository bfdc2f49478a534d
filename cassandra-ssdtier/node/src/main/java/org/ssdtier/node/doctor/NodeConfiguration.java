package org.ssdtier.node.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.cassandra.config.DataStorageSpec;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A cassandra.yaml, read without Cassandra's own loader, which refuses the keys of the tier in a home without the jar.
 *
 * @param file the file
 * @param keys its top-level keys and their values
 */
record NodeConfiguration(Path file, Map<?, ?> keys) {
    /** The block of options of the row cache. */
    static final String BLOCK = "ssd_row_cache";

    private static final List<String> DIRECTORIES =
            List.of("commitlog_directory", "saved_caches_directory", "hints_directory", "cdc_raw_directory");
    private static final int MOST_MESSAGE = 300;

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or is no YAML; the message says why
     */
    static NodeConfiguration read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Object yaml = yaml().load(in);
            if (yaml instanceof Map<?, ?> keys) {
                return new NodeConfiguration(file, keys);
            }
            throw new IOException("file=" + file + ": has no keys");
        } catch (RuntimeException e) {
            String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            throw new IOException(
                    "file=" + file + ": no YAML: " + message.substring(0, Math.min(MOST_MESSAGE, message.length())), e);
        }
    }

    /** Returns a parser that leaves {@code off} and {@code true} words: only the owner of an option knows its type. */
    private static Yaml yaml() {
        LoaderOptions loading = new LoaderOptions();
        DumperOptions dumping = new DumperOptions();
        Resolver words = new Resolver() {
            @Override
            public void addImplicitResolver(Tag tag, Pattern pattern, String first, int limit) {
                if (!tag.equals(Tag.BOOL)) {
                    super.addImplicitResolver(tag, pattern, first, limit);
                }
            }
        };
        return new Yaml(new SafeConstructor(loading), new Representer(dumping), dumping, loading, words);
    }

    /** Returns the block of the row cache; null if there is none. */
    @Nullable
    Map<?, ?> block() {
        return keys.get(BLOCK) instanceof Map<?, ?> block ? block : null;
    }

    /**
     * Returns {@code row_cache_size} in bytes; 0 if it is not set.
     *
     * @throws IllegalArgumentException if it is no size; the message has its value
     */
    long rowCacheBytes() {
        Object size = keys.get("row_cache_size");
        Object mebibytes = keys.get("row_cache_size_in_mb");
        String text = size != null ? String.valueOf(size) : mebibytes != null ? mebibytes + "MiB" : "0MiB";
        try {
            return new DataStorageSpec.LongMebibytesBound(text).toMebibytes() << 20;
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "row_cache_size=" + text + " cannot be used; allowed: a whole number of MiB or GiB", e);
        }
    }

    /** Returns the directories of the data: {@code data_file_directories}, or {@code data} of the storage directory. */
    List<Path> dataDirectories(Path storage) {
        if (keys.get("data_file_directories") instanceof List<?> directories && !directories.isEmpty()) {
            return directories.stream()
                    .map(directory -> path(directory, storage))
                    .toList();
        }
        return List.of(storage.resolve("data"));
    }

    /** Returns all directories of the node but those of the tier, the data's first. */
    List<Path> nodeDirectories(Path storage) {
        List<Path> all = new ArrayList<>(dataDirectories(storage));
        for (String name : DIRECTORIES) {
            Object directory = keys.get(name);
            if (directory != null) {
                all.add(path(directory, storage));
            }
        }
        return all;
    }

    private static Path path(Object directory, Path storage) {
        return storage.toAbsolutePath().resolve(String.valueOf(directory)).normalize();
    }
}
