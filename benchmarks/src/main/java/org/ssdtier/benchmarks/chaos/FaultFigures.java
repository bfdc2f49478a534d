package org.ssdtier.benchmarks.chaos;

import org.ssdtier.benchmarks.ring.PhaseFigures;

/**
 * A fault that was played.
 *
 * @param fault name of the fault
 * @param load figures of the load at QUORUM during the fault and the rest after it
 * @param problem what did not work, in words; empty if all did
 */
record FaultFigures(String fault, PhaseFigures load, String problem) {}
