package org.ssdtier.benchmarks.curves.trace;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;

/**
 * The result of a case. Written as one flat JSON object with the names of the components of its groups.
 *
 * @param setting what was simulated
 * @param hits hit ratios
 * @param ssd activity of the SSD tier
 */
record CurveResult(@JsonUnwrapped Setting setting, @JsonUnwrapped HitRatios hits, @JsonUnwrapped SsdUse ssd) {

    /**
     * The case.
     *
     * @param rows number of rows of the table
     * @param memory_rows capacity of the memory tier in rows
     * @param ssd_rows capacity of the SSD tier in rows
     * @param write_share fraction of writes among the measured requests
     * @param policy {@code survive} or {@code invalidate}
     * @param admission {@code all} or {@code second_sight}
     * @param reinserted_share maximum fraction of copies by reclaim in all bytes written
     * @param image_bytes size of an image
     * @param seed seed of the requests
     * @param warm_up_requests number of requests until the SSD tier was full or a tenth of the rows was cached
     * @param measured_requests number of requests measured
     * @param shift_requests number of measured requests after which other rows become popular; 0 for never
     */
    record Setting(
            long rows,
            long memory_rows,
            long ssd_rows,
            double write_share,
            String policy,
            String admission,
            double reinserted_share,
            int image_bytes,
            long seed,
            long warm_up_requests,
            long measured_requests,
            long shift_requests) {}

    /**
     * The hit ratios.
     *
     * @param ideal hit ratio of a cache of the most popular rows, known in advance, under these writes
     * @param ours hit ratio of the cache, both tiers
     * @param ours_memory hit ratio of the memory tier alone
     * @param ours_ssd hit ratio of the SSD tier, including images queued for it
     * @param ours_to_ideal {@code ours} divided by {@code ideal}
     * @param ssd_share_of_misses fraction of the memory tier's misses that the SSD tier answers
     * @param frequency hit ratio of perfect LFU, which learns the popularity and never ages it
     * @param lru hit ratio of LRU with the same capacity
     * @param tiny_lfu hit ratio of Caffeine, W-TinyLFU, with the same capacity in one tier
     * @param windows {@code ours} in each tenth of the measured requests
     * @param frequency_windows {@code frequency} in each tenth of the measured requests
     */
    record HitRatios(
            double ideal,
            double ours,
            double ours_memory,
            double ours_ssd,
            double ours_to_ideal,
            double ssd_share_of_misses,
            double frequency,
            double lru,
            double tiny_lfu,
            List<Double> windows,
            List<Double> frequency_windows) {}

    /**
     * The activity of the SSD tier since the start.
     *
     * @param write_amplification ratio of bytes written to the device to bytes of records; depends on the row size
     * @param copies_to_writes ratio of bytes copied by reclaim to bytes of records: what the cache itself adds
     * @param device_writes_per_request records written, including copies, per request
     * @param admitted number of images written to the SSD
     * @param rejected_first_sight number of images not written because they were seen only once
     * @param already_on_ssd number of evicted images that needed no write
     * @param reclaims number of segments reclaimed
     * @param entries_on_ssd number of index entries at the end
     * @param index_bytes_per_entry total memory of the index per entry
     */
    record SsdUse(
            double write_amplification,
            double copies_to_writes,
            double device_writes_per_request,
            long admitted,
            long rejected_first_sight,
            long already_on_ssd,
            long reclaims,
            long entries_on_ssd,
            double index_bytes_per_entry) {
        private static final SsdUse NONE = new SsdUse(0, 0, 0, 0, 0, 0, 0, 0, 0);

        private static SsdUse of(@Nullable SsdStats ssd, long requests) {
            if (ssd == null) {
                return NONE;
            }
            long written = ssd.device().bytesLogical();
            double copies = written == 0 ? 0 : (double) ssd.movement().reinsertedBytes() / written;
            return new SsdUse(
                    ssd.writeAmplification(),
                    copies,
                    ssd.movement().admitted() * (1 + copies) / requests,
                    ssd.movement().admitted(),
                    ssd.rejections().rejectedSeenOnce(),
                    ssd.movement().alreadyOnSsd(),
                    ssd.movement().reclaims(),
                    ssd.index().entries(),
                    ssd.indexBytesPerEntry());
        }
    }

    /** The figures counted by the simulation. */
    record Counts(
            long warmUpRequests,
            double ours,
            double oursMemory,
            double oursSsd,
            double lru,
            double frequency,
            double tinyLfu,
            List<Double> windows,
            List<Double> frequencyWindows) {}

    static CurveResult of(CurveCase from, Counts counts, CacheStats stats) {
        double lost = from.isInvalidating() ? from.writeShare() : 0;
        double ideal = new Ideal(from.rows()).ratio(from.cachedRows(), lost);
        return new CurveResult(
                new Setting(
                        from.rows(),
                        from.memoryRows(),
                        from.ssdRows(),
                        from.writeShare(),
                        from.isInvalidating() ? "invalidate" : "survive",
                        from.admission().name().toLowerCase(Locale.ROOT),
                        from.reinsertedShare(),
                        from.imageBytes(),
                        from.seed(),
                        counts.warmUpRequests(),
                        from.measuredRequests(),
                        from.shiftRequests()),
                new HitRatios(
                        ideal,
                        counts.ours(),
                        counts.oursMemory(),
                        counts.oursSsd(),
                        counts.ours() / ideal,
                        counts.oursSsd() / (1 - counts.oursMemory()),
                        counts.frequency(),
                        counts.lru(),
                        counts.tinyLfu(),
                        counts.windows(),
                        counts.frequencyWindows()),
                SsdUse.of(stats.ssd(), counts.warmUpRequests() + from.measuredRequests()));
    }
}
