/**
 * Emulated drives and limited page caches, for measurements on a machine without hard disks and with ample memory.
 *
 * <p>In reading order: {@link org.ssdtier.benchmarks.device.Device} is the interface for a measurement; {@link
 * org.ssdtier.benchmarks.device.DeviceRegistry} makes devices and removes what a crash left; {@link
 * org.ssdtier.benchmarks.device.EmulatedDevice} is a file, a drive of {@code benchmarks/device} on it, a loop device on
 * the drive, and a file system on top; {@link org.ssdtier.benchmarks.device.DeviceFault} is a fault that can be
 * injected into it; {@link org.ssdtier.benchmarks.device.MemoryGroup} limits the memory of a node and its page cache;
 * {@link org.ssdtier.benchmarks.device.Calibration} measures a device and compares it with its model.
 */
@NullMarked
package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.NullMarked;
