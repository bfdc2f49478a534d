package org.ssdtier.benchmarks.launcher;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier completion}. */
@Command(
        name = "completion",
        description = "Print the completion script for bash and zsh; use it with: source <(./ssdtier completion)")
final class CompletionCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = Objects.requireNonNull(spec).root();
        spec.commandLine().getOut().print(AutoComplete.bash("ssdtier", root.commandLine()));
        spec.commandLine().getOut().flush();
    }
}
