/**
 * Experiments: arms that are compared on the same data, slot by slot in turn, on emulated or real disks.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.experiment.Experiment} (what is compared), {@link
 * org.ssdtier.benchmarks.experiment.Scale} (how much smaller than in the paper), {@link
 * org.ssdtier.benchmarks.experiment.ExperimentRun} (the phases), {@link org.ssdtier.benchmarks.experiment.ArmNode} (one
 * arm's node), {@link org.ssdtier.benchmarks.experiment.RunDirectory} (what is kept), {@link
 * org.ssdtier.benchmarks.experiment.ExperimentReport} (what is shown).
 */
@NullMarked
package org.ssdtier.benchmarks.experiment;

import org.jspecify.annotations.NullMarked;
