package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.List;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier device down}. */
@Command(
        name = "down",
        description = "Remove devices with the data on them. First stop the programs that use them.",
        mixinStandardHelpOptions = true)
final class DeviceDownCommand extends DeviceVerb {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Devices.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All devices and memory groups, regardless of their owner.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        if (all == !names.isEmpty()) {
            throw new CommandLine.ParameterException(commandLine(), "Specify either names or --all");
        }
        DeviceRegistry registry = openRegistry();
        if (all) {
            registry.downAll();
        }
        for (String name : names) {
            registry.down(name);
            out().println("Took down the device " + name);
        }
        return 0;
    }
}
