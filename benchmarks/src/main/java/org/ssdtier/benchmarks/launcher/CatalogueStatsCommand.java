package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ssdtier catalogue stats}. */
@Command(
        name = "stats",
        description = "Show how many definitions there are and what they take.",
        mixinStandardHelpOptions = true)
final class CatalogueStatsCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The catalogue's directory.")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CatalogueFigures figures = CatalogueFigures.of(CatalogueReader.read(Objects.requireNonNull(directory)));
        CommandSpec command = Objects.requireNonNull(spec);
        if (!json.write(command, figures)) {
            command.commandLine().getOut().print(figures.toText());
            command.commandLine().getOut().flush();
        }
        return 0;
    }
}
