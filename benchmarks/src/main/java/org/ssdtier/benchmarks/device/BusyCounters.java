package org.ssdtier.benchmarks.device;

import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The time that the parts of emulated drives have worked, by kind of part and summed over all drives of a RAID-0. It
 * does not depend on how fast the machine is: a drive that waits for its next request is not busy.
 *
 * @param heads heads of disks, which position and transfer
 * @param controllers controllers of SSDs, which take commands one after another
 * @param dies dies of SSDs, which read, program and erase
 * @param links links of SSDs
 */
public record BusyCounters(Part heads, Part controllers, Part dies, Part links) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The counters of a disk that is not emulated. */
    public static final BusyCounters NONE = new BusyCounters(Part.NONE, Part.NONE, Part.NONE, Part.NONE);

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
        Map<String, String> values = text.lines()
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2)
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        ToLongFunction<String> number = name -> {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("busy=" + text.strip() + ": " + name + " is missing");
            }
            return Long.parseLong(value);
        };
        return new BusyCounters(
                part("heads", "head_nanos", number),
                part("controllers", "controller_nanos", number),
                part("dies", "die_nanos", number),
                part("links", "link_nanos", number));
    }

    private static Part part(String count, String nanos, ToLongFunction<String> number) {
        return new Part((int) number.applyAsLong(count), number.applyAsLong(nanos));
    }

    /** Returns the difference from an earlier reading. */
    public BusyCounters since(BusyCounters earlier) {
        return new BusyCounters(
                heads.since(earlier.heads),
                controllers.since(earlier.controllers),
                dies.since(earlier.dies),
                links.since(earlier.links));
    }

    /**
     * Returns the least time in seconds in which the drives could have done this work, if requests never waited for
     * anything else: that of the busiest kind of part, with the work spread evenly over its parts.
     */
    public double seconds() {
        return DoubleStream.of(heads.secondsEach(), controllers.secondsEach(), dies.secondsEach(), links.secondsEach())
                .max()
                .orElse(0);
    }
}
