package org.ssdtier.keyindex.cassandra;

import java.lang.reflect.Field;
import java.util.StringJoiner;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code ssd_key_index} of cassandra.yaml. Cassandra's own loader fills it in and refuses unknown keys and wrong
 * units. The field names are the keys. {@link KeyIndexSettings} checks the values.
 */
public final class KeyIndexConfig {
    /** True if SSTables get key indexes on the SSD. */
    public boolean enabled = false;

    /** Absolute path of a separate directory on the SSD; null means {@code ssd_key_index} under the storage directory. */
    public @Nullable String directory = null;

    /** True if the directory may be on the device of the data or of the root file system; false detects an unmounted SSD. */
    public boolean allow_shared_device = false;

    /** Most bytes of all key indexes; about 6 bytes a key in each SSTable. */
    public DataStorageSpec.LongBytesBound size = new DataStorageSpec.LongBytesBound("16GiB");

    /** Most bytes per second that are read from SSTables to make key indexes; 0 means no limit. */
    public DataRateSpec.LongBytesPerSecondBound build_rate_limit = new DataRateSpec.LongBytesPerSecondBound("32MiB/s");

    /** SSTables with fewer keys get no key index: their own one stays in the page cache. */
    public int min_keys = 4096;

    /** Most memory outside the heap for the keys of SSTables that are being written; 0 reads them again afterwards. */
    public DataStorageSpec.LongBytesBound write_memory = new DataStorageSpec.LongBytesBound("64MiB");

    /** {@code auto}: O_DIRECT where the file system has it; {@code on}: required; {@code off}: page cache. */
    public String direct_io = "auto";

    /** I/O errors per minute, or late reads, above which key indexes are not used for a while. */
    public int io_error_threshold = 16;

    /** Longest time that a look-up waits for the SSD; after that the SSTable's own index is used. */
    public DurationSpec.LongMillisecondsBound read_timeout = new DurationSpec.LongMillisecondsBound("50ms");

    /** Returns the block as printed in the node's start-up log. */
    @Override
    public String toString() {
        StringJoiner block = new StringJoiner(", ", "{", "}");
        for (Field option : KeyIndexConfig.class.getFields()) {
            try {
                block.add(option.getName() + "=" + option.get(this));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("a public field", e);
            }
        }
        return block.toString();
    }
}
