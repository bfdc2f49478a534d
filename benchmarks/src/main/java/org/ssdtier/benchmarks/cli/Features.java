package org.ssdtier.benchmarks.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The features that a probe turns on beside the row cache; both are off by default, as on a node.
 *
 * @param compression whether cached rows are compressed where a trial shows a gain
 * @param keyIndex whether every SSTable, also the smallest, has a key index on the SSD
 */
public record Features(boolean compression, boolean keyIndex) {
    /** The row cache alone. */
    public static final Features NONE = new Features(false, false);

    /**
     * Returns the settings in {@code cassandra.yaml}; none for {@link #NONE}.
     *
     * @param keyIndexes directory of the key indexes, which may be on the data's device
     */
    public Map<String, String> yaml(Path keyIndexes) {
        Map<String, String> yaml = new LinkedHashMap<>();
        if (compression) {
            yaml.put("ssd_row_cache.compression", "auto");
        }
        if (keyIndex) {
            yaml.put("ssd_key_index.enabled", "true");
            yaml.put("ssd_key_index.directory", "\"" + keyIndexes + "\"");
            yaml.put("ssd_key_index.allow_shared_device", "true");
            yaml.put("ssd_key_index.size", "16MiB");
            yaml.put("ssd_key_index.min_keys", "1");
            yaml.put("key_cache_size", "0MiB"); // it would answer most look-ups before they are asked
        }
        return yaml;
    }

    /** Returns the entries among the settings of a result. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("compressed", compression);
        map.put("key_index", keyIndex);
        return map;
    }
}
