package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device fault}. */
@Command(
        name = "fault",
        description = "Make a device fail while it is in use, or repair it.",
        mixinStandardHelpOptions = true)
final class DeviceFaultCommand extends DeviceVerb {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(index = "0", paramLabel = "NAME", description = "The device.")
    private String name = "";

    @Parameters(
            index = "1",
            paramLabel = "KIND|off",
            description =
                    "read-error, write-error, io-error, latency, hang, bit-flip, torn-write, lost-write, no-space, "
                            + "read-only, gone; off repairs it.")
    private String kind = "";

    @Option(
            names = "--share",
            paramLabel = "SHARE",
            description =
                    "Fraction of 4 KiB blocks affected, above 0, up to 1; latency, hang, no-space, read-only and gone "
                            + "affect all (default: ${DEFAULT-VALUE}).")
    private double share = 1;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds that latency adds to a request (default: ${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of the choice of blocks (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Override
    @SuppressWarnings("MustBeClosed") // closing it would remove the device
    public Integer call() throws IOException {
        boolean isOff = kind.equals(DeviceFault.OFF);
        FaultSetting setting = isOff ? null : setting();
        EmulatedDevice device = openRegistry().device(name);
        PrintWriter out = out();
        if (setting == null) {
            device.endFault();
            out.printf("%s: no fault%n", name);
        } else {
            device.beginFault(setting);
            out.printf("%s: %s; repair it with: ./ssdtier device fault %s off%n", name, setting.fault(), name);
        }
        return 0;
    }

    private FaultSetting setting() {
        DeviceFault fault = DeviceFault.named(kind)
                .orElseThrow(() -> new IllegalArgumentException(
                        "fault=" + kind + ", allowed: " + DeviceFault.words() + ", " + DeviceFault.OFF));
        return new FaultSetting(fault, share, Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND)), seed);
    }
}
