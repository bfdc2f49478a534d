/**
 * Emulated SSDs with streams: the files behind their writes, block traces, and the replay of these.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.device.stream.StreamMapping} (lifetimes to streams), {@link
 * org.ssdtier.benchmarks.device.stream.FlashDrive} (the drive), {@link
 * org.ssdtier.benchmarks.device.stream.StreamDevice} (one that is mounted, with its resolver), {@link
 * org.ssdtier.benchmarks.device.stream.Replay} (a trace on another drive, in virtual time), {@link
 * org.ssdtier.benchmarks.device.stream.FlashValidation} (the translation layer against closed forms).
 */
@NullMarked
package org.ssdtier.benchmarks.device.stream;

import org.jspecify.annotations.NullMarked;
