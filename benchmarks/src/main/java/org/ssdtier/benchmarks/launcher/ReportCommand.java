package org.ssdtier.benchmarks.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cluster.ClusterResults;
import org.ssdtier.benchmarks.demo.DemoResults;
import org.ssdtier.benchmarks.experiment.ExperimentResults;
import org.ssdtier.benchmarks.report.ResultReports;
import org.ssdtier.benchmarks.smallfiles.FilesResults;
import org.ssdtier.benchmarks.ssdsize.SizeResults;
import org.ssdtier.benchmarks.streams.StreamsResults;
import org.ssdtier.benchmarks.threads.ThreadsResults;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench report}. */
@Command(
        name = "report",
        description = "Draw the report of a result from its JSON file, as one HTML file.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    private static final ResultReports REPORTS = new ResultReports(List.of(
            new ExperimentResults(),
            new DemoResults(),
            new StreamsResults(),
            new FilesResults(),
            new ThreadsResults(),
            new ClusterResults(),
            new SizeResults()));

    @Parameters(
            paramLabel = "FILE.json|DIRECTORY",
            description = "A result; a directory of results; or the directory of a run, whose result is written first.")
    private Path source = Path.of("");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The report of the only result (default: NAME.html beside NAME.json).")
    private @Nullable Path out;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<Path> results = results();
        if (out != null && results.size() > 1) {
            throw new IllegalArgumentException(
                    "out=" + out + ": directory=" + source + " has " + results.size() + " results; name one of them");
        }
        PrintWriter lines = Objects.requireNonNull(spec).commandLine().getOut();
        for (Path result : results) {
            Path html = out == null ? ResultReports.beside(result) : out;
            REPORTS.draw(result, html);
            lines.println("Report: " + html.toAbsolutePath());
        }
        lines.flush();
        return 0;
    }

    private List<Path> results() throws IOException {
        if (!Files.isDirectory(source)) {
            return List.of(source);
        }
        return ExperimentResults.isRun(source) ? List.of(ExperimentResults.write(source)) : REPORTS.in(source);
    }
}
