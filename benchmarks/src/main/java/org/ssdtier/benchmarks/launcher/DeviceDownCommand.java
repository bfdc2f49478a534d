package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier device down}. */
@Command(
        name = "down",
        description = "Remove devices with the data on them. First stop the programs that use them.",
        mixinStandardHelpOptions = true)
final class DeviceDownCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Devices.")
    private List<String> names = List.of();

    @Option(names = "--all", description = "All devices and memory groups, regardless of their owner.")
    private boolean all;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
        if (all == !names.isEmpty()) {
            throw new CommandLine.ParameterException(commandLine, "Specify either names or --all");
        }
        DeviceRegistry host = DeviceCommand.host(spec);
        if (all) {
            host.downAll();
        }
        for (String name : names) {
            host.down(name);
            commandLine.getOut().println("Took down the device " + name);
        }
        return 0;
    }
}
