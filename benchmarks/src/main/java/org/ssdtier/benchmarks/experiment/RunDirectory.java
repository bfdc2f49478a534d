package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;

/**
 * What a run leaves: {@code run.json}, which says what was run, and one file for each slot. A run that was cut off goes on
 * with the slots that are missing.
 */
final class RunDirectory {
    private static final String PLAN = "run.json";
    private static final String SLOTS = "slots";

    private final Path directory;

    RunDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * What was run: all that is needed to run it again.
     *
     * @param experiment its name
     * @param arms their names
     * @param readPercents the mixes
     * @param scale how large everything was
     * @param shares how many rows the tiers hold
     * @param budget memory and space
     * @param seed of rows and requests
     * @param device emulated or host
     */
    record Plan(
            String experiment,
            List<String> arms,
            List<Integer> readPercents,
            Scale scale,
            Shares shares,
            Budget budget,
            long seed,
            String device) {}

    /**
     * The plan with what was found out about data and machine.
     *
     * @param plan what was asked for
     * @param dataset what every arm starts with
     * @param facts about software and machine
     */
    record Run(Plan plan, Dataset.Facts dataset, Map<String, Object> facts) {}

    Path path() {
        return directory;
    }

    /**
     * Begins a run, or goes on with one of the same plan.
     *
     * @throws IOException if the directory holds something else
     */
    void open(Plan plan) throws IOException {
        if (!Files.exists(directory)) {
            Files.createDirectories(directory);
            return;
        }
        if (Files.exists(directory.resolve(PLAN))) {
            Plan before = run().plan();
            if (!before.equals(plan)) {
                throw new IOException("directory=" + directory + ": holds a run of " + before
                        + "; choose another directory with --dir, or delete it");
            }
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException("directory=" + directory + ": not empty and not a run's; choose another one");
            }
        }
    }

    void write(Run run) throws IOException {
        Json.write(directory.resolve(PLAN), run);
    }

    /**
     * What was run here.
     *
     * @throws IOException if nothing was
     */
    Run run() throws IOException {
        Path file = directory.resolve(PLAN);
        if (!Files.exists(file)) {
            throw new IOException("directory=" + directory + ": no run here (no " + PLAN + ")");
        }
        return Json.read(file, Run.class);
    }

    void write(SlotResult result) throws IOException {
        Json.write(slotFile(result.slot()), result);
    }

    /** Whether the slot is done; one that has failed is run again. */
    boolean has(Slot slot) throws IOException {
        return Files.exists(slotFile(slot))
                && Json.read(slotFile(slot), SlotResult.class).isGood();
    }

    /** The results that are there, in the order of the slots. */
    List<SlotResult> results(List<Slot> slots) throws IOException {
        List<SlotResult> results = new ArrayList<>();
        for (Slot slot : slots) {
            if (Files.exists(slotFile(slot))) {
                results.add(Json.read(slotFile(slot), SlotResult.class));
            }
        }
        return results;
    }

    /** Where the nodes have their homes while the run is under way. */
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
