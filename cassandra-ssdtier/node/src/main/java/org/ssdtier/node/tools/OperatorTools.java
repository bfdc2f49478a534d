package org.ssdtier.node.tools;

import io.airlift.airline.Cli;
import io.airlift.airline.ParseException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;

/**
 * The command line of {@code bin/ssdtier} in a Cassandra home. Exit codes: 0 success, 1 a finding or a failure, 2 usage
 * error.
 */
public final class OperatorTools {
    private final Cli<ToolCommand> tools = tools();
    private final PrintStream out;
    private final PrintStream err;

    /** Creates the command line. Results go to {@code out}, errors to {@code err}. */
    OperatorTools(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Runs a command and exits. The log has a configuration of its own: logback's default prints every message, and
     * that of the node writes its {@code system.log}.
     */
    public static void main(String[] words) {
        System.exit(call(words, System.out, System.err));
    }

    /** Runs a command and returns the exit code. For the runnable jar, which calls it by reflection. */
    public static int call(String[] words, PrintStream out, PrintStream err) {
        System.setProperty("logback.configurationFile", "org/ssdtier/node/tools/logback.xml");
        return new OperatorTools(out, err).run(List.of(words));
    }

    /** Runs a command and returns the exit code. */
    int run(List<String> words) {
        try {
            return tools.parse(CommandWords.of(tools.getMetadata(), words)).run(out);
        } catch (IllegalArgumentException | ParseException rejected) {
            print(rejected);
            err.println("See: ssdtier help");
            return 2;
        } catch (IOException failure) {
            print(failure);
            return 1;
        } catch (UncheckedIOException failure) {
            print(failure.getCause());
            return 1;
        } catch (LinkageError missing) {
            err.println("ssdtier: classes of Cassandra are missing (" + missing
                    + "); allowed is a class path with its jars, as " + "bin/ssdtier of a Cassandra home has it");
            return 1;
        } finally {
            out.flush();
        }
    }

    private static Cli<ToolCommand> tools() {
        Cli.CliBuilder<ToolCommand> tools = Cli.<ToolCommand>builder("ssdtier")
                .withDescription("Operator tools for the SSD tier and the schema catalogue")
                .withCommand(DoctorCommand.class)
                .withCommand(InspectCommand.class)
                .withCommand(HelpCommand.class);
        tools.withGroup("catalogue")
                .withDescription(
                        "Inspect or rebuild the schema catalogue of a node that is down, or estimate what it would save")
                .withDefaultCommand(HelpCommand.class) // for airline; NamedCommand rejects a missing verb first
                .withCommand(CatalogueListCommand.class)
                .withCommand(CatalogueShowCommand.class)
                .withCommand(CatalogueStatsCommand.class)
                .withCommand(CatalogueVerifyCommand.class)
                .withCommand(CatalogueRebuildCommand.class)
                .withCommand(CatalogueEstimateCommand.class);
        return tools.build();
    }

    private void print(Exception failure) {
        if (System.getenv("SSDTIER_DEBUG") != null) {
            failure.printStackTrace(err);
        } else {
            err.println("ssdtier: " + describe(failure));
        }
    }

    /** Returns the message; of errors of the file system, whose message is a bare path, the kind of error too. */
    private static String describe(Exception failure) {
        String message = failure.getMessage();
        return message == null || failure instanceof FileSystemException ? failure.toString() : message;
    }
}
