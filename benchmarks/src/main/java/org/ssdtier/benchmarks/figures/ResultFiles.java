package org.ssdtier.benchmarks.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.report.Json;

/**
 * The results in a directory. The name of a result is the path of its file below the directory, without {@code .json}.
 */
public final class ResultFiles {
    private static final String EXTENSION = ".json";

    private final Path directory;
    private final Map<String, JsonNode> read = new TreeMap<>();

    /** Creates the results of a directory; files are read when they are needed. */
    public ResultFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns the names of all results, sorted.
     *
     * @throws IOException if the directory cannot be read
     */
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> directory.relativize(file).toString())
                    .filter(name -> name.endsWith(EXTENSION))
                    .map(name -> name.substring(0, name.length() - EXTENSION.length()))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Returns a result.
     *
     * @throws IOException if there is no such file, or its content is not JSON
     */
    public JsonNode result(String name) throws IOException {
        JsonNode known = read.get(name);
        if (known == null) {
            known = Json.tree(file(name));
            read.put(name, known);
        }
        return known;
    }

    private Path file(String name) {
        return directory.resolve(name + EXTENSION);
    }
}
