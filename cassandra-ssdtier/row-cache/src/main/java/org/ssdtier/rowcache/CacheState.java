package org.ssdtier.rowcache;

/** The state of the SSD tier. The memory tier serves in all of them. */
public enum CacheState {
    /** There is no SSD tier: none was configured. */
    DISABLED,
    /** The index is being recovered; images on the SSD do not answer yet. */
    RECOVERING,
    /** The SSD is read and written. */
    ONLINE,
    /** Stopped by an operator: the SSD is neither read nor written; drops stay effective. */
    PAUSED,
    /**
     * Stopped by I/O errors, by a stall of the device, or because the directory cannot be used. The tier is probed
     * until it works again. The index is empty, except after a stall.
     */
    OFFLINE
}
