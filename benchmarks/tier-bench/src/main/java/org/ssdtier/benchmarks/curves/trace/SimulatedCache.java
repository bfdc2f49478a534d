package org.ssdtier.benchmarks.curves.trace;

/** A cache in the simulation. */
interface SimulatedCache {
    /** Reads a row and caches it on a miss. Returns whether it was a hit. */
    boolean read(int row);

    /** Writes a row. */
    void write(int row);
}
