package org.ssdtier.rowcache;

import org.ssdtier.segmentlog.LogStats;

/**
 * The counters and gauges of the SSD tier, read together but not atomically. Counters count since open. A figure has
 * the same name here, in the counters, and for operators.
 *
 * @param content the content of the tier
 * @param index its index
 * @param movement the movement between the tiers
 * @param rejections the evicted images that were not written
 * @param device the use of the device
 * @param latencies the latencies of the device
 * @param failures the failures of the device
 */
public record SsdStats(
        Content content,
        Index index,
        Movement movement,
        Rejections rejections,
        Device device,
        Latencies latencies,
        Failures failures) {
    /**
     * The content of the tier.
     *
     * @param capacityBytes bytes of all segments
     * @param segments number of segments
     * @param freeSegments number of segments without records
     * @param pendingEntries images on their way to the SSD
     * @param pendingBytes bytes of these images in memory
     * @param journalKept 1 if a journal is kept, so that images are recovered after a crash; otherwise 0
     */
    public record Content(
            @Gauge long capacityBytes,
            @Gauge long segments,
            @Gauge long freeSegments,
            @Gauge long pendingEntries,
            @Gauge long pendingBytes,
            @Gauge long journalKept) {
        static Content of(LogStats log, Pending pending, boolean isJournalKept) {
            return new Content(
                    (long) log.segments() * log.segmentBytes(),
                    log.segments(),
                    log.freeSegments(),
                    pending.entries(),
                    pending.sizeBytes(),
                    isJournalKept ? 1 : 0);
        }
    }

    /**
     * The index.
     *
     * @param entries entries of the index
     * @param indexBytes memory of index, epochs, marks and, if the admission policy has one, ghost filter
     * @param indexCapacity largest number of entries
     * @param indexDisplaced entries displaced from a full index by newer ones
     */
    public record Index(@Gauge long entries, @Gauge long indexBytes, @Gauge long indexCapacity, long indexDisplaced) {}

    /**
     * The movement between the tiers.
     *
     * @param demotions images offered to the SSD and accepted as pending
     * @param promotions images read from the SSD and moved to memory
     * @param admitted images written to the SSD and entered into the index
     * @param alreadyOnSsd evicted images still on the SSD unchanged, which needed no write
     * @param overtaken written images that were dropped or replaced before they could be entered into the index
     * @param droppedPending evicted images dropped because the pending images were at their bound
     * @param reclaims segments reclaimed
     * @param reinsertedBytes bytes of records copied by reclaim
     * @param discards reclaimed segments whose content was released
     */
    public record Movement(
            long demotions,
            long promotions,
            long admitted,
            long alreadyOnSsd,
            long overtaken,
            long droppedPending,
            long reclaims,
            long reinsertedBytes,
            long discards) {}

    /**
     * The evicted images that were not written.
     *
     * @param rejectedSeenOnce images seen only once, or not worth their place
     * @param rejectedWriteRate images for which the write budget was used up
     * @param rejectedTooLarge images whose record does not fit
     * @param rejectedState images evicted while the tier was not online, the log had no space, or no stamps could be reserved
     */
    public record Rejections(
            long rejectedSeenOnce, long rejectedWriteRate, long rejectedTooLarge, long rejectedState) {}

    /**
     * The use of the device.
     *
     * @param lookups look-ups that reached the index
     * @param deviceReads device reads of look-ups
     * @param refreshReads device reads of refreshes
     * @param falseDeviceReads device reads that found another key
     * @param bytesRead bytes read from the device by look-ups and refreshes
     * @param bytesWritten bytes written to the device
     * @param bytesLogical bytes of the records written by demotion: header, key and image; no padding, no copies by
     *     reclaim
     */
    public record Device(
            long lookups,
            long deviceReads,
            long refreshReads,
            long falseDeviceReads,
            long bytesRead,
            long bytesWritten,
            long bytesLogical) {}

    /**
     * The latencies of the device.
     *
     * @param readLatency latency of look-ups that read a record
     * @param writeLatency latency of appends
     */
    public record Latencies(LatencySummary readLatency, LatencySummary writeLatency) {}

    /**
     * The failures of the device.
     *
     * @param checksumErrors records found damaged
     * @param lateReads reads abandoned because the device did not answer within their bound; these were misses
     * @param refusedReads reads not started because the maximum number of reads was in progress; these were misses
     * @param ioErrors reads and writes that failed on the device
     * @param outages times the tier went offline
     */
    public record Failures(long checksumErrors, long lateReads, long refusedReads, long ioErrors, long outages) {}

    /** Returns the bytes written to the device per logical byte, or 0 before the first write. */
    public double writeAmplification() {
        return device.bytesLogical == 0 ? 0 : (double) device.bytesWritten / device.bytesLogical;
    }

    /** Returns the fraction of the index that is in use. */
    public double indexFill() {
        return index.indexCapacity == 0 ? 0 : (double) index.entries / index.indexCapacity;
    }

    /** Returns the memory of the index per entry, bytes, or 0 without entries. */
    public double indexBytesPerEntry() {
        return index.entries == 0 ? 0 : (double) index.indexBytes / index.entries;
    }
}
