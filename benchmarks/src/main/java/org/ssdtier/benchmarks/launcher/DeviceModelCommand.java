package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device model}. */
@Command(
        name = "model",
        description =
                "Switch a device's model on, so that requests take a drive's time, or off, so that there is no delay.",
        mixinStandardHelpOptions = true)
final class DeviceModelCommand extends DeviceVerb {
    /** The positions of the switch. */
    enum Position {
        ON,
        OFF
    }

    @Parameters(index = "0", paramLabel = "NAME", description = "The device.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "on|off", description = "On for a measurement, off for loading.")
    private Position position = Position.OFF;

    @Override
    @SuppressWarnings("MustBeClosed") // closing it would remove the device
    public Integer call() throws IOException {
        EmulatedDevice device = openRegistry().device(name);
        if (position == Position.ON) {
            device.modelOn();
        } else {
            device.modelOff();
        }
        out().printf("%s: model %s%n", name, position == Position.ON ? "on, " + device.mode() : "off");
        return 0;
    }
}
