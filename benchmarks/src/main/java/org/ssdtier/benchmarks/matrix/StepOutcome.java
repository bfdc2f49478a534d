package org.ssdtier.benchmarks.matrix;

/**
 * The outcome of a step.
 *
 * @param step name of the step
 * @param passed whether it did what it must
 * @param seconds its duration
 * @param found figures or facts seen, or the failure
 */
record StepOutcome(String step, boolean passed, double seconds, String found) {}
