package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A verb of {@code ssdtier device}, with access to the emulated devices of this checkout. */
abstract class DeviceVerb implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    /** Returns the parsed command line. */
    final CommandLine commandLine() {
        return Objects.requireNonNull(spec).commandLine();
    }

    /** Returns standard output. */
    final PrintWriter out() {
        return commandLine().getOut();
    }

    /** Opens the registry of the devices; its messages go to standard error. */
    final DeviceRegistry openRegistry() throws IOException {
        PrintWriter err = commandLine().getErr();
        return DeviceRegistry.open(Checkout.locate(), line -> err.println("ssdtier: " + line));
    }
}
