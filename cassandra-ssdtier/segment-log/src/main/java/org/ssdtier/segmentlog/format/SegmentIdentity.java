package org.ssdtier.segmentlog.format;

/**
 * The identity of a segment, which each of its records proves: a record of another segment, of another log, or imitated
 * inside a value is not taken for one of this segment.
 *
 * @param instanceId random instance ID of the log
 * @param sequence sequence number of the segment
 * @param recordVersion version of its records, 1 to {@link RecordDescriptor#VERSION}
 */
public record SegmentIdentity(long instanceId, int sequence, int recordVersion) {
    /**
     * Returns the number that is combined with the header checksum of each record by exclusive or. It is not known
     * outside the log, so a value cannot contain bytes that pass for a record. Version 1 had none: 0.
     */
    public int salt() {
        return recordVersion == 1 ? 0 : (int) (instanceId ^ instanceId >>> 32);
    }
}
