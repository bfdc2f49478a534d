package org.ssdtier.benchmarks.brief;

import org.ssdtier.benchmarks.device.FrontCounters;

/**
 * The use of a block cache.
 *
 * @param hits fraction of the reads of the data's drives that its SSD answered; 0 without a block cache
 * @param busyMicros time that its SSD has worked for each request of the clients, in µs
 */
public record BlockUse(double hits, double busyMicros) {
    /** The use without a block cache. */
    public static final BlockUse NONE = new BlockUse(0, 0);

    private static final double NANOS_PER_MICRO = 1_000;

    /** Returns the use that counters show, for a number of the clients' requests. */
    public static BlockUse of(FrontCounters passed, double requests) {
        return new BlockUse(passed.hitRatio(), passed.busyNanos() / NANOS_PER_MICRO / Math.max(1, requests));
    }
}
