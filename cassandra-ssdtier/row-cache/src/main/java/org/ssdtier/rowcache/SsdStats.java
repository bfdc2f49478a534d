package org.ssdtier.rowcache;

/**
 * The counters and gauges of the SSD tier, read together but not atomically. Counters count since open.
 *
 * @param demotions images offered to the SSD and accepted as pending
 * @param promotions images read from the SSD and moved to memory
 * @param admitted images written to the SSD and entered into the index
 * @param rejectedFirstSight evicted images not written because they were seen only once, or were not worth their place
 * @param rejectedRate images not written because the write budget was used up
 * @param rejectedTooLarge images not written because their record does not fit
 * @param rejectedState images not written because the tier was not online or the log had no space
 * @param alreadyOnSsd evicted images still on the SSD unchanged, which needed no write
 * @param overtaken written images that were dropped or replaced before they could be entered into the index
 * @param droppedPending evicted images dropped because the pending images were at their bound
 * @param pendingEntries images on their way to the SSD
 * @param pendingBytes bytes of these images in memory
 * @param reclaims segments reclaimed
 * @param reinsertedBytes bytes of records copied by reclaim
 * @param logicalBytes bytes of the records written by demotion: header, key and image; no padding, no copies by reclaim
 * @param bytesWritten bytes written to the device
 * @param bytesRead bytes read from the device by look-ups and refreshes
 * @param deviceReads device reads of look-ups
 * @param refreshReads device reads of refreshes
 * @param falseDeviceReads device reads that found another key
 * @param lookups look-ups that reached the index
 * @param readLatency latency of look-ups that read a record
 * @param writeLatency latency of appends
 * @param checksumErrors records found damaged
 * @param ioErrors reads and writes that failed on the device
 * @param indexEntries entries of the index
 * @param indexCapacity slots of the index
 * @param indexBytes memory of index, epochs, marks and, if the admission policy has one, ghost filter
 * @param indexDisplaced entries displaced from a full index by newer ones
 * @param capacityBytes bytes of all segments
 * @param segments number of segments
 * @param freeSegments number of segments without records
 * @param lateReads reads abandoned because the device did not answer within their bound; these were misses
 * @param refusedReads reads not started because the maximum number of reads was in progress; these were misses
 */
public record SsdStats(
        long demotions,
        long promotions,
        long admitted,
        long rejectedFirstSight,
        long rejectedRate,
        long rejectedTooLarge,
        long rejectedState,
        long alreadyOnSsd,
        long overtaken,
        long droppedPending,
        long pendingEntries,
        long pendingBytes,
        long reclaims,
        long reinsertedBytes,
        long logicalBytes,
        long bytesWritten,
        long bytesRead,
        long deviceReads,
        long refreshReads,
        long falseDeviceReads,
        long lookups,
        LatencySummary readLatency,
        LatencySummary writeLatency,
        long checksumErrors,
        long ioErrors,
        long indexEntries,
        long indexCapacity,
        long indexBytes,
        long indexDisplaced,
        long capacityBytes,
        long segments,
        long freeSegments,
        long lateReads,
        long refusedReads) {
    /** Returns the bytes written to the device per logical byte, or 0 before the first write. */
    public double writeAmplification() {
        return logicalBytes == 0 ? 0 : (double) bytesWritten / logicalBytes;
    }

    /** Returns the fraction of the index's slots that are in use. */
    public double indexFill() {
        return indexCapacity == 0 ? 0 : (double) indexEntries / indexCapacity;
    }

    /** Returns {@link #indexBytes} per entry, or 0 without entries. */
    public double indexBytesPerEntry() {
        return indexEntries == 0 ? 0 : (double) indexBytes / indexEntries;
    }
}
