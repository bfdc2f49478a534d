package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultDirectory;

/**
 * The directory of a run: {@code plan.json} with the plan, a file for each slot, and {@code files.json} with all of
 * it. An interrupted run continues with the missing slots.
 */
final class FilesDirectory {
    private static final String PLAN = "plan.json";
    private static final String SLOTS = "slots";
    private static final String RESULT = "files.json";

    private final Path directory;

    FilesDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * A plan with facts about the machine.
     *
     * @param plan the plan
     * @param facts facts about software and machine, of the last invocation with those of earlier ones
     */
    record Begun(FilesPlan plan, Map<String, Object> facts) {}

    Path path() {
        return directory;
    }

    /**
     * Begins a run, or continues one with the same plan.
     *
     * @throws IOException if the directory holds something else; the message names the fields of another plan
     */
    void open(FilesPlan plan) throws IOException {
        if (isBegun()) {
            ResultDirectory.requirePlan(directory, begun().plan(), plan);
        } else {
            ResultDirectory.requireEmpty(directory);
        }
    }

    /** Returns whether there is a run, complete or not. */
    boolean isBegun() {
        return Files.exists(directory.resolve(PLAN));
    }

    void write(Begun begun) throws IOException {
        Json.write(directory.resolve(PLAN), begun);
    }

    /** Returns the recorded run. */
    Begun begun() throws IOException {
        return Json.read(directory.resolve(PLAN), Begun.class);
    }

    void write(FilesSlotResult result) throws IOException {
        Json.write(slotFile(result.slot()), result);
    }

    /** Returns the slots without a successful result; a failed slot is run again. */
    List<FilesSlot> missing(List<FilesSlot> slots) throws IOException {
        List<FilesSlot> missing = new ArrayList<>();
        for (FilesSlot slot : slots) {
            Path file = slotFile(slot);
            if (!Files.exists(file) || !Json.read(file, FilesSlotResult.class).isGood()) {
                missing.add(slot);
            }
        }
        return missing;
    }

    /**
     * Writes the result file from the slots that there are.
     *
     * @return the file
     */
    Path writeResult() throws IOException {
        Begun begun = begun();
        List<FilesSlotResult> results = new ArrayList<>();
        for (FilesSlot slot : begun.plan().slots()) {
            if (Files.exists(slotFile(slot))) {
                results.add(Json.read(slotFile(slot), FilesSlotResult.class));
            }
        }
        Path file = directory.resolve(RESULT);
        Json.write(file, new FilesResult(begun.plan(), begun.facts(), results));
        return file;
    }

    /** Returns the directory of the nodes' homes during the run. */
    Path nodes() {
        return directory.resolve("nodes");
    }

    void deleteNodes() throws IOException {
        FileTree.delete(nodes());
    }

    private Path slotFile(FilesSlot slot) {
        return directory.resolve(SLOTS).resolve(slot.fileName());
    }
}
