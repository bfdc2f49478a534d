package org.ssdtier.rowcache;

/**
 * The counters and gauges of the SSD tier, read at one moment but not atomically. Counters count since open.
 *
 * @param demotions evicted images that went on their way to the SSD
 * @param promotions SSD answers that moved to memory
 * @param admitted images written to the SSD and entered into the index
 * @param rejectedFirstSight evicted images not written because they were seen once only, or not worth their place
 * @param rejectedRate images not written because the write budget was used up
 * @param rejectedTooLarge images not written because a record of them does not fit
 * @param rejectedState images not written because the tier was not online
 * @param alreadyOnSsd evicted images that the SSD still held, unchanged: no write was needed
 * @param overtaken written images that were dropped or replaced before they could be entered into the index
 * @param droppedPending evicted images dropped because the pending ones were at their bound
 * @param pendingEntries images on their way to the SSD
 * @param pendingBytes their bytes in memory
 * @param reclaims segments reclaimed
 * @param reinsertedBytes bytes of records copied by reclaim
 * @param logicalBytes bytes of the records written by demotion: header, key and image; no padding, no copies by reclaim
 * @param bytesWritten bytes written to the device
 * @param bytesRead bytes read from the device by look-ups and refreshes
 * @param deviceReads device reads of look-ups
 * @param refreshReads device reads of refreshes
 * @param falseDeviceReads device reads that found another key
 * @param lookups look-ups that reached the index
 * @param readLatency of look-ups that read a record
 * @param writeLatency of appends
 * @param checksumErrors records found damaged
 * @param ioErrors reads and writes the device failed
 * @param indexEntries entries of the index
 * @param indexCapacity slots of the index
 * @param indexBytes memory of index, epochs, ghost filter and marks
 * @param indexDisplaced entries that lost their place in a full index to a newer one
 * @param capacityBytes bytes of all segments
 * @param segments segments
 * @param freeSegments segments without records
 * @param lateReads reads given up because the device did not answer within their bound; they were misses
 * @param refusedReads reads not begun because as many as may be were under way; they were misses
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
    /** Returns bytes written to the device for each logical byte, or 0 before the first write. */
    public double writeAmplification() {
        return logicalBytes == 0 ? 0 : (double) bytesWritten / logicalBytes;
    }

    /** Returns the share of the index's slots in use. */
    public double indexFill() {
        return indexCapacity == 0 ? 0 : (double) indexEntries / indexCapacity;
    }

    /** Returns the memory of the index for each entry, all in, or 0 without entries. */
    public double indexBytesPerEntry() {
        return indexEntries == 0 ? 0 : (double) indexBytes / indexEntries;
    }
}
