/**
 * The trace simulator: the real cache, offline, beside LRU and the most that is possible. Runs on a node's class path, in a JVM
 * of its own.
 *
 * <p>{@link org.ssdtier.benchmarks.curves.trace.Trace} makes the requests; every {@link
 * org.ssdtier.benchmarks.curves.trace.Arm} is given each of them; {@link org.ssdtier.benchmarks.curves.trace.Simulation} counts;
 * {@link org.ssdtier.benchmarks.curves.trace.Ideal} is the arithmetic beside it.
 */
@NullMarked
package org.ssdtier.benchmarks.curves.trace;

import org.jspecify.annotations.NullMarked;
