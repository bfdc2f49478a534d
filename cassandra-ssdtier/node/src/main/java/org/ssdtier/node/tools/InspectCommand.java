package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.segmentlog.LogReport;
import org.ssdtier.segmentlog.SegmentLogInspector;

/** The command {@code ssdtier inspect}. */
@Command(
        name = "inspect",
        description = "Describe and verify the directory of an SSD tier whose node is down; the exit code is 1 if it"
                + " is not sound")
public final class InspectCommand extends ReportCommand {
    @Arguments(title = "DIR", usage = "DIR", description = "The node's ssd_row_cache.directory", required = true)
    private List<String> arguments = new ArrayList<>();

    @Override
    public int run(PrintStream out) throws IOException {
        check(arguments, "DIR");
        Path directory = Path.of(arguments.get(0));
        if (!Files.isDirectory(directory)) {
            throw new IOException("directory=" + directory + ": no such directory");
        }
        LogReport report = SegmentLogInspector.inspect(directory);
        show(out, report, text -> text.print(report.toText()));
        return report.isSound() ? 0 : 1;
    }
}
