package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceHost;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
            DeviceCalibrateCommand.class
        })
final class DeviceCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing verb: up, down, list, model or calibrate");
    }

    /** The host of this checkout; what it has to say goes to standard error. */
    static DeviceHost host(@Nullable CommandSpec spec) throws IOException {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        return DeviceHost.open(Checkout.locate(), line -> commandLine.getErr().println("ssdtier: " + line));
    }
}
