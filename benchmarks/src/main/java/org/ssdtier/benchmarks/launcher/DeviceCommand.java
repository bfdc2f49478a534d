package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceHost;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code ssdtier device}: emulated drives. */
@Command(
        name = "device",
        description = "Emulate disks with heads or SSDs, for measurements.",
        mixinStandardHelpOptions = true,
        subcommands = {
            DeviceUpCommand.class,
            DeviceDownCommand.class,
            DeviceListCommand.class,
            DeviceModelCommand.class,
            DeviceFaultCommand.class,
            DeviceCalibrateCommand.class
        })
final class DeviceCommand extends VerbGroup {
    /** The host of this checkout; what it has to say goes to standard error. */
    static DeviceHost host(@Nullable CommandSpec spec) throws IOException {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        return DeviceHost.open(Checkout.locate(), line -> commandLine.getErr().println("ssdtier: " + line));
    }
}
