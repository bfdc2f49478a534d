package org.ssdtier.rowcache;

/** The place where an image was found, in the order of the look-up. */
public enum Tier {
    /** The memory tier. */
    MEMORY(0),
    /** The images evicted from memory and on their way to the SSD; answered from memory. */
    PENDING(1),
    /** The SSD tier: one device read. */
    SSD(2);

    /** The tier's index in arrays of counters. */
    final int index;

    Tier(int index) {
        this.index = index;
    }
}
