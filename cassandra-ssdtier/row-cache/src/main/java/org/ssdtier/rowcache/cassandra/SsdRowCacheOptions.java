package org.ssdtier.rowcache.cassandra;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.RecoverOnStart;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.compression.CompressionMode;
import org.ssdtier.segmentlog.device.DeviceErrors;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.SegmentFileObserver;

/**
 * The checked options of the row cache: the values of {@code ssd_row_cache} in cassandra.yaml and their bounds. If a value is out of
 * bounds, the start is refused with key, value and allowed range.
 */
public final class SsdRowCacheOptions {
    private static final Logger logger = LoggerFactory.getLogger(SsdRowCacheOptions.class);
    private static final String BLOCK = OptionRule.BLOCK;
    private static final String DIRECTORY_ALLOWED =
            "a directory of its own on the SSD that Cassandra may create and write to";
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long MIN_ERASE_UNIT = 64 * KIB;
    private static final long MAX_SEGMENTS = 65_536;
    private static final long MIN_SEGMENTS = 4;
    private static final long INDEX_BYTES_PER_ROW = 10;
    private static final long MOST_MIB_A_SECOND = 1L << 20;
    /** Divisor of the heap size: by default, rows in memory may use 1/n of the heap. */
    private static final long HEAP_SHARE = 8;

    private static final long MOST_REFRESH_MILLIS = 3_600_000;
    /** Divisor of the number of read threads: at most 1/n of them may wait for the SSD, so that the others serve other reads. */
    private static final int READ_THREADS_SHARE = 2;

    private static volatile SegmentFileObserver segmentObserver = SegmentFileObserver.NONE;

    /** The effect of a write on the cached row. */
    public enum WritePolicy {
        /** The row is kept; a read merges it with the memtables. */
        SURVIVE,
        /** The row is dropped, as in stock Cassandra and in the paper. */
        INVALIDATE
    }

    private final SsdRowCacheConfig config;
    private final NodeMemory memory;

    SsdRowCacheOptions(SsdRowCacheConfig config) {
        this(config, NodeMemory.ofThisNode());
    }

    SsdRowCacheOptions(SsdRowCacheConfig config, NodeMemory memory) {
        this.config = config;
        this.memory = memory;
    }

    /**
     * Returns the options of this node, or empty if the tier is not enabled. An offline tool reads the node's configuration too, but
     * the tier, its directory and its snapshot belong to the node, so a tool has no options.
     */
    public static Optional<SsdRowCacheOptions> current() {
        Config node = DatabaseDescriptor.isDaemonInitialized() ? DatabaseDescriptor.getRawConfig() : null;
        return Optional.ofNullable(node)
                .map(SsdRowCacheOptions::blockOf)
                .filter(block -> block.enabled)
                .map(SsdRowCacheOptions::new);
    }

    /** Returns the block of a configuration. Reflection is needed because the field is added to Config by the weaver. */
    private static SsdRowCacheConfig blockOf(Config node) {
        try {
            return (SsdRowCacheConfig) Config.class.getField(BLOCK).get(node);
        } catch (ReflectiveOperationException e) {
            throw new ConfigurationException(
                    "This Cassandra does not support '" + BLOCK
                            + "': its own classes precede those of the drop-in jar on the class path. "
                            + "Put 000-cassandra-ssdtier-*.jar into lib/ under exactly that name.",
                    e);
        }
    }

    /**
     * Checks the JVM's options and every value.
     *
     * @throws ConfigurationException if a JVM option is missing, which the message names, or if a value is out of bounds;
     *     the message has key, value and allowed range of the first one
     */
    public void check() {
        OpenPackages.ofThisJvm().check();
        checkValues();
        DirectoryRules rules =
                DirectoryRules.ofThisNode(DirectoryRules.Owner.ROW_CACHE, directoryText(), config.allow_shared_device);
        StartCheck.run(BLOCK + ".directory=" + directoryText(), () -> checkDirectory(rules));
        checkDescriptors(DescriptorLimit.ofThisProcess(config.size.toBytes() / config.segment_size.toBytes()));
        if (DatabaseDescriptor.getRowCacheSizeInMiB() == 0) {
            logger.warn(
                    "{}.enabled=true, but row_cache_size=0 switches the row cache off, including the SSD tier", BLOCK);
        }
    }

    void checkDescriptors(DescriptorLimit limit) {
        Optional<String> violation = limit.violation();
        if (violation.isPresent()) {
            throw new OptionRule(
                            "size", config.size + " " + violation.get(), "a size whose segments can all be open", false)
                    .refusal();
        }
        limit.say();
    }

    /** Checks every value except the directory. */
    void checkValues() {
        for (OptionRule rule : rules()) {
            if (!rule.holds()) {
                throw rule.refusal();
            }
        }
    }

