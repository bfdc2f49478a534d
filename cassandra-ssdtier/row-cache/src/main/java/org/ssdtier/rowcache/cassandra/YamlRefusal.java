package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Static methods to report in one line which value of {@code ssd_row_cache} Cassandra's loader has refused. The loader's own message
 * is a page of nested exceptions and names neither the full key nor the allowed values.
 */
public final class YamlRefusal {
    private static final Pattern BLOCK_REFUSED = Pattern.compile("Cannot create property=" + OptionRule.BLOCK + " for");
    /** Matches the message for a key of the block; the loader prints the block by its {@code toString}. */
    private static final Pattern KEY_REFUSED =
            Pattern.compile("Cannot create property=(\\w+) for JavaBean=\\{enabled=");

    private YamlRefusal() {}

    /**
     * Explains a refusal.
     *
     * @param file the cassandra.yaml that was read
     * @param refusal the exception thrown by the loader
     * @return the explanation; empty if the refusal does not concern the block
     */
    public static Optional<String> explain(URL file, Throwable refusal) {
        if (!mentions(refusal, BLOCK_REFUSED).isPresent()) {
            return Optional.empty();
        }
        try (InputStream in = file.openStream()) {
            Object yaml = new Yaml(new SafeConstructor(new LoaderOptions())).load(in);
            return Optional.of(explain(yaml instanceof Map<?, ?> keys ? keys.get(OptionRule.BLOCK) : null, refusal));
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static String explain(@Nullable Object block, Throwable refusal) {
        Optional<String> key = mentions(refusal, KEY_REFUSED).map(found -> found.group(1));
        if (key.isEmpty() || !(block instanceof Map<?, ?> values)) {
            return line(OptionRule.BLOCK, block, "a block of keys, each with its value");
        }
        SsdRowCacheConfig defaults = new SsdRowCacheConfig();
        defaults.directory = OptionRule.BLOCK;
        String allowed = new SsdRowCacheOptions(defaults)
                .rules().stream()
                        .filter(rule -> rule.key().equals(key.get()))
                        .map(OptionRule::allowed)
                        .findFirst()
                        .orElse("one value");
        return line(OptionRule.BLOCK + "." + key.get(), values.get(key.get()), allowed);
    }

    private static String line(String key, @Nullable Object value, String allowed) {
        return "cassandra.yaml: " + key + "=" + value + " cannot be used; allowed: " + allowed
                + ". Cassandra's own error message follows.";
    }

    private static Optional<Matcher> mentions(Throwable refusal, Pattern pattern) {
        for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
            Matcher found = pattern.matcher(String.valueOf(cause.getMessage()));
            if (found.find()) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
