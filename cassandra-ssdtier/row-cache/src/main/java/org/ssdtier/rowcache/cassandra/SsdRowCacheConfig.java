package org.ssdtier.rowcache.cassandra;

import java.lang.reflect.Field;
import java.util.StringJoiner;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code ssd_row_cache} of cassandra.yaml, filled in by Cassandra's own loader, which refuses unknown keys and
 * bad units. The names are the keys. {@link SsdRowCacheOptions} checks the values.
 */
public final class SsdRowCacheConfig {
    /** Whether rows that leave memory go on to the SSD. */
    public boolean enabled = false;

    /** A directory of its own on the SSD, absolute; null means {@code ssd_row_cache} under the storage directory. */
    public @Nullable String directory = null;

    /** Whether the directory may be on the device of the data or of the root file system: is the SSD mounted? */
    public boolean allow_shared_device = false;

    /** Bytes on the SSD; the one value that changes while the node runs (nodetool ssdrowcache resize). */
    public volatile DataStorageSpec.LongBytesBound size = new DataStorageSpec.LongBytesBound("64GiB");

    /** The unit of reclaim. */
    public DataStorageSpec.LongBytesBound segment_size = new DataStorageSpec.LongBytesBound("32MiB");

    /** The unit of writing. */
    public DataStorageSpec.LongBytesBound write_buffer_size = new DataStorageSpec.LongBytesBound("16KiB");

    /** A hard bound of the index in memory. */
    public DataStorageSpec.LongBytesBound index_memory = new DataStorageSpec.LongBytesBound("512MiB");

    /** A hard bound of what the rows in memory take of the heap; null means an eighth of it. */
    public DataStorageSpec.@Nullable LongBytesBound heap_limit = null;

    /** Partitions (or heads of partitions) whose image is larger are not cached. */
    public DataStorageSpec.LongBytesBound max_row_size = new DataStorageSpec.LongBytesBound("1MiB");

    /** {@code survive}: a hit survives a write; {@code invalidate}: a write drops the row, as in stock. */
    public String write_policy = "survive";

    /** {@code second_sight}: a row is written to the SSD when it leaves memory a second time; {@code all}: always. */
    public String admission = "second_sight";

    /** Bytes a second written to the SSD; 0 means no limit. */
    public DataRateSpec.LongBytesPerSecondBound write_rate_limit = new DataRateSpec.LongBytesPerSecondBound("0MiB/s");

    /** {@code auto}: O_DIRECT where the file system has it; {@code on}: required; {@code off}: page cache. */
    public String direct_io = "auto";

    /** {@code crash}: the cache starts warm after a clean stop and after a crash; {@code clean_only}: after a clean stop; {@code never}: always cold. */
    public String recover_on_start = "crash";

    /** I/O errors a minute beyond which the SSD tier goes offline. */
    public int io_error_threshold = 16;

    /** How long a look-up waits for the SSD; then it is a miss. */
    public DurationSpec.LongMillisecondsBound read_timeout = new DurationSpec.LongMillisecondsBound("100ms");

    /** What a flush may take for the cache at most; rows beyond are dropped. */
    public DurationSpec.LongMillisecondsBound flush_refresh_time = new DurationSpec.LongMillisecondsBound("2s");

    /** The block as it reads in the node's start-up log. */
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
