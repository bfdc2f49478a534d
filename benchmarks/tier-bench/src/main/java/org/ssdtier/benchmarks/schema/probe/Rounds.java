package org.ssdtier.benchmarks.schema.probe;

/**
 * The rounds of a measurement.
 *
 * @param warmUp number of rounds before the first counted one
 * @param counted number of counted rounds
 */
record Rounds(int warmUp, int counted) {}
