package org.ssdtier.benchmarks.launcher;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.chaos.ChaosCommand;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.crash.CrashCommand;
import org.ssdtier.benchmarks.crash.StartsCommand;
import org.ssdtier.benchmarks.curves.CurvesCommand;
import org.ssdtier.benchmarks.dashboard.DashboardCommand;
import org.ssdtier.benchmarks.experiment.RunCommand;
import org.ssdtier.benchmarks.faults.FaultsCommand;
import org.ssdtier.benchmarks.matrix.MatrixCommand;
import org.ssdtier.benchmarks.micro.MicroCommand;
import org.ssdtier.benchmarks.peers.PeersCommand;
import org.ssdtier.benchmarks.rolling.RollingCommand;
import org.ssdtier.benchmarks.scaling.ScalingCommand;
import org.ssdtier.benchmarks.schema.SchemaCommand;
import org.ssdtier.benchmarks.stale.StaleCommand;
import org.ssdtier.benchmarks.survive.SurviveCommand;
import org.ssdtier.benchmarks.tier.TierCommand;
import org.ssdtier.benchmarks.tools.CurveResizeCommand;
import org.ssdtier.benchmarks.tools.ToolsCommand;
import org.ssdtier.benchmarks.transfer.TransferCommand;
import org.ssdtier.benchmarks.writes.WritesCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command {@code ssdtier bench}, which groups the measurements. Each is a picocli command in a package of its own,
 * {@code org.ssdtier.benchmarks.NAME}, registered in the list of sub-commands here. It returns 0 if all
 * targets are met and 1 if the run failed or a target was missed, and writes its figures to the file of a
 * {@link JsonOption}.
 */
@Command(
        name = "bench",
        description = "Run a measurement.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchCommand.ListCommand.class,
            RunCommand.class,
            ReportCommand.class,
            ChaosCommand.class,
            CrashCommand.class,
            CurveResizeCommand.class,
            CurvesCommand.class,
            DashboardCommand.class,
            FaultsCommand.class,
            MatrixCommand.class,
            MicroCommand.class,
            PeersCommand.class,
            RollingCommand.class,
            ScalingCommand.class,
            SchemaCommand.class,
            StaleCommand.class,
            StartsCommand.class,
            SurviveCommand.class,
            TierCommand.class,
            ToolsCommand.class,
            TransferCommand.class,
            WritesCommand.class
        })
final class BenchCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Missing measurement; see ./ssdtier bench list");
    }

    /** The command {@code ssdtier bench list}. */
    @Command(name = "list", description = "List the measurements.")
    static final class ListCommand implements Runnable {
        @Spec
        private @Nullable CommandSpec spec;

        @Override
        public void run() {
            CommandSpec bench =
                    Objects.requireNonNull(Objects.requireNonNull(spec).parent());
            bench.subcommands().forEach((name, command) -> {
                String[] description = command.getCommandSpec().usageMessage().description();
                if (command.getCommandSpec().userObject() != this) {
                    spec.commandLine().getOut().printf("%-12s %s%n", name, String.join(" ", description));
                }
            });
        }
    }
}
