/**
 * Emulated drives and capped page caches, for measurements on a machine that has neither disks with heads nor little
 * memory.
 *
 * <p>In reading order: {@link org.ssdtier.benchmarks.device.Device} is what a measurement sees;
 * {@link org.ssdtier.benchmarks.device.DeviceHost} makes devices and clears what a crash left;
 * {@link org.ssdtier.benchmarks.device.EmulatedDevice} is a file, a drive of {@code benchmarks/device} on it, a loop device
 * on that, a file system on top; {@link org.ssdtier.benchmarks.device.DeviceFault} is what can go wrong with it;
 * {@link org.ssdtier.benchmarks.device.MemoryGroup} limits what a node and its page cache
 * may use; {@link org.ssdtier.benchmarks.device.Calibration} measures a device and compares with its model.
 */
@NullMarked
package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.NullMarked;
