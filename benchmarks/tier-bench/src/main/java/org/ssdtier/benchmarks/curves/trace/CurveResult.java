package org.ssdtier.benchmarks.curves.trace;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;

/**
 * What a case gave. Written as JSON with these names.
 *
 * @param rows rows of the table
 * @param memory_rows rows the memory tier holds
 * @param ssd_rows rows the SSD tier holds
 * @param write_share share of the measured requests that were writes
 * @param policy {@code survive} or {@code invalidate}
 * @param admission {@code all} or {@code second_sight}
 * @param reinserted_share the most that copies by reclaim take of all that is written
 * @param image_bytes bytes of an image
 * @param seed of the requests
 * @param warm_up_requests requests until the SSD tier was full or a tenth of the rows was cached
 * @param measured_requests requests measured
 * @param ideal hit ratio of the most popular rows, known beforehand, under these writes
 * @param ours hit ratio of the cache, both tiers
 * @param ours_memory of the memory tier alone
 * @param ours_ssd of the SSD tier, with what is on its way there
 * @param ours_to_ideal {@code ours} divided by {@code ideal}
 * @param ssd_share_of_misses which share of what memory misses the SSD tier answers
 * @param frequency hit ratio of perfect LFU, which has to learn what is popular but never forgets
 * @param lru hit ratio of LRU of as many rows
 * @param windows {@code ours} in each tenth of the measured requests
 * @param frequency_windows the same of {@code frequency}
 * @param write_amplification bytes written to the device to bytes of records; depends on the size of the rows
 * @param copies_to_writes bytes copied by reclaim to bytes of records: what the cache itself adds
 * @param device_writes_per_request records written, copies too, for each request since the start
 * @param admitted images written to the SSD since the start
 * @param rejected_first_sight images not written because they were seen once only
 * @param already_on_ssd evicted images that needed no write
 * @param reclaims segments reclaimed
 * @param entries_on_ssd entries of the index at the end
 * @param index_bytes_per_entry memory of the index for each, all in
 */
record CurveResult(
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
        double ideal,
        double ours,
        double ours_memory,
        double ours_ssd,
        double ours_to_ideal,
        double ssd_share_of_misses,
        double frequency,
        double lru,
        List<Double> windows,
        List<Double> frequency_windows,
        double write_amplification,
        double copies_to_writes,
        double device_writes_per_request,
        long admitted,
        long rejected_first_sight,
        long already_on_ssd,
        long reclaims,
        long entries_on_ssd,
        double index_bytes_per_entry) {

    /** What the simulation counted. */
    record Counts(
            long warmUpRequests,
            double ours,
            double oursMemory,
            double oursSsd,
            double lru,
            double frequency,
            List<Double> windows,
            List<Double> frequencyWindows) {}

    static CurveResult of(CurveCase from, Counts counts, CacheStats stats) {
        double lost = from.isInvalidating() ? from.writeShare() : 0;
        double ideal = new Ideal(from.rows()).ratio(from.cachedRows(), lost);
        @Nullable SsdStats ssd = stats.ssd();
        long requests = counts.warmUpRequests() + from.measuredRequests();
        double copies =
                ssd == null || ssd.logicalBytes() == 0 ? 0 : (double) ssd.reinsertedBytes() / ssd.logicalBytes();
        long admitted = ssd == null ? 0 : ssd.admitted();
        return new CurveResult(
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
                ideal,
                counts.ours(),
                counts.oursMemory(),
                counts.oursSsd(),
                counts.ours() / ideal,
                counts.oursSsd() / (1 - counts.oursMemory()),
                counts.frequency(),
                counts.lru(),
                counts.windows(),
                counts.frequencyWindows(),
                ssd == null ? 0 : ssd.writeAmplification(),
                copies,
                admitted * (1 + copies) / requests,
                admitted,
                ssd == null ? 0 : ssd.rejectedFirstSight(),
                ssd == null ? 0 : ssd.alreadyOnSsd(),
                ssd == null ? 0 : ssd.reclaims(),
                ssd == null ? 0 : ssd.indexEntries(),
                ssd == null ? 0 : ssd.indexBytesPerEntry());
    }
}
