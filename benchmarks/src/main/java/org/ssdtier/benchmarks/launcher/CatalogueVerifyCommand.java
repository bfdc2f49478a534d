package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueReader;
import org.ssdtier.segmentlog.format.FormatException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ssdtier catalogue verify}. */
@Command(
        name = "verify",
        description =
                "Read every record and definition; the exit code is 1 when something promised is missing or damaged.",
        mixinStandardHelpOptions = true)
final class CatalogueVerifyCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The catalogue's directory.")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    /** What verifying found. */
    record Result(boolean sound, int definitions, int cutRecords, @Nullable String problem) {}

    @Override
    public Integer call() throws IOException {
        Result result = verify(Objects.requireNonNull(directory));
        CommandSpec command = Objects.requireNonNull(spec);
        if (!json.write(command, result)) {
            String text = result.sound()
                    ? "sound: definitions=" + result.definitions() + ", records cut at the end=" + result.cutRecords()
                    : "problem: " + result.problem();
            command.commandLine().getOut().println(text);
            command.commandLine().getOut().flush();
        }
        return result.sound() ? 0 : 1;
    }

    private static Result verify(Path place) throws IOException {
        try {
            CatalogueReader reader = CatalogueReader.read(place);
            return new Result(true, reader.items().size(), reader.cutRecords(), null);
        } catch (FormatException damaged) {
            return new Result(false, 0, 0, damaged.getMessage());
        }
    }
}