    /** Returns the rule of every key of the block. A key comes after those on which its allowed range depends. */
    List<OptionRule> rules() {
        long segment = config.segment_size.toBytes();
        long size = config.size.toBytes();
        long row = config.max_row_size.toBytes();
        return List.of(
                OptionRule.any("enabled", config.enabled, "true | false"),
                OptionRule.any("directory", directoryText(), DIRECTORY_ALLOWED),
                OptionRule.any("allow_shared_device", config.allow_shared_device, "true | false"),
                OptionRule.bytes("segment_size", config.segment_size, segment, MIB, 256 * MIB, 64 * KIB),
                sizeRule(config.size, size),
                OptionRule.bytes("max_row_size", config.max_row_size, row, KIB, segment / 4, 1),
                OptionRule.bytes(
                        "write_buffer_size",
                        config.write_buffer_size,
                        config.write_buffer_size.toBytes(),
                        4 * KIB,
                        MIB,
                        4 * KIB),
                OptionRule.bytes(
                        "index_memory",
                        config.index_memory,
                        config.index_memory.toBytes(),
                        smallestIndexBytes(size, row),
                        Math.min(SsdOptions.MAX_INDEX_BYTES, memory.largestIndexBytes()),
                        1),
                OptionRule.bytes(
                        "heap_limit",
                        written(heapLimitBytes()),
                        heapLimitBytes(),
                        MIB,
                        Math.max(MIB, memory.heapBytes() / 2 / MIB * MIB),
                        1),
                OptionRule.choice("write_policy", config.write_policy, WritePolicy.class),
                OptionRule.choice("admission", config.admission, Admission.class),
                OptionRule.choice("compression", config.compression, CompressionMode.class),
                OptionRule.rate(
                        "write_rate_limit",
                        config.write_rate_limit,
                        MOST_MIB_A_SECOND,
                        "0MiB/s, no limit, to " + MOST_MIB_A_SECOND + "MiB/s"),
                OptionRule.choice("direct_io", config.direct_io, DirectIo.class),
                eraseUnitRule(segment),
                OptionRule.choice("discard", config.discard, Discard.class),
                OptionRule.choice("recover_on_start", config.recover_on_start, RecoverOnStart.class),
                OptionRule.number("io_error_threshold", config.io_error_threshold, 1, 1_000_000),
                OptionRule.time("read_timeout", config.read_timeout, 1, 1_000),
                OptionRule.time("flush_refresh_time", config.flush_refresh_time, 0, MOST_REFRESH_MILLIS));
    }

    /** Returns the smallest index that has room for each row of a cache full of the largest rows. */
    private static long smallestIndexBytes(long sizeBytes, long rowBytes) {
        long rows = sizeBytes / Math.max(KIB, rowBytes);
        return Math.max(64 * KIB, (rows * INDEX_BYTES_PER_ROW + KIB - 1) / KIB * KIB);
    }

    private OptionRule eraseUnitRule(long segment) {
        long unit = config.erase_unit.toBytes();
        String allowed = "0B, not known, or " + OptionRule.text(MIN_ERASE_UNIT) + " to " + OptionRule.text(segment)
                + " so that segment_size=" + config.segment_size + " is a multiple of it";
        boolean holds = unit == 0 || (MIN_ERASE_UNIT <= unit && unit <= segment && segment % unit == 0);
        return new OptionRule("erase_unit", config.erase_unit.toString(), allowed, holds);
    }

    private OptionRule sizeRule(DataStorageSpec written, long sizeBytes) {
        long segment = config.segment_size.toBytes();
        return OptionRule.bytes("size", written, sizeBytes, MIN_SEGMENTS * segment, MAX_SEGMENTS * segment, 1);
    }

    /**
     * Checks a new size for a resize at run time.
     *
     * @throws IllegalArgumentException if the size is out of bounds
     */
    void checkSize(long sizeBytes) {
        OptionRule rule = sizeRule(written(sizeBytes), sizeBytes);
        if (!rule.holds()) {
            throw new IllegalArgumentException("size=" + rule.value() + " cannot be used; allowed: " + rule.allowed());
        }
    }

    /**
     * Checks that all segments of a new size can be open, before a resize at run time opens them: a node without free
     * descriptors ends itself.
     *
     * @throws IllegalArgumentException if they cannot
     */
    static void checkDescriptors(long sizeBytes, DescriptorLimit limit) {
        Optional<String> violation = limit.violation();
        if (violation.isPresent()) {
            throw new IllegalArgumentException(
                    "size=" + OptionRule.text(sizeBytes) + " cannot be used: " + violation.get());
        }
    }

    /** Records the size that a resize at run time has reached; cassandra.yaml is not changed. */
    void resized(long sizeBytes) {
        config.size = written(sizeBytes);
    }

    private static DataStorageSpec.LongBytesBound written(long sizeBytes) {
        return new DataStorageSpec.LongBytesBound(OptionRule.text(sizeBytes));
    }

    long segmentBytes() {
        return config.segment_size.toBytes();
    }

    /** Returns the configured size of the SSD tier, or that of the last resize. */
    long sizeBytes() {
        return config.size.toBytes();
    }

    /** Returns the bound of the writes of evicted rows to the SSD; 0 for none. */
    long writeRateLimitBytesPerSecond() {
        return (long) config.write_rate_limit.toBytesPerSecond();
    }

    /** Returns whether a journal is kept, so that the cache is warm after a crash. */
    boolean keepsJournal() {
        return choice(config.recover_on_start, RecoverOnStart.class) == RecoverOnStart.CRASH;
    }

