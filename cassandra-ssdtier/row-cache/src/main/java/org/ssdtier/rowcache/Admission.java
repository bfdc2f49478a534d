package org.ssdtier.rowcache;

/** Which evicted images are worth a write to the SSD. */
public enum Admission {
    /** Every one. */
    ALL,
    /**
     * Every one while the log has room. Then those seen twice: hit while they were in memory, read from the SSD before, or
     * evicted a second time within the memory of a ghost filter; and the fewer of them the more of what reclaim gives up for
     * them is wanted itself.
     */
    SECOND_SIGHT
}
