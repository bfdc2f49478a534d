package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.DeviceEntry;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code ssdtier device list}. */
@Command(
        name = "list",
        description = "List the devices that are up, and the available profiles.",
        mixinStandardHelpOptions = true)
final class DeviceListCommand extends DeviceVerb {
    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        DeviceRegistry registry = openRegistry();
        List<DeviceEntry> devices = registry.list();
        if (json.write(devices)) {
            return 0;
        }
        PrintWriter out = json.display();
        if (devices.isEmpty()) {
            out.println("No device is up.");
        }
        for (DeviceEntry device : devices) {
            out.printf(
                    "%-16s %-14s %8s  model %-3s  fault %-11s  owner %-10s %s%n",
                    device.name(),
                    device.mode(),
                    ByteSize.format(device.sizeBytes()),
                    device.modelOn() ? "on" : "off",
                    device.fault(),
                    device.owner(),
                    device.mountPoint());
        }
        out.println();
        out.println("Profiles:");
        registry.profiles().forEach(profile -> out.printf("  %-10s %s%n", profile.name(), profile.description()));
        return 0;
    }
}
