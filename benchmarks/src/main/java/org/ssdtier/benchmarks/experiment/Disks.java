package org.ssdtier.benchmarks.experiment;

import org.ssdtier.benchmarks.device.Device;

/**
 * Where an arm's node keeps its files.
 *
 * @param data its SSTables; the arm's own
 * @param log its commit log; shared, as only one arm works at a time
 * @param cache its SSD tier; shared likewise
 */
record Disks(Device data, Device log, Device cache) {}
