package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.ssdtier.keyindex.KeyIndexOptions;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.rowcache.cassandra.DirectoryRules;
import org.ssdtier.rowcache.cassandra.OptionRule;
import org.ssdtier.rowcache.cassandra.StartCheck;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectorySource;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The checked values of {@code ssd_key_index} in cassandra.yaml. If a value is out of bounds, the start is refused with key,
 * value and allowed range.
 */
public final class KeyIndexSettings {
    private static final String BLOCK = "ssd_key_index";
    private static final String DIRECTORY_ALLOWED =
            "a directory of its own on the SSD that Cassandra may create and write to";
    private static final long MIB = 1L << 20;
    private static final long TIB = 1L << 40;
    private static final long MOST_MIB_A_SECOND = 1L << 20;
    private static final long MOST_TIMEOUT_MILLIS = 1_000;
    private static final int MOST_ERRORS = 1_000_000;
    /**
     * Divisor of the number of read threads: at most 1/n of them may wait for the SSD, beside the half that may wait for the row
     * cache's.
     */
    private static final int READ_THREADS_SHARE = 4;

    private final KeyIndexConfig config;

    KeyIndexSettings(KeyIndexConfig config) {
        this.config = config;
    }

    /** Returns the settings of this node; empty if key indexes are not enabled, and in offline tools. */
    public static Optional<KeyIndexSettings> current() {
        Config node = DatabaseDescriptor.isDaemonInitialized() ? DatabaseDescriptor.getRawConfig() : null;
        return Optional.ofNullable(node)
                .map(KeyIndexSettings::blockOf)
                .filter(block -> block.enabled)
                .map(KeyIndexSettings::new);
    }

    /** Returns the block of a configuration. Reflection is needed because the field is added to Config by the weaver. */
    private static KeyIndexConfig blockOf(Config node) {
        try {
            return (KeyIndexConfig) Config.class.getField(BLOCK).get(node);
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException("This Cassandra does not support '" + BLOCK + "'", e);
        }
    }

    /**
     * Checks every value.
     *
     * @throws ConfigurationException if one is out of bounds; the message has key, value and allowed range
     */
    public void check() {
        OptionRule[] rules = {
            OptionRule.bytes("size", config.size, config.size.toBytes(), MIB, 1024 * TIB, 1),
            OptionRule.number("min_keys", config.min_keys, 1, Integer.MAX_VALUE),
            OptionRule.bytes("write_memory", config.write_memory, config.write_memory.toBytes(), 0, TIB, 1),
            OptionRule.rate(
                    "build_rate_limit",
                    config.build_rate_limit,
                    MOST_MIB_A_SECOND,
                    "0MiB/s (no limit) to 1048576MiB/s"),
            OptionRule.choice("direct_io", config.direct_io, DirectIo.class),
            OptionRule.number("io_error_threshold", config.io_error_threshold, 1, MOST_ERRORS),
            OptionRule.time("read_timeout", config.read_timeout, 1, MOST_TIMEOUT_MILLIS),
        };
        for (OptionRule rule : rules) {
            if (!rule.holds()) {
                throw refusal(rule.key(), rule.value(), rule.allowed());
            }
        }
        DirectoryRules ofDirectory = DirectoryRules.ofThisNode(
                new DirectoryRules.Owner(BLOCK, KeyIndexes.DIRECTORY_KIND),
                directoryText(),
                config.allow_shared_device);
        StartCheck.run(BLOCK + ".directory=" + directoryText(), () -> checkDirectory(ofDirectory));
    }

    private void checkDirectory(DirectoryRules rules) {
        Optional<String> violation = rules.violation();
        if (violation.isPresent()) {
            throw refusal("directory", directoryText() + " " + violation.get(), DIRECTORY_ALLOWED);
        }
    }

    private static ConfigurationException refusal(String key, String value, String allowed) {
        return new ConfigurationException(
                "cassandra.yaml: " + BLOCK + "." + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Correct the value, or set " + BLOCK + ".enabled to false to start without key indexes.",
                false);
    }

    /** Opens the key indexes of the directory. */
    KeyIndexes<Descriptor> open() throws IOException {
        DirectIo directIo = DirectIo.valueOf(config.direct_io.toUpperCase(Locale.ROOT));
        int readers = Math.max(1, DatabaseDescriptor.getConcurrentReaders() / READ_THREADS_SHARE);
        return KeyIndexes.open(
                new DirectorySource(directory(), FileOptions.of(directIo), KeyIndexes.DIRECTORY_KIND),
                new KeyIndexOptions(
                        limitBytes(), readers, readTimeoutNanos(), config.io_error_threshold, NanoClock.SYSTEM));
    }

    /** Returns the bound of a device read. */
    long readTimeoutNanos() {
        return TimeUnit.MILLISECONDS.toNanos(config.read_timeout.toMilliseconds());
    }

    private Path directory() {
        return Path.of(directoryText());
    }

    private String directoryText() {
        if (config.directory != null) {
            return config.directory;
        }
        String storage = System.getProperty("cassandra.storagedir");
        if (storage == null) {
            throw refusal("directory", "(none)", DIRECTORY_ALLOWED);
        }
        return Path.of(storage, BLOCK).toString();
    }

    long limitBytes() {
        return config.size.toBytes();
    }

    long buildBytesPerSecond() {
        return (long) config.build_rate_limit.toBytesPerSecond();
    }

    int minKeys() {
        return config.min_keys;
    }

    long writeMemoryBytes() {
        return config.write_memory.toBytes();
    }

    @Override
    public String toString() {
        return "directory=" + directory() + " size=" + config.size + " build_rate_limit=" + config.build_rate_limit;
    }
}
