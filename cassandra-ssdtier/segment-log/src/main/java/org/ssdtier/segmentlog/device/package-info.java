/**
 * The storage of bytes: a {@link org.ssdtier.segmentlog.device.Storage} is a directory, a {@link
 * org.ssdtier.segmentlog.device.Device} is a file in it.
 *
 * <p>Two kinds exist: files with direct I/O, and memory for tests and simulations. {@link
 * org.ssdtier.segmentlog.device.OwnDirectory} makes sure that only directories of this software are written to. A read
 * is bounded in time by {@link org.ssdtier.segmentlog.device.KernelRead} or {@link
 * org.ssdtier.segmentlog.device.BoundedRead}, whatever the device does; everything else that may wait for a device runs
 * on a thread of its own by {@link org.ssdtier.segmentlog.device.Patience}.
 */
@NullMarked
package org.ssdtier.segmentlog.device;

import org.jspecify.annotations.NullMarked;
