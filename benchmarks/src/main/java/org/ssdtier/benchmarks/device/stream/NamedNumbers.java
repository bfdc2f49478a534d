package org.ssdtier.benchmarks.device.stream;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The numbers of a line or file of {@code name=value} words, as the C programs print them. */
record NamedNumbers(Map<String, String> values) {
    /** Parses words that are separated by white space. */
    static NamedNumbers parse(String text) {
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
    double number(String name) {
        return Double.parseDouble(word(name));
    }

    /**
     * Returns a whole number.
     *
     * @throws IllegalArgumentException if there is none with this name
     */
    long count(String name) {
        return Long.parseLong(word(name));
    }

    String word(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("name=" + name + ": missing in " + values.keySet());
        }
        return value;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }
}
