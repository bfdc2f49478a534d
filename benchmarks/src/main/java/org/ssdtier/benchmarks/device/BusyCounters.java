package org.ssdtier.benchmarks.device;

import java.util.stream.DoubleStream;

/**
 * The time that the parts of emulated drives have worked, by kind of part and summed over all drives of a RAID-0. A
 * drive that waits for its next request is not busy, so the machine's speed matters little. Where it does: while the queue of a
 * hard disk is long, its head has less far to go, and a request costs it less time.
 *
 * @param heads heads of disks, which position and transfer
 * @param controllers controllers of SSDs, which take commands one after another
 * @param dies dies of SSDs, which read, program and erase
 * @param links links of SSDs and of network volumes
 * @param volumes network volumes, whose cap of requests per second allows the used ones in this time
 */
public record BusyCounters(Part heads, Part controllers, Part dies, Part links, Part volumes) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The counters of a disk that is not emulated. */
    public static final BusyCounters NONE = new BusyCounters(Part.NONE, Part.NONE, Part.NONE, Part.NONE, Part.NONE);

    /**
     * The parts of one kind.
     *
     * @param count number of parts
     * @param nanos time that they have worked, summed over all of them
     */
    public record Part(int count, long nanos) {
        static final Part NONE = new Part(0, 0);

        /** Returns the seconds that each of them has worked on average; 0 if there are none. */
        double secondsEach() {
            return count == 0 ? 0 : nanos / NANOS_PER_SECOND / count;
        }

        private Part since(Part earlier) {
            return new Part(count, nanos - earlier.nanos);
        }
    }

    /**
     * Parses the drive's output, one {@code name=value} per line.
     *
     * @throws IllegalArgumentException if a name is missing
     */
    static BusyCounters parse(String text) {
        NamedNumbers counted = NamedNumbers.parse(text);
        return new BusyCounters(
                part("heads", "head_nanos", counted),
                part("controllers", "controller_nanos", counted),
                part("dies", "die_nanos", counted),
                part("links", "link_nanos", counted),
                part("volumes", "volume_nanos", counted));
    }

    private static Part part(String count, String nanos, NamedNumbers counted) {
        return new Part((int) counted.count(count), counted.count(nanos));
    }

    /** Returns the difference from an earlier reading. */
    public BusyCounters since(BusyCounters earlier) {
        return new BusyCounters(
                heads.since(earlier.heads),
                controllers.since(earlier.controllers),
                dies.since(earlier.dies),
                links.since(earlier.links),
                volumes.since(earlier.volumes));
    }

    /**
     * Returns the least time in seconds in which the drives could have done this work, if requests never waited for
     * anything else: that of the busiest kind of part, with the work spread evenly over its parts.
     */
    public double seconds() {
        return DoubleStream.of(
                        heads.secondsEach(),
                        controllers.secondsEach(),
                        dies.secondsEach(),
                        links.secondsEach(),
                        volumes.secondsEach())
                .max()
                .orElse(0);
    }
}
