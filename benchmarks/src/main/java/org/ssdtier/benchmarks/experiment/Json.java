package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Static methods to read and atomically write records as JSON files. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    static void write(Path file, Object value) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, MAPPER.writeValueAsString(value) + "\n");
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads a file written by {@link #write}.
     *
     * @throws IOException if the content is invalid; the message names the file
     */
    static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), type);
        } catch (IOException e) {
            throw new IOException("file=" + file + ": not a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
