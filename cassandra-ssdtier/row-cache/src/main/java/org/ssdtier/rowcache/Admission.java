package org.ssdtier.rowcache;

/** Which evicted images are worth a write to the SSD. */
public enum Admission {
    /** Every one. */
    ALL,
    /** Those seen twice: hit while they were in memory, or evicted a second time within the memory of a ghost filter. */
    SECOND_SIGHT
}
