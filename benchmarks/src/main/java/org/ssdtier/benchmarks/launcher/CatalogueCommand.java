package org.ssdtier.benchmarks.launcher;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ssdtier catalogue}: the schema catalogue of a node that is down. */
@Command(
        name = "catalogue",
        description = "Look at the schema catalogue of a node that is down, or make it anew.",
        mixinStandardHelpOptions = true,
        subcommands = {
            CatalogueListCommand.class,
            CatalogueShowCommand.class,
            CatalogueVerifyCommand.class,
            CatalogueStatsCommand.class,
            CatalogueRebuildCommand.class
        })
final class CatalogueCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing verb: list, show, verify, stats or rebuild");
    }
}
