package org.ssdtier.benchmarks.launcher;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.ExitCodes;
import org.ssdtier.benchmarks.top.TopCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of {@code ./ssdtier}. Exit codes: 0 success, 1 the run failed or a target was missed, 2 usage error.
 */
@Command(
        name = "ssdtier",
        description = "Cassandra with an SSD row cache: nodes, demo and measurements.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            HelpCommand.class,
            DemoCommand.class,
            NodeCommand.class,
            BenchCommand.class,
            DeviceCommand.class,
            FilesCommand.class,
            FiguresCommand.class,
            DoctorCommand.class,
            TopCommand.class,
            InspectCommand.class,
            CatalogueCommand.class,
            VersionCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "Exit codes: 0 success, 1 the run failed or a target was missed, 2 usage error.",
            "Set SSDTIER_DEBUG=1 for stack traces."
        })
public final class SsdTierCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    private SsdTierCommand() {}

    /** Runs the command line and exits. */
    public static void main(String[] words) {
        System.exit(commandLine().execute(words));
    }

    /** Creates the command line without running it. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new SsdTierCommand());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler((failure, words) -> refuse(failure));
        commandLine.setExecutionExceptionHandler((failure, command, parsed) -> fail(failure, command));
        describeExitCodes(commandLine.getSubcommands().get("bench"));
        return commandLine;
    }

    /** Adds the exit codes to the help of the measurements. */
    private static void describeExitCodes(CommandLine command) {
        command.getCommandSpec().usageMessage().footer("", ExitCodes.OF_MEASUREMENTS);
        command.getSubcommands().values().forEach(SsdTierCommand::describeExitCodes);
    }

    @Override
    public Integer call() {
        throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Missing command");
    }

    private static int refuse(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("ssdtier: " + failure.getMessage());
        Optional<String> meant = failure instanceof UnmatchedArgumentException unmatched
                ? meant(command, unmatched.getUnmatched().get(0))
                : Optional.empty();
        if (meant.isPresent()) {
            err.println("Did you mean: " + command.getCommandSpec().qualifiedName() + " " + meant.get() + "?");
        } else {
            command.usage(err);
        }
        return CommandLine.ExitCode.USAGE;
    }

    private static Optional<String> meant(CommandLine command, String word) {
        return NearestWord.of(
                word,
                word.startsWith("-")
                        ? command.getCommandSpec().optionsMap().keySet()
                        : command.getSubcommands().keySet());
    }

    private static int fail(Exception failure, CommandLine command) {
        if (System.getenv("SSDTIER_DEBUG") != null) {
            failure.printStackTrace(command.getErr());
        } else {
            command.getErr().println("ssdtier: " + Failures.describe(failure));
        }
        return failure instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }
}
