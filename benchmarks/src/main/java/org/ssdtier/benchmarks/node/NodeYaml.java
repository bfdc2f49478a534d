package org.ssdtier.benchmarks.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A {@code cassandra.yaml} that is edited line by line, so that comments and unknown content are kept.
 *
 * <p>Keys are top-level ({@code row_cache_size}) or one level down ({@code ssd_row_cache.size}); values are YAML text
 * that fits on one line.
 */
final class NodeYaml {
    private static final Pattern KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");
    private static final String SEEDS_LINE = "- seeds:";

    private final List<String> lines;

    private NodeYaml(List<String> lines) {
        this.lines = lines;
    }

    static NodeYaml parse(String text) {
        return new NodeYaml(new ArrayList<>(text.lines().toList()));
    }

    /** Returns the value of a key as written, without quotes and comment. */
    Optional<String> value(String key) {
        int line = find(key);
        return line < 0 ? Optional.empty() : Optional.of(valueOf(lines.get(line)));
    }

    /** Returns whether a key exists. */
    boolean has(String key) {
        return find(key) >= 0;
    }

    /** Sets a value; adds the key and its block if they are missing. */
    void set(String key, String value) {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("key=" + key + ", allowed: NAME or BLOCK.NAME of cassandra.yaml");
        }
        int line = find(key);
        int dot = key.indexOf('.');
        String text = dot < 0 ? key + ": " + value : "  " + key.substring(dot + 1) + ": " + value;
        if (line >= 0) {
            lines.set(line, text);
            removeContinuation(line);
        } else if (dot < 0) {
            lines.add(text);
        } else {
            int block = find(key.substring(0, dot));
            if (block < 0) {
                lines.add(key.substring(0, dot) + ":");
                block = lines.size() - 1;
            }
            lines.add(block + 1, text);
        }
    }

    /** Sets the addresses of the seeds, {@code address:port} separated by commas. */
    void setSeeds(String seeds) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.strip().startsWith(SEEDS_LINE)) {
                lines.set(i, line.substring(0, line.indexOf(SEEDS_LINE)) + SEEDS_LINE + " \"" + seeds + "\"");
            }
        }
    }

    /** Removes a top-level key with its content, and the comment lines directly above it. */
    void remove(String key) {
        int first = find(key);
        if (first < 0) {
            return;
        }
        removeContinuation(first);
        lines.remove(first);
        while (first > 0 && lines.get(first - 1).startsWith("#")) {
            lines.remove(--first);
        }
    }

    /** Appends a top-level block of another file, with the comments directly above it. */
    void copyBlock(NodeYaml from, String key) {
        int first = from.find(key);
        int end = from.endOf(first);
        while (first > 0 && from.lines.get(first - 1).startsWith("#")) {
            first--;
        }
        lines.add("");
        lines.addAll(from.lines.subList(first, end));
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    private void removeContinuation(int line) {
        if (!lines.get(line).startsWith(" ")) {
            lines.subList(line + 1, endOf(line)).clear();
        }
    }

    /** Returns the line after the content of the top-level key at {@code line}, without trailing empty lines. */
    private int endOf(int line) {
        int end = line + 1;
        for (int i = line + 1; i < lines.size(); i++) {
            String text = lines.get(i);
            if (text.startsWith(" ") || text.startsWith("-")) {
                end = i + 1;
            } else if (!text.isEmpty()) {
                break;
            }
        }
        return end;
    }

    private int find(String key) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            return find(key + ":", 0, lines.size());
        }
        int block = find(key.substring(0, dot));
        return block < 0 ? -1 : find("  " + key.substring(dot + 1) + ":", block + 1, endOf(block));
    }

    private int find(String start, int from, int to) {
        for (int i = from; i < to; i++) {
            if (lines.get(i).startsWith(start)) {
                return i;
            }
        }
        return -1;
    }

    private static String valueOf(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        int comment = value.indexOf(" #");
        value = (comment < 0 ? value : value.substring(0, comment)).strip();
        boolean quoted = value.length() >= 2 && "'\"".indexOf(value.charAt(0)) >= 0;
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
