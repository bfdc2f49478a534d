package org.ssdtier.benchmarks.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option {@code --json FILE} of every command that has figures. */
public final class JsonOption {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON; - means standard output.")
    private @Nullable String file;

    /** Where a command says what it does: not where the JSON goes. */
    public PrintWriter display(CommandSpec spec) {
        return "-".equals(file)
                ? spec.commandLine().getErr()
                : spec.commandLine().getOut();
    }

    /**
     * Writes a value if the option was given.
     *
     * @param value what Jackson can write: maps, lists, records
     * @return whether it went to standard output, where nothing else belongs then
     */
    public boolean write(CommandSpec spec, Object value) throws IOException {
        if (file == null) {
            return false;
        }
        String text = MAPPER.writeValueAsString(value) + "\n";
        if (file.equals("-")) {
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return true;
        }
        Path path = Path.of(file).toAbsolutePath();
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return false;
    }
}
