/**
 * The trace simulator, which compares the real cache with LRU and the theoretical maximum. Runs on a node's class path,
 * in a JVM of its own.
 *
 * <p>{@link org.ssdtier.benchmarks.curves.trace.Trace} generates the requests; every {@link
 * org.ssdtier.benchmarks.curves.trace.SimulatedCache} receives each of them; {@link
 * org.ssdtier.benchmarks.curves.trace.Simulation} counts hits; {@link org.ssdtier.benchmarks.curves.trace.Ideal} is the
 * analytical comparison.
 */
@NullMarked
package org.ssdtier.benchmarks.curves.trace;

import org.jspecify.annotations.NullMarked;
