/**
 * The demo: load, warm up and measure one node with a concurrent staleness checker.
 *
 * <p>{@link org.ssdtier.benchmarks.demo.Demo} runs the steps; {@link org.ssdtier.benchmarks.demo.TierWatch} reads the
 * node's counters every second, which the live {@link org.ssdtier.benchmarks.demo.Display} and the report show. The
 * sizes in {@link org.ssdtier.benchmarks.demo.DemoOptions} are chosen so that memory holds a fraction of the hot rows
 * and the SSD holds all of them.
 */
@NullMarked
package org.ssdtier.benchmarks.demo;

import org.jspecify.annotations.NullMarked;
