package org.ssdtier.segmentlog;

/** The state of a slot. A slot is free, active, sealed, and free again after reclaim. */
public enum SegmentState {
    /** Without a segment, available for the next one. */
    FREE,
    /** With the segment that is appended to. */
    ACTIVE,
    /** With a read-only segment. */
    SEALED,
    /** Taken out of use: the device had no space for it, or it could not be read when the log was opened. */
    RETIRED
}
