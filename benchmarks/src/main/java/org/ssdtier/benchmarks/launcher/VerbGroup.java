package org.ssdtier.benchmarks.launcher;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that requires one of its verbs; without one, it fails with a list of them. */
abstract class VerbGroup implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public final void run() {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        List<String> verbs = List.copyOf(command.getSubcommands().keySet());
        int last = verbs.size() - 1;
        throw new CommandLine.ParameterException(
                command, "Missing verb: " + String.join(", ", verbs.subList(0, last)) + " or " + verbs.get(last));
    }
}
