package org.ssdtier.keyindex;

import java.util.function.LongSupplier;

/**
 * The options of the key indexes of a node.
 *
 * @param limitBytes most bytes of all files, above 0
 * @param readers most device reads in progress, above 0
 * @param readTimeoutNanos bound of a device read; 0 means none
 * @param errorThreshold device errors within a minute that take all key indexes out of use, above 0
 * @param nanoClock a clock, as {@link org.ssdtier.segmentlog.device.NanoClock#SYSTEM}
 */
public record KeyIndexOptions(
        long limitBytes, int readers, long readTimeoutNanos, int errorThreshold, LongSupplier nanoClock) {}
