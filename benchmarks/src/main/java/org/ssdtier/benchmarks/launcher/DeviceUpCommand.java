package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device up}. */
@Command(
        name = "up",
        description = "Create and mount a device, with its model off. It remains until it is removed with device down.",
        mixinStandardHelpOptions = true)
final class DeviceUpCommand extends DeviceVerb {
    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the device.")
    private String name = "";

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "PROFILE",
            description = "hdd-7200, hdd-10k, hdd-15k, ssd-sata or none: a file of benchmarks/device/profiles.")
    private String profile = "";

    @Option(names = "--spindles", paramLabel = "N", description = "Disks in a RAID-0 (default: the profile's).")
    private @Nullable Integer spindles;

    @Option(
            names = "--fill",
            paramLabel = "SHARE",
            description = "The device is the last part of a drive with this fraction occupied by other data; 0: the "
                    + "first part of an empty drive (default: the device is the whole drive).")
    private @Nullable Double fill;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "8GiB",
            description = "Size of the device (default: ${DEFAULT-VALUE}); it is also a head's full stroke.")
    private String size = "";

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Directory of the file with the data (default: build/device in the checkout).")
    private @Nullable Path directory;

    @Option(names = "--trace", paramLabel = "FILE", description = "Record each request that reaches the drive.")
    private @Nullable Path trace;

    @Mixin
    private InstallOption install = new InstallOption();

    @Override
    public Integer call() throws IOException {
        DeviceRegistry registry = install.prepare(openRegistry());
        DeviceProfile kind = registry.profile(profile);
        kind = fill == null ? kind : kind.filled(fill);
        int drives = spindles == null ? kind.spindles() : spindles;
        // The device outlives this program, so it is not closed here.
        EmulatedDevice device = registry.up(
                new DeviceRequest(name, kind, drives, ByteSize.parse("size", size), directory, null, trace, true));
        PrintWriter out = out();
        out.printf("  device     %s, %s%n", device.mode(), kind.description());
        out.printf("  files      %s%n", device.mountPoint());
        out.printf("  block      %s%n", device.blockDevice());
        if (kind.hasModel()) {
            out.printf("  path       %d microseconds, subtracted from the model's times%n", device.pathMicros());
            out.printf("  model      off; ./ssdtier device model %s on%n", name);
        }
        return 0;
    }
}
