/**
 * The experiment {@code streams}: a node under updates on an SSD with streams, in the set-up of Kang and others, "The
 * multi-streamed solid-state drive", HotStorage 2014.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.streams.StreamsPlan} (the sizes), {@link
 * org.ssdtier.benchmarks.streams.OnlineArm} (what runs on a mounted drive), {@link
 * org.ssdtier.benchmarks.streams.OnlineRun} (one of these), {@link org.ssdtier.benchmarks.streams.OfflineArm} (what runs
 * on a recorded trace), {@link org.ssdtier.benchmarks.streams.StreamsRun} (all of them), {@link
 * org.ssdtier.benchmarks.streams.StreamsReport} (the report).
 */
@NullMarked
package org.ssdtier.benchmarks.streams;

import org.jspecify.annotations.NullMarked;
