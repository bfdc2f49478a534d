package org.ssdtier.benchmarks.launcher;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier version}. */
@Command(name = "version", description = "Print the versions.")
final class VersionCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        for (String line : new Version().getVersion()) {
            Objects.requireNonNull(spec).commandLine().getOut().println(line);
        }
    }
}
