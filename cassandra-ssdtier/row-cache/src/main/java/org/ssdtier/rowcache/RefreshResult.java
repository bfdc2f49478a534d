package org.ssdtier.rowcache;

/** The result of refreshing an image. In every case no older image of the key remains in any tier. */
public enum RefreshResult {
    /** No tier held an image of the key. */
    ABSENT,
    /** The image in memory was replaced by the merged one. */
    MERGED_IN_MEMORY,
    /** The pending image, on its way to the SSD, was replaced by the merged one. */
    MERGED_IN_PENDING,
    /** The image was read from the SSD, and the merged one is on its way to the SSD. */
    MERGED_FROM_SSD,
    /** The image was dropped: it was not worth a read, the merger declined it, or the refresh failed. */
    DROPPED
}
