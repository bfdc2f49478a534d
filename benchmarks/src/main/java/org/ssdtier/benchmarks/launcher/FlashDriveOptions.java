package org.ssdtier.benchmarks.launcher;

import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.StreamMapping;
import picocli.CommandLine.Option;

/** The options of a flash drive with streams. */
final class FlashDriveOptions {
    @Option(
            names = "--mapping",
            paramLabel = "WORD",
            description =
                    "Streams of the lifetime hints: normal, single, multi-log, multi-data, detected, or six digits, "
                            + "the stream of each hint from 0 (not set) to 5 (extreme) (default: ${DEFAULT-VALUE}).")
    private String mapping = "normal";

    @Option(names = "--no-trim", description = "The drive ignores what the file system discards.")
    private boolean noTrim;

    @Option(
            names = "--spare",
            paramLabel = "SHARE",
            description = "Over-provisioning: flash beyond the drive's size, as a fraction of that (default: "
                    + "${DEFAULT-VALUE}).")
    private double spare = 0.07;

    @Option(
            names = "--fill",
            paramLabel = "SHARE",
            description = "Fraction of the drive that other data occupies (default: ${DEFAULT-VALUE}).")
    private double fill = 0;

    @Option(names = "--dies", paramLabel = "N", description = "Number of dies (default: ${DEFAULT-VALUE}).")
    private int dies = 4;

    @Option(
            names = "--unit-pages",
            paramLabel = "N",
            description = "Flash pages of 16 KiB in an erase unit (default: ${DEFAULT-VALUE}).")
    private int unitPages = 64;

    /**
     * Returns the drive.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    FlashDrive drive() {
        return new FlashDrive(StreamMapping.of(mapping), !noTrim, spare, fill, dies, unitPages);
    }
}
