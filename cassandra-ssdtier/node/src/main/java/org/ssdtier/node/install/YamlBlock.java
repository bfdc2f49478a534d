package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The block of options that the installer offers for {@code cassandra.yaml}. It is a comment until an operator takes the {@code #}
 * away; a node reads nothing of it before.
 */
final class YamlBlock {
    /** The offered block, as it is appended: it begins with a line end, so that removing it restores any file. */
    static final String TEXT =
            """

            # >>> Cassandra SSD Tier: this block was added by its installer; `uninstall` removes it
            # To switch the tier on, set row_cache_size in this file, take the "# " of the other lines away, and restart.
            # row_cache_size: 256MiB
            # ssd_row_cache:
            #   enabled: true
            #   # a directory of its own on the SSD
            #   directory: /mnt/ssd/ssd_row_cache
            #   size: 64GiB
            # <<< Cassandra SSD Tier
            """;

    private static final String BEGIN = "\n# >>> Cassandra SSD Tier";
    private static final String END = "# <<< Cassandra SSD Tier\n";

    /** The keys that only a Cassandra with the drop-in jar accepts. */
    private static final Pattern OUR_KEY =
            Pattern.compile("(?m)^(ssd_row_cache|ssd_key_index|schema_catalogue|write_lifetimes)\\s*:");

    private static final Pattern ROW_CACHE_SIZE = Pattern.compile("(?m)^row_cache_size\\s*:\\s*([^\\s#]+)");
    private static final Pattern NOTHING = Pattern.compile("0+[A-Za-z]*");

    private final Path file;
    private final String text;

    private YamlBlock(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Reads a configuration.
     *
     * @throws IOException if it cannot be read
     */
    static YamlBlock in(Path yaml) throws IOException {
        return new YamlBlock(yaml, new String(Files.readAllBytes(yaml), StandardCharsets.ISO_8859_1));
    }

    /** Returns the keys of ours that are set. Stock Cassandra refuses to start with any of them. */
    List<String> ourKeys() {
        List<String> keys = new ArrayList<>();
        Matcher key = OUR_KEY.matcher(text);
        while (key.find()) {
            keys.add(key.group(1));
        }
        return keys;
    }

    /** Returns the configured size of the row cache, if it is not 0: with it, stock Cassandra uses its own row cache. */
    Optional<String> rowCacheSize() {
        Matcher size = ROW_CACHE_SIZE.matcher(text);
        String last = "0";
        while (size.find()) {
            last = size.group(1);
        }
        return NOTHING.matcher(last).matches() ? Optional.empty() : Optional.of(last);
    }

    /** Returns whether the block is in the file. */
    boolean isPresent() {
        return text.contains(BEGIN);
    }

    /** Appends the block. The file is replaced in one step. */
    void append(Steps steps) throws IOException {
        replace(text + TEXT, steps);
    }

    /**
     * Removes the block, if it is there and all of its lines are still comments.
     *
     * @return whether it was removed
     */
    boolean remove(Steps steps) throws IOException {
        int begin = text.indexOf(BEGIN);
        int end = begin < 0 ? -1 : text.indexOf(END, begin);
        if (end < 0) {
            return false;
        }
        String block = text.substring(begin + 1, end);
        if (!block.lines().allMatch(line -> line.startsWith("#"))) {
            return false;
        }
        replace(text.substring(0, begin) + text.substring(end + END.length()), steps);
        return true;
    }

    private void replace(String content, Steps steps) throws IOException {
        try (AsideFile aside = AsideFile.create(file.getParent(), steps)) {
            aside.resemble(file); // before it has a password
            aside.out().write(content.getBytes(StandardCharsets.ISO_8859_1));
            aside.moveTo(file);
        }
    }
}
