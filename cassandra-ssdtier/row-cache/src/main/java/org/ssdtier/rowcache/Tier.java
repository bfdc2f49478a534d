package org.ssdtier.rowcache;

/** Where an image was found. The order is the order of the look-up. */
public enum Tier {
    /** The memory tier. */
    MEMORY(0),
    /** Evicted from memory and on its way to the SSD; answered from memory. */
    PENDING(1),
    /** The SSD tier: one device read. */
    SSD(2);

    /** The tier's place in arrays of counters. */
    final int index;

    Tier(int index) {
        this.index = index;
    }
}
