package org.ssdtier.node.tools;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.airlift.airline.Option;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A command whose result is text for people, or JSON with the option {@code --json}. */
public abstract class ReportCommand implements ToolCommand {
    @Option(name = "--json", title = "FILE", description = "Write the figures as JSON; - means standard output")
    private @Nullable String json;

    /** For subclasses. */
    protected ReportCommand() {}

    /**
     * Checks the number of arguments.
     *
     * @param arguments arguments of the command line
     * @param names names of the allowed ones
     * @throws IllegalArgumentException if there are more or fewer
     */
    static void check(List<String> arguments, String... names) {
        if (arguments.size() != names.length) {
            throw new IllegalArgumentException(
                    "arguments=" + String.join(" ", arguments) + ", allowed " + String.join(" ", names));
        }
    }

    /**
     * Writes the result as JSON if the option was given, and prints it as text unless the JSON went to standard output.
     *
     * @param out standard output
     * @param result result that Jackson can write: lists, records
     * @param print prints the result as text
     */
    final void show(PrintStream out, Object result, Consumer<PrintStream> print) throws IOException {
        if (json == null) {
            print.accept(out);
            return;
        }
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        String text = mapper.writeValueAsString(result) + "\n";
        if (json.equals("-")) {
            out.print(text);
            return;
        }
        Path file = Path.of(json).toAbsolutePath();
        if (Files.isDirectory(file)) {
            throw new IOException("json=" + json + ": is a directory; allowed: a file, or - for standard output");
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        print.accept(out);
    }
}
