package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench report}. */
@Command(
        name = "report",
        description = "Write the report of a run again: one HTML file, a PNG of each drawing, and the figures as JSON.",
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The directory of the run.")
    private Path directory = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "Directory for the report (default: the run's directory).")
    private @Nullable Path target;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        report(
                new RunDirectory(directory),
                target == null ? directory : target,
                Objects.requireNonNull(spec).commandLine().getOut());
        return 0;
    }

    static void report(RunDirectory directory, Path target, PrintWriter out) throws IOException {
        RunDirectory.Run run = directory.run();
        Experiment experiment =
                Experiment.named(run.plan().experiment()).only(run.plan().arms());
        List<SlotResult> results =
                directory.results(experiment.slots(run.plan().scale().rounds()));
        Path html = new ExperimentReport(run, experiment, results).write(target);
        TextTable.print(out, MixTable.HEADING, new MixTable(run, new Comparison(experiment, results)).rows());
        out.println("Report: " + html.toAbsolutePath());
        out.flush();
    }
}
