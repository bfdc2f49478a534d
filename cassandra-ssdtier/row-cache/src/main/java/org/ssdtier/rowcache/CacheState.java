package org.ssdtier.rowcache;

/** The state of the SSD tier. The memory tier serves in every one of them. */
public enum CacheState {
    /** There is no SSD tier: none was configured, or it could not be opened and stays away. */
    DISABLED,
    /** The index of the last clean stop is being loaded; what is on the SSD does not answer yet. */
    RECOVERING,
    /** Reads and writes the SSD. */
    ONLINE,
    /** Stopped by an operator: neither reads nor writes the SSD; drops stay effective. */
    PAUSED,
    /** Stopped by I/O errors: the index is empty, the tier probes its way back. */
    OFFLINE
}
