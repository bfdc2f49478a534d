package org.ssdtier.benchmarks.experiment;

/** The names of some fields of {@link CellFigures} in a result file. */
final class CellFields {
    /** The percentiles of the reads of all rounds together, in µs, if the run has no slots at fixed rates. */
    static final String READ_P50 = "read_p50_us";

    static final String READ_P99 = "read_p99_us";
    /** The latencies of these reads, in HdrHistogram's compressed form in Base64, in µs. */
    static final String READ_HISTOGRAM = "read_histogram";
    /** The requests of every second, one list for each round. */
    static final String REQUESTS_BY_SECOND = "requests_by_second";

    /** The hit ratio as a part of the ideal of as many rows as the arm's bytes could hold. */
    static final String HITS_TO_IDEAL = "hits_to_ideal";
    /** The same of as many rows as it held, which is easier to reach. */
    static final String HITS_TO_IDEAL_OF_ROWS_HELD = "hits_to_ideal_of_rows_held";
    /** Fraction of the reads from the disk that a block cache in front of it answered. */
    static final String BLOCK_HITS = "block_hits";
    /** The name of the stock arm on the same disks with the most requests per second, for an arm of ours. */
    static final String BEST_STOCK = "best_stock";
    /** The time in µs that the busiest emulated drives worked for a request of the clients. */
    static final String DEVICE_MICROS = "device_micros_per_request";

    /** The disk reads of a miss by file, one spread for each of {@link ReadsPerMiss}. */
    static final String READS_PER_MISS = "disk_reads_per_miss";

    /** The times the SSD tier went offline, in all slots together. */
    static final String OUTAGES = "outages";
    /** The reads that the SSD tier gave up or did not begin, as a fraction of all. */
    static final String LATE_READS = "late_reads";
    /** The rows that the SSD tier dropped because its writes lagged, in all slots together. */
    static final String DROPPED_ROWS = "dropped_rows";
    /** The bytes of the SSD: all files of the tier and of key indexes, or the block cache. */
    static final String SSD_BYTES = "ssd_bytes";
    /** The requests in the second half of a slot to those in its first half: far from 1 if it began in another state. */
    static final String SECOND_HALF_TO_FIRST = "second_half_to_first";

    /** The page cache of the node at the beginning of the slots. */
    static final String PAGE_CACHE_BYTES_BEFORE = "page_cache_bytes_before";
    /** The page cache of the node at the end of the slots. */
    static final String PAGE_CACHE_BYTES = "page_cache_bytes";
    /** The memory of the node's process, heap and off-heap. */
    static final String PROCESS_BYTES = "process_bytes";
    /** The heap of that process, and how much of it was in use. */
    static final String HEAP_BYTES = "heap_bytes";

    static final String USED_HEAP_BYTES = "used_heap_bytes";
    /** The memory of the process beside its heap. */
    static final String OFF_HEAP_BYTES = "off_heap_bytes";
    /** Process and page cache together. */
    static final String MEMORY_BYTES = "memory_bytes";
    /** The same to that of the experiment's baseline: the ratio of the medians. */
    static final String MEMORY_TO_BASELINE = "memory_to_baseline";
    /** The figures at fixed rates, {@link LoadFigures}. */
    static final String LOADS = "loads";

    private CellFields() {}

    /** Returns the field with the ratio of the requests per second that the drives allow to those of another arm's. */
    static String drivesAllowTo(Arm base) {
        return "drives_allow_to_" + base.name();
    }
}
