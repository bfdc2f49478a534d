package org.ssdtier.benchmarks.stale;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * The options of a {@link StaleProbe}.
 *
 * @param rowCache the row cache of the node
 * @param warmUp probing time after the rows are written once and before the measurement, for JIT compilation in node
 *     and client
 * @param duration probing time after the warm-up
 * @param keys number of rows of the part {@code many}; rounded up to whole groups
 * @param memoryMebibytes memory of the row cache in MiB
 * @param ssdMebibytes size of the SSD tier, in segments of 1 MiB
 * @param features what is turned on beside the row cache
 * @param flushPeriod time between two flushes of a table
 * @param chaos further disturbances of the node
 * @param heap heap of the node
 * @param seed seed of all random choices of the client
 * @param directory directory of the node
 */
record ProbeOptions(
        RowCacheKind rowCache,
        Duration warmUp,
        Duration duration,
        int keys,
        int memoryMebibytes,
        int ssdMebibytes,
        Features features,
        Duration flushPeriod,
        Set<Chaos> chaos,
        String heap,
        long seed,
        Path directory) {
    ProbeOptions {
        chaos = Set.copyOf(chaos);
        Allowed.require(
                rowCache == RowCacheKind.SSDTIER || !features.compression(),
                "row-cache",
                rowCache,
                "with --compress: ssdtier");
        Allowed.require(
                rowCache == RowCacheKind.SSDTIER || rowCache == RowCacheKind.NONE || !features.keyIndex(),
                "row-cache",
                rowCache,
                "with --key-index: ssdtier, none");
        Allowed.atLeast("warm-up", warmUp.toSeconds(), 0);
        Allowed.atLeast("seconds", duration.toSeconds(), 1);
        Allowed.atLeast("keys", keys, 1);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
        Allowed.require(ssdMebibytes >= 8, "ssd-mib", ssdMebibytes, "8 or more, because it is halved at times");
        Allowed.atLeast("flush-millis", flushPeriod.toMillis(), 0);
    }

    /** Returns whether the node runs the drop-in jar: then its answers are judged, and do not only calibrate the probe. */
    boolean isOurs() {
        return hasTier() || features.keyIndex();
    }

    /** Returns whether the node has the SSD row cache. */
    boolean hasTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    /** Returns the settings in {@code cassandra.yaml} of key indexes; none without them. */
    Map<String, String> featureYaml() {
        return features.yaml(directory.resolve("ssd_key_index"));
    }

    /** Returns the settings in {@code cassandra.yaml} of tiers that are far too small. */
    Map<String, String> tierYaml() {
        Map<String, String> yaml = new LinkedHashMap<>();
        yaml.put("row_cache_size", memoryMebibytes + "MiB");
        yaml.put("ssd_row_cache.size", ssdMebibytes + "MiB");
        yaml.put("ssd_row_cache.segment_size", "1MiB");
        yaml.put("ssd_row_cache.max_row_size", "64KiB");
        yaml.put("ssd_row_cache.index_memory", "8MiB");
        yaml.put("ssd_row_cache.admission", "all");
        yaml.putAll(featureYaml());
        return yaml;
    }
}
