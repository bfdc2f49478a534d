/**
 * Measurements of the tier's own classes that need a device, many rows or a whole node: SSD hits, index, writes,
 * restart, flushes, memory per row. What needs none of these is a JMH benchmark, in {@code
 * org.ssdtier.benchmarks.micro.jmh}.
 */
@NullMarked
package org.ssdtier.benchmarks.tier.probe;

import org.jspecify.annotations.NullMarked;