    /**
     * Checks the directory and creates it if necessary. A full or read-only file system is not an option error: the tier waits until
     * it is writable.
     *
     * @throws UncheckedIOException if the device fails
     */
    void checkDirectory(DirectoryRules rules) {
        Optional<String> violation = rules.violation();
        if (violation.isPresent()) {
            throw refusedDirectory(rules.configured() + " " + violation.get());
        }
        Path directory = directory();
        try {
            if (Files.notExists(directory)) {
                Files.createDirectories(Objects.requireNonNull(directory.getParent()));
                Files.createDirectory(directory, FileStorage.directoryMode());
            }
        } catch (IOException e) {
            if (isFull(e)) {
                return;
            }
            if (DeviceErrors.isOfDevice(e)) {
                throw new UncheckedIOException(e);
            }
            throw refusedDirectory(directory + " (" + e + ")");
        }
        if (isReadOnly(directory)) {
            return;
        }
        if (!Files.isWritable(directory)) {
            throw refusedDirectory(directory + " (not writable by " + System.getProperty("user.name") + ")");
        }
        if (choice(config.direct_io, DirectIo.class) == DirectIo.ON) {
            checkDirectIo(directory);
        }
    }

    private static boolean isFull(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("No space left") || message.contains("Read-only file system");
    }

    private static boolean isReadOnly(Path directory) {
        try {
            return Files.getFileStore(directory).isReadOnly();
        } catch (IOException untold) {
            return false;
        }
    }

    private static void checkDirectIo(Path directory) {
        Path probe = directory.resolve("direct-io-probe");
        try (FileChannel channel = FileChannel.open(
                probe,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE,
                ExtendedOpenOption.DIRECT)) {
            logger.debug("{} supports O_DIRECT: {}", directory, channel);
        } catch (FileAlreadyExistsException leftover) {
            logger.debug("{}: O_DIRECT is tried again when the tier opens the directory", directory, leftover);
        } catch (IOException | UnsupportedOperationException e) {
            if (DeviceErrors.isOfDevice(e)) {
                logger.debug("{}: O_DIRECT is tried when the tier opens the directory", directory, e);
                return;
            }
            String allowed = "auto | off, as the file system of " + directory + " does not support O_DIRECT: " + e;
            throw new OptionRule("direct_io", "on", allowed, false).refusal();
        }
    }

    private static ConfigurationException refusedDirectory(String found) {
        return new OptionRule("directory", found, DIRECTORY_ALLOWED, false).refusal();
    }

    /** Returns the cache's directory. */
    public Path directory() {
        return Path.of(directoryText());
    }

    private String directoryText() {
        if (config.directory != null) {
            return config.directory;
        }
        String storage = System.getProperty("cassandra.storagedir");
        if (storage == null) {
            throw refusedDirectory("(none)");
        }
        return Path.of(storage, BLOCK).toString();
    }

    SsdOptions ssd() {
        SsdOptions.Geometry geometry = new SsdOptions.Geometry(
                config.size.toBytes(),
                Math.toIntExact(config.segment_size.toBytes()),
                Math.toIntExact(config.write_buffer_size.toBytes()),
                config.index_memory.toBytes());
        return SsdOptions.of(directory(), geometry, choice(config.admission, Admission.class))
                .withWriteRateLimit(writeRateLimitBytesPerSecond())
                .withIoErrorThreshold(config.io_error_threshold)
                .withFiles(files())
                .withRecovery(choice(config.recover_on_start, RecoverOnStart.class))
                .withReads(
                        config.read_timeout.toMilliseconds() * 1_000_000,
                        Math.max(1, DatabaseDescriptor.getConcurrentReaders() / READ_THREADS_SHARE));
    }

    private FileOptions files() {
        return FileOptions.of(choice(config.direct_io, DirectIo.class))
                .withObserver(segmentObserver)
                .withDiscards(Discard.isWanted(choice(config.discard, Discard.class), directory()))
                .withEraseUnit(Math.toIntExact(config.erase_unit.toBytes()));
    }

    /** Sets the observer of the segment files of a cache that is started from now on. */
    public static void observeSegments(SegmentFileObserver observer) {
        segmentObserver = observer;
    }

    /** Returns the limit of the heap memory used by the rows in memory. */
    long heapLimitBytes() {
        DataStorageSpec.LongBytesBound limit = config.heap_limit;
        return limit == null ? Math.max(MIB, memory.heapBytes() / HEAP_SHARE / MIB * MIB) : limit.toBytes();
    }

    int maxRowBytes() {
        return Math.toIntExact(config.max_row_size.toBytes());
    }

    CompressionMode compression() {
        return choice(config.compression, CompressionMode.class);
    }

    WritePolicy writePolicy() {
        return choice(config.write_policy, WritePolicy.class);
    }

    long flushRefreshNanos() {
        return config.flush_refresh_time.toMilliseconds() * 1_000_000;
    }

    private static <E extends Enum<E>> E choice(String value, Class<E> choices) {
        return OptionRule.parse(value, choices).orElseThrow();
    }
}
