package org.ssdtier.benchmarks.device;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The numbers of a line or file of {@code name=value} words, as the C programs print them.
 *
 * @param values words by name
 */
public record NamedNumbers(Map<String, String> values) {
    /** Parses words that are separated by white space. */
    public static NamedNumbers parse(String text) {
        return new NamedNumbers(Arrays.stream(text.strip().split("\\s+", -1))
                .map(word -> word.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1])));
    }

    /**
     * Returns a number.
     *
     * @throws IllegalArgumentException if there is none with this name
     */
    public double number(String name) {
        return Double.parseDouble(word(name));
    }

    /**
     * Returns a whole number.
     *
     * @throws IllegalArgumentException if there is none with this name
     */
    public long count(String name) {
        return Long.parseLong(word(name));
    }

    /**
     * Returns a word.
     *
     * @throws IllegalArgumentException if there is none with this name
     */
    public String word(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("words=" + values.keySet() + ": " + name + " is missing");
        }
        return value;
    }

    /** Returns whether there is a word with a name. */
    public boolean has(String name) {
        return values.containsKey(name);
    }
}
