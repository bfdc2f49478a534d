package org.ssdtier.segmentlog;

/** The life of a slot: free, active, sealed, and free again by reclaim. */
public enum SegmentState {
    /** No segment: takes the next one. */
    FREE,
    /** Appended to. */
    ACTIVE,
    /** Read-only. */
    SEALED,
    /** Taken out of use, for the device had no space to back it. */
    RETIRED
}
