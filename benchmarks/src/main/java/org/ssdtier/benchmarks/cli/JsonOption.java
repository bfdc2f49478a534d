package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.report.Json;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --json FILE} of every command with figures. */
public final class JsonOption {
    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON; - means standard output.")
    private @Nullable String file;

    /** The command that has the option. */
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Returns whether the option was given. */
    public boolean isGiven() {
        return file != null;
    }

    /** Returns whether the figures go to a file, where they are kept. */
    public boolean isFile() {
        return file != null && !file.equals("-");
    }

    /** Returns the stream for a command's progress, which is never the one with the JSON. */
    public PrintWriter display() {
        CommandLine line = commandLine();
        return "-".equals(file) ? line.getErr() : line.getOut();
    }

    /**
     * Writes a value if the option was given.
     *
     * @param value value that Jackson can write: maps, lists, records
     * @return whether it was written to standard output, to which nothing else should then be written
     */
    public boolean write(Object value) throws IOException {
        if (file == null) {
            return false;
        }
        if (file.equals("-")) {
            PrintWriter out = commandLine().getOut();
            out.print(Json.text(value));
            out.flush();
            return true;
        }
        Path path = Path.of(file).toAbsolutePath();
        Files.createDirectories(path.getParent());
        Files.writeString(path, Json.text(value));
        return false;
    }

    /**
     * Writes a value if the option was given, and prints it in human-readable form unless it was written to standard
     * output.
     *
     * @param value value that Jackson can write: maps, lists, records
     * @param print prints it in human-readable form
     */
    public void show(Object value, Consumer<PrintWriter> print) throws IOException {
        if (!write(value)) {
            PrintWriter out = commandLine().getOut();
            print.accept(out);
            out.flush();
        }
    }

    private CommandLine commandLine() {
        return Objects.requireNonNull(command).commandLine();
    }
}
