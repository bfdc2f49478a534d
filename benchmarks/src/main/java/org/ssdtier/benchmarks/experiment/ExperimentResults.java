package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.report.HtmlReport;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultKind;

/** The result files of {@code bench run}: {@code NAME.json}, with the figures of all slots. */
public final class ExperimentResults implements ResultKind {
    @Override
    public String command() {
        return "bench run";
    }

    @Override
    public boolean matches(JsonNode result) {
        return result.has("experiment") && result.has("cells");
    }

    @Override
    public HtmlReport report(JsonNode result) throws IOException {
        return new ExperimentReport(ExperimentResult.of(result)).report();
    }

    /** Returns whether a directory is that of a run, which may be incomplete. */
    public static boolean isRun(Path directory) {
        return new RunDirectory(directory).hasRun();
    }

    /**
     * Writes the result file of a run from the slots it has, in the run's directory.
     *
     * @return the file
     */
    public static Path write(Path directory) throws IOException {
        RunDirectory slots = new RunDirectory(directory);
        RunDirectory.Run run = slots.run();
        Experiment experiment = run.plan().toExperiment();
        List<SlotResult> results = slots.results(run.plan().slots());
        Path file = directory.resolve(experiment.name() + ".json");
        Json.write(file, new FigureCells(run, new Comparison(experiment, results)).toMap());
        return file;
    }
}
