package org.ssdtier.benchmarks.experiment;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The reads of the machine's own disk during slots on emulated disks, whose images are on it. An image that is not in memory
 * makes its disk as slow as the machine's, whatever its model says.
 *
 * @param slots number of slots with a count
 * @param noticed number of those with at least {@link #NOTICED} of what the node read
 * @param most the most in a slot, as a fraction of what the node read
 */
record MachineReads(int slots, int noticed, double most) {
    /** A fraction of the bytes that the node reads from the disk of its SSTables. Other programs read, too. */
    static final double NOTICED = 0.01;

    /** Fewer bytes per second are of other programs: of a node that reads 1 MB/s from its disk, this is a tenth. */
    private static final double LEAST_BYTES = 100_000;

    private static final double PERCENT = 100;

    static MachineReads of(List<SlotResult> results) {
        double[] fractions = results.stream()
                .map(MachineReads::fraction)
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return new MachineReads(
                fractions.length,
                (int) Arrays.stream(fractions).filter(MachineReads::isNoticed).count(),
                Arrays.stream(fractions).max().orElse(0));
    }

    /**
     * Returns the bytes read from the machine's own disk, as a fraction of those that the node read: 0 if they are few, empty
     * without a count.
     */
    private static OptionalDouble fraction(SlotResult slot) {
        Double bytes = slot.disk().machineReadBytes();
        double ofNode = slot.disk().dataReadBytes() * slot.requestsPerSecond();
        if (bytes == null || ofNode == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(bytes < LEAST_BYTES ? 0 : bytes / ofNode);
    }

    private static boolean isNoticed(double fraction) {
        return fraction >= NOTICED;
    }

    /** Returns a remark on a slot, beginning with a comma; empty if there is nothing to remark. */
    static String remark(SlotResult slot) {
        OptionalDouble fraction = fraction(slot);
        return fraction.isEmpty() || !isNoticed(fraction.getAsDouble())
                ? ""
                : text(", %.0f %% as many bytes from the machine's own disk", PERCENT * fraction.getAsDouble());
    }

    /** Returns a sentence for the report; empty if nothing was counted. */
    String words() {
        if (slots == 0) {
            return "";
        }
        if (noticed == 0) {
            return "In no slot the machine read from its own disk 100 KB/s and 1 % or more of what the node read from its "
                    + "emulated ones: presumably their images were in memory.";
        }
        return text(
                "In %d of %d slots the machine read from its own disk 100 KB/s and 1 %% or more of what the node read from its "
                        + "emulated ones, %.0f %% at most: presumably not all of their images were in memory, and they could be slower "
                        + "than their models.",
                noticed, slots, PERCENT * most);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
