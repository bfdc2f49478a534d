package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultDirectory;

/**
 * The directory of a run's results: {@code run.json} with the plan, and one file for each slot. An interrupted run
 * continues with the missing slots.
 */
final class RunDirectory {
    private static final String PLAN = "run.json";
    private static final String SLOTS = "slots";

    private final Path directory;

    RunDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * The plan of a run, with everything that is needed to run it again.
     *
     * @param experiment name of the experiment
     * @param arms names of the arms
     * @param readPercents mixes, as percentages of reads
     * @param scale scale of the run
     * @param shares fractions of the rows that fit into the tiers
     * @param budget memory and space of the row caches
     * @param seed seed of rows and requests
     * @param device label of the disks, such as emulated or host
     * @param loads offered loads of the slots with a fixed rate, see {@link Slot}
     * @param format format of the arms' SSTables; results of earlier versions are of Cassandra's default
     * @param isPinned whether nodes have cores of their own, see {@link Pinning}
     */
    record Plan(
            String experiment,
            List<String> arms,
            List<Integer> readPercents,
            Scale scale,
            Shares shares,
            Budget budget,
            long seed,
            String device,
            List<Integer> loads,
            SSTableFormat format,
            boolean isPinned) {
        /** Completes what results of earlier versions do not have. */
        Plan {
            loads = loads == null ? List.of() : List.copyOf(loads);
            format = Objects.requireNonNullElse(format, SSTableFormat.BIG);
        }

        /** Returns the experiment with the arms of this plan. */
        Experiment toExperiment() {
            return Experiment.named(experiment).only(arms).inFormat(format);
        }

        private Plan withLoads(List<Integer> newLoads) {
            return new Plan(
                    experiment, arms, readPercents, scale, shares, budget, seed, device, newLoads, format, isPinned);
        }

        /** Returns all slots in their order. */
        List<Slot> slots() {
            return toExperiment().slots(scale.rounds(), loads);
        }
    }

    /**
     * A plan with facts about data and machine.
     *
     * @param plan the plan
     * @param dataset size of the initial data set
     * @param facts facts about software and machine
     */
    record Run(Plan plan, Dataset.Facts dataset, Map<String, Object> facts) {}

    Path path() {
        return directory;
    }

    /**
     * Begins a run, or continues one with the same plan, but for loads that come in addition.
     *
     * @throws IOException if the directory holds something else; the message names the fields of another plan
     */
    void open(Plan plan) throws IOException {
        if (hasRun()) {
            Plan found = run().plan();
            boolean isExtended = plan.loads().containsAll(found.loads());
            ResultDirectory.requirePlan(directory, isExtended ? found.withLoads(plan.loads()) : found, plan);
        } else {
            ResultDirectory.requireEmpty(directory);
        }
    }

    /** Returns whether there is a run, begun or complete. */
    boolean hasRun() {
        return Files.exists(directory.resolve(PLAN));
    }

    void write(Run run) throws IOException {
        Json.write(directory.resolve(PLAN), run);
    }

    /**
     * Returns the recorded run.
     *
     * @throws IOException if there is none
     */
    Run run() throws IOException {
        if (!hasRun()) {
            throw new IOException("directory=" + directory + ": no run here (no " + PLAN + ")");
        }
        return Json.read(directory.resolve(PLAN), Run.class);
    }

    void write(SlotResult result) throws IOException {
        Json.write(slotFile(result.slot()), result);
    }

    /** Returns whether a slot has succeeded; a failed slot is run again. */
    boolean has(Slot slot) throws IOException {
        return Files.exists(slotFile(slot))
                && Json.read(slotFile(slot), SlotResult.class).isGood();
    }

    /** Returns the existing results, in the order of the slots. */
    List<SlotResult> results(List<Slot> slots) throws IOException {
        List<SlotResult> results = new ArrayList<>();
        for (Slot slot : slots) {
            if (Files.exists(slotFile(slot))) {
                results.add(Json.read(slotFile(slot), SlotResult.class));
            }
        }
        return results;
    }

    /** Returns the directory of the nodes' homes during the run. */
    Path nodes() {
        return directory.resolve("nodes");
    }

    void deleteNodes() throws IOException {
        FileTree.delete(nodes());
    }

    private Path slotFile(Slot slot) {
        return directory.resolve(SLOTS).resolve(slot.fileName());
    }
}
