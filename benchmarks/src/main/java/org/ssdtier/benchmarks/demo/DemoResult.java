package org.ssdtier.benchmarks.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The figures of a demo, as its JSON has them.
 *
 * @param readsPerSecond reads answered a second in the measured run
 * @param latency of a read, as the client saw it
 * @param hits who answered, as shares of all reads
 * @param deviceReadsPerSsdHit reads of the SSD for each row it answered; 1 is the least
 * @param writeAmplification bytes written to the SSD for each byte of the rows admitted
 * @param indexBytesPerEntry memory for each row on the SSD
 * @param entriesOnSsd rows on the SSD at the end
 * @param staleReads reads that missed an acknowledged write, or saw a row that was not there
 * @param failedOperations requests that failed, in all phases
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
        @JsonProperty("failed_operations") long failedOperations) {
    /**
     * Percentiles of a latency.
     *
     * @param p50 the median in µs
     * @param p99 the 99th percentile in µs
     */
    public record Latency(@JsonProperty("p50") long p50, @JsonProperty("p99") long p99) {}

    /**
     * Shares of all reads.
     *
     * @param memory answered by the memory tier
     * @param ssd answered by the SSD tier
     * @param total answered by either
     */
    public record Hits(
            @JsonProperty("memory") double memory,
            @JsonProperty("ssd") double ssd,
            @JsonProperty("total") double total) {}

    /** Whether nothing was stale and nothing failed. */
    @JsonIgnore
    public boolean isGood() {
        return staleReads == 0 && failedOperations == 0;
    }
}
