package org.ssdtier.benchmarks.experiment;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Latency;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The figures of one arm under one mix at one offered load, all rounds together. Latencies are those of reads, in µs from
 * when they were due.
 *
 * @param percent the load, as a percentage of the requests per second of the best stock arm
 * @param offeredPerSecond requests per second that were due, median of the rounds
 * @param answeredPerSecond requests per second that were answered, median of the rounds
 * @param meanMicros mean latency
 * @param p50Micros median latency
 * @param p99Micros 99th percentile
 * @param p99LeastMicros 99th percentile of the round in which it was lowest
 * @param p99MostMicros 99th percentile of the round in which it was highest
 * @param p999Micros 99.9th percentile
 */
record LoadFigures(
        int percent,
        double offeredPerSecond,
        double answeredPerSecond,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p99LeastMicros,
        double p99MostMicros,
        double p999Micros) {
    /** The answered part of the offered load below which an arm does not keep up; the last answers take a moment. */
    private static final double KEEPS_UP = 0.95;

    /**
     * Returns the figures of some slots.
     *
     * @param slots the rounds of one arm, mix and load; at least one
     */
    static LoadFigures of(List<SlotResult> slots) {
        Latency reads = Latency.merged(slots.stream().map(SlotResult::reads).toList());
        Spread p99 = spread(slots, slot -> slot.reads().p99Micros());
        return new LoadFigures(
                slots.get(0).slot().loadPercent(),
                spread(slots, SlotResult::offeredPerSecond).median(),
                spread(slots, SlotResult::requestsPerSecond).median(),
                reads.meanMicros(),
                reads.p50Micros(),
                reads.p99Micros(),
                p99.minimum(),
                p99.maximum(),
                reads.p999Micros());
    }

    /** Returns whether the arm answers what it is offered. If not, latencies grow with the length of a slot. */
    boolean keepsUp() {
        return answeredPerSecond >= KEEPS_UP * offeredPerSecond;
    }

    private static Spread spread(List<SlotResult> slots, ToDoubleFunction<SlotResult> figure) {
        return Spread.of(slots.stream().map(figure::applyAsDouble).toList());
    }
}
