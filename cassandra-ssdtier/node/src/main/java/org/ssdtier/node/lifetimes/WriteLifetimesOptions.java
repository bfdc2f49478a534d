package org.ssdtier.node.lifetimes;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of the block {@code write_lifetimes} in cassandra.yaml. If a value is not allowed, the start is refused with
 * key, value and allowed values.
 */
final class WriteLifetimesOptions {
    /** The value of {@code compaction} that gives each tier a lifetime of its own. */
    static final String BY_TIER = "by_tier";

    private static final String BLOCK = "write_lifetimes";

    private final WriteLifetimesConfig config;

    WriteLifetimesOptions(WriteLifetimesConfig config) {
        this.config = config;
    }

    /** Returns the options of this node, or empty if the block is not there or not enabled, and in a tool. */
    static Optional<WriteLifetimesOptions> current() {
        Config node = DatabaseDescriptor.isDaemonInitialized() ? DatabaseDescriptor.getRawConfig() : null;
        return Optional.ofNullable(node)
                .map(WriteLifetimesOptions::blockOf)
                .filter(block -> block.enabled)
                .map(WriteLifetimesOptions::new);
    }

    /** Returns the block of a configuration. Reflection is needed because the field is added to Config by the weaver. */
    private static @Nullable WriteLifetimesConfig blockOf(Config node) {
        try {
            return (WriteLifetimesConfig) Config.class.getField(BLOCK).get(node);
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException(
                    "This Cassandra does not support '" + BLOCK
                            + "': its own classes precede those of the drop-in jar on the class path. "
                            + "Put 000-cassandra-ssdtier-*.jar into lib/ under exactly that name.",
                    e);
        }
    }

    /**
     * Returns the lifetime of each kind of file.
     *
     * @throws ConfigurationException if a value is not allowed; the message has key, value and allowed values
     */
    LifetimePlan plan() {
        List<Lifetime> compaction = BY_TIER.equalsIgnoreCase(config.compaction)
                ? tiers()
                : List.of(lifetime("compaction", config.compaction, BY_TIER + " | " + Lifetime.words()));
        return new LifetimePlan(compaction)
                .with(FileKind.COMMIT_LOG, lifetime("commit_log", config.commit_log))
                .with(FileKind.FLUSH, lifetime("flush", config.flush))
                .with(FileKind.STREAM, lifetime("stream", config.stream))
                .with(FileKind.HINTS, lifetime("hints", config.hints))
                .with(FileKind.ROW_CACHE, lifetime("row_cache", config.row_cache))
                .with(FileKind.SCHEMA_CATALOGUE, lifetime("schema_catalogue", config.schema_catalogue));
    }

    private List<Lifetime> tiers() {
        String allowed = "a list of 1 to " + CompactionTiers.MAX + " of " + Lifetime.words();
        List<String> words = Objects.requireNonNullElse(config.compaction_tiers, List.of());
        if (words.isEmpty() || words.size() > CompactionTiers.MAX) {
            throw refusal("compaction_tiers", words.toString(), allowed);
        }
        return words.stream()
                .map(word -> lifetime("compaction_tiers", word, allowed))
                .toList();
    }

    private static Lifetime lifetime(String key, @Nullable String word) {
        return lifetime(key, word, Lifetime.words());
    }

    private static Lifetime lifetime(String key, @Nullable String word, String allowed) {
        return Lifetime.of(word).orElseThrow(() -> refusal(key, String.valueOf(word), allowed));
    }

    private static ConfigurationException refusal(String key, String value, String allowed) {
        return new ConfigurationException(
                "cassandra.yaml: " + BLOCK + "." + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Correct the value, or set " + BLOCK + ".enabled to false to start without lifetimes.",
                false);
    }
}
