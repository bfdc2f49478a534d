package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultDirectory;

/**
 * The directory of a run's results: {@code plan.json}, one file for each cell, and {@code cluster.json} with all of
 * them. An interrupted run continues with the missing cells, and a run of other workloads, consistency levels, threads
 * or arms adds its cells.
 */
final class ClusterDirectory {
    private static final String PLAN = "plan.json";
    private static final String CELLS = "cells";
    private static final String RESULT = "cluster.json";

    private final Path directory;

    ClusterDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * A plan with facts about data and machine.
     *
     * @param plan the plan
     * @param dataset size of the snapshot
     * @param facts facts about software and machine, of the last invocation that measured anything, with those of
     *     earlier ones
     */
    record Begun(ClusterPlan plan, ClusterDataset.Facts dataset, Map<String, Object> facts) {}

    /**
     * Begins a run, or continues one with the same plan.
     *
     * @throws IOException if the directory holds something else; the message names the fields of another plan
     */
    void open(ClusterPlan plan) throws IOException {
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

    Begun begun() throws IOException {
        return Json.read(directory.resolve(PLAN), Begun.class);
    }

    void write(CellResult result) throws IOException {
        Json.write(file(result.cell()), result);
    }

    /** Returns whether a cell has succeeded; a failed cell is measured again. */
    boolean has(Cell cell) throws IOException {
        return Files.exists(file(cell))
                && Json.read(file(cell), CellResult.class).isGood();
    }

    /** Writes the result file, with all cells that there are. */
    ClusterResult writeResult() throws IOException {
        Begun begun = begun();
        ClusterResult result =
                new ClusterResult(ClusterResult.MEASUREMENT, begun.plan(), begun.dataset(), begun.facts(), results());
        Json.write(resultFile(), result);
        return result;
    }

    private List<CellResult> results() throws IOException {
        List<CellResult> results = new ArrayList<>();
        if (Files.isDirectory(directory.resolve(CELLS))) {
            List<Path> files;
            try (Stream<Path> all = Files.list(directory.resolve(CELLS))) {
                files = all.filter(file -> file.toString().endsWith(".json"))
                        .sorted()
                        .toList();
            }
            for (Path file : files) {
                results.add(Json.read(file, CellResult.class));
            }
        }
        return results;
    }

    Path resultFile() {
        return directory.resolve(RESULT);
    }

    Path path() {
        return directory;
    }

    /** Returns the directory of the nodes' homes during the run. */
    Path nodes() {
        return directory.resolve("nodes");
    }

    void deleteNodes() throws IOException {
        FileTree.delete(nodes());
    }

    private Path file(Cell cell) {
        return directory.resolve(CELLS).resolve(cell.fileName());
    }
}
