package org.ssdtier.benchmarks.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a demo, also written as JSON. Its report is drawn from them. Results of early versions have only the
 * figures before {@code run}.
 *
 * @param readsPerSecond reads per second in the measured run
 * @param latency read latency as seen by the client
 * @param hits hit ratios, as fractions of all reads
 * @param deviceReadsPerSsdHit SSD reads per SSD hit; 1 is the minimum
 * @param writeAmplification bytes written to the SSD per byte of admitted rows
 * @param indexBytesPerEntry index memory per row on the SSD, in bytes
 * @param entriesOnSsd number of rows on the SSD at the end
 * @param staleReads reads that missed an acknowledged write or returned a row that did not exist
 * @param failedOperations number of failed requests in all phases
 * @param run options of the demo; null if not recorded
 * @param checked outcome of the staleness checker; null if not recorded
 * @param series figures of every second; null if not recorded
 */
public record DemoResult(
        @JsonProperty("reads_per_second") double readsPerSecond,
        @JsonProperty("read_latency_us") Latency latency,
        @JsonProperty("hit_ratio") Hits hits,
        @JsonProperty("device_reads_per_ssd_hit") double deviceReadsPerSsdHit,
        @JsonProperty("write_amplification") double writeAmplification,
        @JsonProperty("index_bytes_per_entry") double indexBytesPerEntry,
        @JsonProperty("entries_on_ssd") long entriesOnSsd,
        @JsonProperty("stale_reads") long staleReads,
        @JsonProperty("failed_operations") long failedOperations,
        @JsonProperty("run") @Nullable Run run,
        @JsonProperty("checked") @Nullable Checked checked,
        @JsonProperty("series") @Nullable DemoSeries series) {
    /**
     * The options of a demo.
     *
     * @param rows number of rows of the table
     * @param memoryTier size of the memory tier, with its unit
     * @param ssdTier size of the SSD tier, with its unit
     * @param threads number of client threads
     * @param warmUpSeconds length of the warm-up in seconds
     * @param seconds length of the measured run in seconds
     * @param facts facts about software and machine; null if not recorded
     */
    public record Run(
            @JsonProperty("rows") int rows,
            @JsonProperty("memory_tier") String memoryTier,
            @JsonProperty("ssd_tier") String ssdTier,
            @JsonProperty("threads") int threads,
            @JsonProperty("warm_up_seconds") int warmUpSeconds,
            @JsonProperty("seconds") int seconds,
            @JsonProperty("facts") @Nullable Map<String, Object> facts) {
        static Run of(DemoOptions options, Map<String, Object> facts) {
            return new Run(
                    options.rows(),
                    options.memoryTier(),
                    options.ssdTier(),
                    options.threads(),
                    options.warmUpSeconds(),
                    options.seconds(),
                    facts);
        }
    }

    /**
     * The outcome of the staleness checker.
     *
     * @param rows number of rows judged
     * @param violations the first few stale, lost and ghost rows and failures, as text
     */
    public record Checked(@JsonProperty("rows") long rows, @JsonProperty("violations") List<String> violations) {
        /** Copies the list. */
        public Checked {
            violations = List.copyOf(violations);
        }
    }

    /**
     * The percentiles of a latency.
     *
     * @param p50 the median in µs
     * @param p99 the 99th percentile in µs
     */
    public record Latency(@JsonProperty("p50") long p50, @JsonProperty("p99") long p99) {}

    /**
     * The fractions of all reads.
     *
     * @param memory fraction answered by the memory tier
     * @param ssd fraction answered by the SSD tier
     * @param total fraction answered by either tier
     */
    public record Hits(
            @JsonProperty("memory") double memory,
            @JsonProperty("ssd") double ssd,
            @JsonProperty("total") double total) {}

    /** Returns whether no read was stale and no operation failed. */
    @JsonIgnore
    public boolean isGood() {
        return staleReads == 0 && failedOperations == 0;
    }
}
