package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.device.Device;

/**
 * The disks of an arm's node.
 *
 * @param data disk of its SSTables, not shared
 * @param log disk of its commit log; shared, because only one arm runs at a time
 * @param cache disk of its SSD tier; shared for the same reason
 */
record Disks(Device data, Device log, Device cache) {}
