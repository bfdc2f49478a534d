package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.LogReport;
import org.ssdtier.segmentlog.SegmentLogInspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ssdtier inspect}. */
@Command(
        name = "inspect",
        description = "Describe and verify the directory of an SSD tier whose node is down; the exit code is 1 when"
                + " something is wrong with it.",
        mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "ssd_row_cache.directory of the node.")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path place = Objects.requireNonNull(directory);
        if (!Files.isDirectory(place)) {
            throw new IOException("directory=" + place + ": no such directory");
        }
        LogReport report = SegmentLogInspector.inspect(place);
        CommandSpec command = Objects.requireNonNull(spec);
        if (!json.write(command, report)) {
            command.commandLine().getOut().print(report.toText());
            command.commandLine().getOut().flush();
        }
        return report.isSound() ? 0 : 1;
    }
}
