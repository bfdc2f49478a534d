package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.Admission;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.segmentlog.device.DirectIo;

/**
 * The options of the row cache, checked: what {@code ssd_row_cache} in cassandra.yaml says, and the bounds of each value.
 * A value out of bounds refuses the start with key, value and allowed range.
 */
public final class SsdRowCacheOptions {
    private static final Logger log = LoggerFactory.getLogger(SsdRowCacheOptions.class);
    private static final String BLOCK = "ssd_row_cache";
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final int MAX_SEGMENTS = 65_536;
    private static final int MIN_SEGMENTS = 4;

    /** What a write does to the cached row. */
    public enum WritePolicy {
        /** The row stays: it is merged with the memtables. */
        SURVIVE,
        /** The row goes, as in stock Cassandra and in the paper. */
        INVALIDATE
    }

    private final SsdRowCacheConfig config;

    private SsdRowCacheOptions(SsdRowCacheConfig config) {
        this.config = config;
    }

    /** Returns the options of this node, or nothing if the tier is not enabled here. */
    public static Optional<SsdRowCacheOptions> current() {
        Config node = DatabaseDescriptor.getRawConfig();
        return Optional.ofNullable(node)
                .map(SsdRowCacheOptions::blockOf)
                .filter(block -> block.enabled)
                .map(SsdRowCacheOptions::new);
    }

    /** The field is woven into Config, so no compiler knows it. */
    private static SsdRowCacheConfig blockOf(Config node) {
        try {
            return (SsdRowCacheConfig) Config.class.getField(BLOCK).get(node);
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException(
                    "This Cassandra does not know '" + BLOCK
                            + "': its own classes come before those of the drop-in jar. "
                            + "Put 000-cassandra-ssdtier-*.jar into lib/, under that very name.",
                    e);
        }
    }

    /**
     * Checks every value.
     *
     * @throws ConfigurationException with key, value and allowed range of the first that is out of bounds
     */
    public void check() {
        long segment = config.segment_size.toBytes();
        between("segment_size", segment, MIB, 256 * MIB);
        multipleOf("segment_size", segment, 64 * KIB);
        long size = config.size.toBytes();
        between("size", size, MIN_SEGMENTS * segment, MAX_SEGMENTS * segment);
        long buffer = config.write_buffer_size.toBytes();
        between("write_buffer_size", buffer, 4 * KIB, MIB);
        multipleOf("write_buffer_size", buffer, 4 * KIB);
        between("index_memory", config.index_memory.toBytes(), 64 * KIB, 1L << 40);
        between("max_row_size", config.max_row_size.toBytes(), KIB, segment / 4);
        choice("write_policy", config.write_policy, WritePolicy.values());
        choice("admission", config.admission, Admission.values());
        choice("direct_io", config.direct_io, DirectIo.values());
        choice("recover_on_start", config.recover_on_start, Recovery.values());
        between("io_error_threshold", config.io_error_threshold, 1, 1_000_000);
        checkDirectory();
    }

    private enum Recovery {
        CLEAN_ONLY,
        NEVER
    }

    private void checkDirectory() {
        Path directory = directory();
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw refused(
                    "directory", directory.toString(), "a directory that Cassandra may create and write to: " + e);
        }
        if (!Files.isWritable(directory)) {
            throw refused("directory", directory.toString(), "a directory that Cassandra may write to");
        }
        for (String data : DatabaseDescriptor.getAllDataFileLocations()) {
            warnIfSameDevice(directory, Path.of(data));
        }
    }

    private static void warnIfSameDevice(Path cache, Path data) {
        try {
            FileStore cacheStore = Files.getFileStore(cache);
            if (Files.exists(data) && cacheStore.equals(Files.getFileStore(data))) {
                log.warn(
                        "{}.directory={} is on the same device as the data in {}: the tier helps most on a device of its own",
                        BLOCK,
                        cache,
                        data);
            }
        } catch (IOException e) {
            log.debug("No file store of {} or {}", cache, data, e);
        }
    }

    /** Returns the cache's directory. */
    public Path directory() {
        if (config.directory != null) {
            return Path.of(config.directory);
        }
        String storage = System.getProperty("cassandra.storagedir");
        if (storage == null) {
            throw refused("directory", "(none)", "a directory of its own on the SSD");
        }
        return Path.of(storage, "ssd_row_cache");
    }

    SsdOptions ssd() {
        return new SsdOptions(
                        directory(),
                        config.size.toBytes(),
                        Math.toIntExact(config.segment_size.toBytes()),
                        Math.toIntExact(config.write_buffer_size.toBytes()),
                        config.index_memory.toBytes(),
                        choice("admission", config.admission, Admission.values()),
                        config.write_rate_limit.toBytesPerSecondAsInt(),
                        choice("recover_on_start", config.recover_on_start, Recovery.values()) == Recovery.CLEAN_ONLY,
                        config.io_error_threshold)
                .withDirectIo(choice("direct_io", config.direct_io, DirectIo.values()));
    }

    int maxRowBytes() {
        return Math.toIntExact(config.max_row_size.toBytes());
    }

    WritePolicy writePolicy() {
        return choice("write_policy", config.write_policy, WritePolicy.values());
    }

    long flushRefreshNanos() {
        return config.flush_refresh_time.toMilliseconds() * 1_000_000;
    }

    private static <E extends Enum<E>> E choice(String key, String value, E[] allowed) {
        return Arrays.stream(allowed)
                .filter(one -> one.name().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(() -> refused(
                        key,
                        value,
                        Arrays.stream(allowed)
                                .map(one -> one.name().toLowerCase(java.util.Locale.ROOT))
                                .collect(Collectors.joining(" | "))));
    }

    private static void between(String key, long value, long smallest, long largest) {
        if (value < smallest || value > largest) {
            throw refused(key, Long.toString(value), smallest + " to " + largest);
        }
    }

    private static void multipleOf(String key, long value, long unit) {
        if (value % unit != 0) {
            throw refused(key, Long.toString(value), "a multiple of " + unit);
        }
    }

    private static ConfigurationException refused(String key, String value, String allowed) {
        return new ConfigurationException(
                "cassandra.yaml: " + BLOCK + "." + key + "=" + value + " can not be used; allowed: " + allowed, false);
    }
}
