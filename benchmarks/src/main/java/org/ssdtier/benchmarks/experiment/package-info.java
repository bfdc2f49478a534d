/**
 * Experiments that compare arms on the same data, slot by slot in turn, on emulated or real disks.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.experiment.Experiment} (the arms and mixes), {@link
 * org.ssdtier.benchmarks.experiment.Scale} (the size relative to the paper), {@link
 * org.ssdtier.benchmarks.experiment.ExperimentRun} (the phases), {@link org.ssdtier.benchmarks.experiment.ArmNode} (one
 * arm's node), {@link org.ssdtier.benchmarks.experiment.RunDirectory} (the slots' results), {@link
 * org.ssdtier.benchmarks.experiment.FigureCells} (the result file), {@link
 * org.ssdtier.benchmarks.experiment.ExperimentReport} (its report).
 */
@NullMarked
package org.ssdtier.benchmarks.experiment;

import org.jspecify.annotations.NullMarked;
