package org.ssdtier.benchmarks.scaling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.ssdtier.benchmarks.report.Json;

/**
 * The figures of one number of rows on the SSD.
 *
 * @param rows number of rows that were written
 * @param entries number of rows in the index
 * @param indexMebibytes memory of the index, its filters and epochs
 * @param heapMebibytes heap in use by the whole process, after a collection
 * @param savedMebibytes files beside the segments after a clean stop
 * @param stopSeconds time of a clean stop
 * @param startSeconds time of a start after it: the saved index is read from this machine's disk
 * @param rowsPerSecond rows published and written per second by one thread
 * @param falseReads device reads of a look-up of a row that is not there
 * @param dropMicros 99th percentile of the invalidation of a row
 * @param purgeMillis time of the invalidation of the table
 */
record ScalingPoint(
        long rows,
        long entries,
        double indexMebibytes,
        double heapMebibytes,
        double savedMebibytes,
        double stopSeconds,
        double startSeconds,
        double rowsPerSecond,
        double falseReads,
        double dropMicros,
        double purgeMillis) {
    private static final double MEBIBYTE = 1 << 20;

    /** Returns the figures of a probe of the index. */
    static ScalingPoint of(long rows, List<JsonNode> figures) {
        double entries = figure(figures, "index_entries");
        return new ScalingPoint(
                rows,
                (long) entries,
                figure(figures, "index_bytes_per_entry") * entries / MEBIBYTE,
                figure(figures, "heap_used_mib"),
                figure(figures, "saved_index_bytes_per_entry") * rows / MEBIBYTE,
                figure(figures, "clean_stop_seconds"),
                figure(figures, "warm_start_seconds"),
                figure(figures, "rows_written_per_second"),
                figure(figures, "false_device_reads_per_absent_lookup_full_index"),
                figure(figures, "invalidation_p99_us"),
                figure(figures, "table_invalidation_ms"));
    }

    private static double figure(List<JsonNode> figures, String name) {
        return figures.stream()
                .filter(one -> Json.string(one, "name").equals(name))
                .mapToDouble(one -> Json.number(one, "value"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("figure=" + name + ": missing"));
    }
}
