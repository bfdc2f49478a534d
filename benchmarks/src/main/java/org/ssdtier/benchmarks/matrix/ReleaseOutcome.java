package org.ssdtier.benchmarks.matrix;

import java.util.List;
import java.util.Optional;

/**
 * The outcome of a release's trial.
 *
 * @param version the release
 * @param jar SHA-256 of the jar that was installed
 * @param steps the steps that were run; the trial ends with the first that fails
 */
record ReleaseOutcome(String version, String jar, List<StepOutcome> steps) {
    ReleaseOutcome {
        steps = List.copyOf(steps);
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
