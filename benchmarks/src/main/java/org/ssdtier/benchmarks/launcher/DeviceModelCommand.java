package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier device model}. */
@Command(
        name = "model",
        description =
                "Switch a device's model on, so that requests take a drive's time, or off, so that there is no delay.",
        mixinStandardHelpOptions = true)
final class DeviceModelCommand implements Callable<Integer> {
    /** The positions of the switch. */
    enum Position {
        ON,
        OFF
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The device.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "on|off", description = "On for a measurement, off for loading.")
    private Position position = Position.OFF;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    @SuppressWarnings("MustBeClosed") // closing it would remove the device
    public Integer call() throws IOException {
        EmulatedDevice device = DeviceCommand.host(spec).device(name);
        if (position == Position.ON) {
            device.modelOn();
        } else {
            device.modelOff();
        }
        Objects.requireNonNull(spec)
                .commandLine()
                .getOut()
                .printf("%s: model %s%n", name, position == Position.ON ? "on, " + device.mode() : "off");
        return 0;
    }
}
