package org.ssdtier.rowcache.cassandra;

import java.lang.reflect.Field;
import java.util.StringJoiner;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code ssd_row_cache} of cassandra.yaml. Cassandra's own loader fills it in and refuses unknown keys and wrong units.
 * The field names are the keys. {@link SsdRowCacheOptions} checks the values.
 */
public final class SsdRowCacheConfig {
    /** True if rows that leave memory are written to the SSD. */
    public boolean enabled = false;

    /** Absolute path of a separate directory on the SSD; null means {@code ssd_row_cache} under the storage directory. */
    public @Nullable String directory = null;

    /** True if the directory may be on the device of the data or of the root file system; false detects an unmounted SSD. */
    public boolean allow_shared_device = false;

    /** Bytes on the SSD; the only value that changes while the node runs (nodetool ssdrowcache resize). */
    public volatile DataStorageSpec.LongBytesBound size = new DataStorageSpec.LongBytesBound("64GiB");

    /** The unit of reclaim. */
    public DataStorageSpec.LongBytesBound segment_size = new DataStorageSpec.LongBytesBound("32MiB");

    /** The unit of writing. */
    public DataStorageSpec.LongBytesBound write_buffer_size = new DataStorageSpec.LongBytesBound("16KiB");

    /** Hard limit of the index in memory. */
    public DataStorageSpec.LongBytesBound index_memory = new DataStorageSpec.LongBytesBound("512MiB");

    /** Hard limit of the heap memory used by the rows in memory; null means an eighth of the heap. */
    public DataStorageSpec.@Nullable LongBytesBound heap_limit = null;

    /** Size of the largest image; larger partitions (or heads of partitions) are not cached. */
    public DataStorageSpec.LongBytesBound max_row_size = new DataStorageSpec.LongBytesBound("1MiB");

    /** {@code survive}: a cached row survives a write; {@code invalidate}: a write drops the row, as in stock Cassandra. */
    public String write_policy = "survive";

    /** {@code second_sight}: a row is written to the SSD when it leaves memory for the second time; {@code all}: always. */
    public String admission = "second_sight";

    /** {@code auto}: the cached rows of a table are compressed if a trial with some of them saved enough; {@code off}: never. */
    public String compression = "off";

    /** Limit of the bytes per second written to the SSD; 0 means no limit. */
    public DataRateSpec.LongBytesPerSecondBound write_rate_limit = new DataRateSpec.LongBytesPerSecondBound("0MiB/s");

    /** {@code auto}: O_DIRECT where the file system has it; {@code on}: required; {@code off}: page cache. */
    public String direct_io = "auto";

    /** Size of the drive's erase units, which divides the segment size; 0 means that it is not known. */
    public DataStorageSpec.LongBytesBound erase_unit = new DataStorageSpec.LongBytesBound("0B");

    /** {@code on}: the content of a reclaimed segment is released; {@code auto}: if the file system discards; {@code off}. */
    public String discard = "auto";

    /** {@code crash}: the cache starts warm after a clean stop and after a crash; {@code clean_only}: after a clean stop; {@code never}: always cold. */
    public String recover_on_start = "crash";

    /** I/O errors per minute above which the SSD tier goes offline. */
    public int io_error_threshold = 16;

    /** Longest time that a look-up waits for the SSD; after that it is a miss. */
    public DurationSpec.LongMillisecondsBound read_timeout = new DurationSpec.LongMillisecondsBound("50ms");

    /** Longest time that a flush may spend on the cache; the remaining rows are dropped. */
    public DurationSpec.LongMillisecondsBound flush_refresh_time = new DurationSpec.LongMillisecondsBound("2s");

    /** Returns the block as printed in the node's start-up log. */
    @Override
    public String toString() {
        StringJoiner block = new StringJoiner(", ", "{", "}");
        for (Field option : SsdRowCacheConfig.class.getFields()) {
            try {
                block.add(option.getName() + "=" + option.get(this));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("a public field", e);
            }
        }
        return block.toString();
    }
}
