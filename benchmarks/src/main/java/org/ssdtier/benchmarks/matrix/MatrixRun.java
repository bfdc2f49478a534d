package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.report.Json;

/** A run of one trial for each release, one after the other. The outcome of each is kept in a file as soon as it is known. */
final class MatrixRun {
    private final MatrixOptions options;
    private final Consumer<String> progress;

    MatrixRun(MatrixOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Tries all releases. */
    MatrixResult run() throws IOException, InterruptedException {
        InstallerJar installer = InstallerJar.locate();
        String jar = Sha256.of(installer.path());
        CassandraJars jars = new CassandraJars(options.jars(), progress);
        List<ReleaseOutcome> outcomes = new ArrayList<>();
        for (String version : options.versions()) {
            Path file = options.directory().resolve(version + ".json");
            Path lib = jars.of(version);
            ReleaseTrial trial = new ReleaseTrial(version, lib, installer, options, progress);
            String inputs = TrialInputs.of(jar, lib, trial.tierYaml(), options);
            Optional<ReleaseOutcome> kept = options.keeps() ? kept(file, inputs) : Optional.empty();
            if (kept.isPresent()) {
                progress.accept("Cassandra " + version + ": kept from an earlier run");
                outcomes.add(kept.get());
            } else {
                List<StepOutcome> steps = CassandraJars.isPreview(version)
                        ? new PreviewTrial(version, lib, installer, options.directory(), progress).run()
                        : trial.run();
                ReleaseOutcome outcome = new ReleaseOutcome(version, inputs, steps);
                Json.write(file, outcome);
                outcomes.add(outcome);
            }
        }
        return new MatrixResult(options, jar, outcomes);
    }

    private static Optional<ReleaseOutcome> kept(Path file, String inputs) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(Json.read(file, ReleaseOutcome.class))
                .filter(one -> inputs.equals(one.inputs()) && one.isGood());
    }
}
