package org.ssdtier.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Static methods to read, atomically write and compare records as JSON. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Json() {}

    /** Returns the text of a value that Jackson can write: maps, lists, records. */
    public static String text(Object value) throws IOException {
        return MAPPER.writeValueAsString(value) + "\n";
    }

    /** Writes a value as a file, in place of an earlier one. */
    public static void write(Path file, Object value) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(part, text(value));
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Reads a file written by {@link #write}.
     *
     * @throws IOException if the content is invalid; the message names the file
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return MAPPER.readValue(Files.readString(file), type);
        } catch (IOException e) {
            throw new IOException("file=" + file + ": not a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Reads any JSON file.
     *
     * @throws IOException if there is none; the message names the file
     */
    public static JsonNode tree(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("file=" + file + ": no such file");
        }
        return read(file, JsonNode.class);
    }

    /**
     * Returns a field of a result.
     *
     * @throws IllegalStateException if it is missing; the message names those that are there
     */
    public static JsonNode field(JsonNode from, String name) {
        JsonNode value = from.get(name);
        if (value == null) {
            List<String> found = new ArrayList<>();
            from.fieldNames().forEachRemaining(found::add);
            throw new IllegalStateException("figure=" + name + ": missing; there are " + found);
        }
        return value;
    }

    /**
     * Returns a figure of a result.
     *
     * @throws IllegalStateException if it is missing, or not a number
     */
    public static double number(JsonNode from, String name) {
        JsonNode value = field(from, name);
        if (!value.isNumber()) {
            throw new IllegalStateException("figure=" + name + " value=" + value + ": not a number");
        }
        return value.asDouble();
    }

    /**
     * Returns a text of a result.
     *
     * @throws IllegalStateException if it is missing
     */
    public static String string(JsonNode from, String name) {
        return field(from, name).asText();
    }

    /**
     * Returns a part of a file as a record.
     *
     * @throws IOException if it has other fields
     */
    public static <T> T convert(JsonNode part, Class<T> type) throws IOException {
        return MAPPER.treeToValue(part, type);
    }

    /**
     * Returns the fields in which two values of the same type differ, in words such as {@code seed: found 1, asked for 2}.
     * Fields of inner records are named with dots.
     */
    public static List<String> differences(Object found, Object asked) {
        List<String> differences = new ArrayList<>();
        JsonNode left = MAPPER.valueToTree(found);
        JsonNode right = MAPPER.valueToTree(asked);
        addDifferences("", left, right, differences);
        return differences;
    }

    private static void addDifferences(String name, JsonNode found, JsonNode asked, List<String> differences) {
        if (found.isObject() && asked.isObject()) {
            String prefix = name.isEmpty() ? "" : name + ".";
            for (Map.Entry<String, JsonNode> field : found.properties()) {
                addDifferences(prefix + field.getKey(), field.getValue(), asked.path(field.getKey()), differences);
            }
        } else if (!found.equals(asked)) {
            differences.add(name + ": found " + words(found) + ", asked for " + words(asked));
        }
    }

    private static String words(JsonNode value) {
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(","))
                : value.asText();
    }
}
