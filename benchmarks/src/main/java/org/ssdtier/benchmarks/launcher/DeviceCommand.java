package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code ssdtier device}, for emulated drives. */
@Command(
        name = "device",
        description = "Emulate hard disks and SSDs, for measurements.",
        mixinStandardHelpOptions = true,
        subcommands = {
            DeviceUpCommand.class,
            DeviceDownCommand.class,
            DeviceListCommand.class,
            DeviceModelCommand.class,
            DeviceFaultCommand.class,
            DeviceCalibrateCommand.class,
            DeviceValidateCommand.class,
            DeviceRecordCommand.class,
            DeviceReplayCommand.class
        })
final class DeviceCommand extends VerbGroup {
    /** Returns the host of this checkout; its messages go to standard error. */
    static DeviceRegistry host(@Nullable CommandSpec spec) throws IOException {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        return DeviceRegistry.open(
                Checkout.locate(), line -> commandLine.getErr().println("ssdtier: " + line));
    }
}
