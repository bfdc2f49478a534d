package org.ssdtier.benchmarks.matrix;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a release's trial.
 *
 * @param version the release
 * @param inputs SHA-256 of everything that the outcome depends on
 * @param steps the steps that were run; the trial ends with the first that fails
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record ReleaseOutcome(String version, String inputs, List<StepOutcome> steps) {
    ReleaseOutcome {
        steps = List.copyOf(steps);
    }

    /** Returns whether the release is a preview: no release that is supported, tried to see how near it is. */
    boolean isPreview() {
        return CassandraJars.isPreview(version);
    }

    /** Returns whether all steps were run and passed. */
    boolean isGood() {
        return steps.size() == MatrixStep.values().length && steps.stream().allMatch(StepOutcome::passed);
    }

    /** Returns the outcome of a step, if it was run. */
    Optional<StepOutcome> of(MatrixStep step) {
        return steps.stream().filter(one -> one.step().equals(step.toString())).findFirst();
    }
}
