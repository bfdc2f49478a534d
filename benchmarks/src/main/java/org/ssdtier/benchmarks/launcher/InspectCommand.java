package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.segmentlog.LogReport;
import org.ssdtier.segmentlog.SegmentLogInspector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier inspect}. */
@Command(
        name = "inspect",
        description = "Describe and verify the directory of an SSD tier whose node is down; the exit code is 1 if it"
                + " is not sound.",
        mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "DIR", description = "The node's ssd_row_cache.directory.")
    private Path directory = Path.of("");

    @Mixin
    private JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("directory=" + directory + ": no such directory");
        }
        LogReport report = SegmentLogInspector.inspect(directory);
        json.show(report, out -> out.print(report.toText()));
        return report.isSound() ? 0 : 1;
    }
}
