package org.ssdtier.rowcache;

/** What became of an image that a flush wanted to refresh. In every case no older image of the key is left in any tier. */
public enum RefreshResult {
    /** No tier held an image of the key. */
    ABSENT,
    /** The image in memory was replaced by the merged one. */
    MERGED_IN_MEMORY,
    /** The image on its way to the SSD was replaced by the merged one. */
    MERGED_IN_PENDING,
    /** The image was read from the SSD and the merged one is on its way back. */
    MERGED_FROM_SSD,
    /** The image is gone: not worth a read, declined by the merger, or something went wrong. */
    DROPPED
}
