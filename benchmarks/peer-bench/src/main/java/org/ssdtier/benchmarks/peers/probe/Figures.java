package org.ssdtier.benchmarks.peers.probe;

import java.util.Locale;
import java.util.StringJoiner;

/** The answer to a command: names and numbers as one line of JSON. */
final class Figures {
    private final StringJoiner line = new StringJoiner(",", "{", "}");

    Figures put(String name, long value) {
        line.add('"' + name + "\":" + value);
        return this;
    }

    /** Adds a number; one that is not finite is written as null. */
    Figures put(String name, double value) {
        line.add('"' + name + "\":" + (Double.isFinite(value) ? String.format(Locale.ROOT, "%.6g", value) : "null"));
        return this;
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
