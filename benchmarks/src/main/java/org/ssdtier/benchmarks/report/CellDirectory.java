package org.ssdtier.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;

/**
 * The directory of a run that can be resumed: {@code plan.json}, one file for each cell, and a file with the result of all of
 * them. An interrupted run continues with the missing cells; a failed cell is measured again.
 *
 * @param <B> type of the content of {@code plan.json}
 * @param <R> type of the result of a cell
 */
public abstract class CellDirectory<B extends CellDirectory.Planned, R extends CellDirectory.Measured> {
    private static final String PLAN = "plan.json";

    private final Path directory;
    private final String cells;
    private final String resultName;
    private final Class<B> begunType;
    private final Class<R> resultType;

    /** The content of {@code plan.json}. */
    public interface Planned {
        /** Returns the plan, a record. */
        Object plan();
    }

    /** A cell, measured or not. */
    public interface Cell {
        /** Returns the name of the file of its result. */
        String fileName();
    }

    /** The result of a cell. */
    public interface Measured {
        /** Returns the cell. */
        Cell cell();

        /** Returns whether the cell did not fail. */
        boolean isGood();
    }

    /**
     * Chooses the directory, which need not exist.
     *
     * @param cells name of the directory of the cells' files
     * @param resultName name of the file with the result
     */
    protected CellDirectory(Path directory, String cells, String resultName, Class<B> begunType, Class<R> resultType) {
        this.directory = directory;
        this.cells = cells;
        this.resultName = resultName;
        this.begunType = begunType;
        this.resultType = resultType;
    }

    /** Returns the directory. */
    public final Path path() {
        return directory;
    }

    /** Returns the file with the result. */
    public final Path resultFile() {
        return directory.resolve(resultName);
    }

    /** Returns the parent of the nodes' homes during the run. */
    public final Path nodes() {
        return directory.resolve("nodes");
    }

    /** Deletes the nodes' homes. */
    public final void deleteNodes() throws IOException {
        FileTree.delete(nodes());
    }

    /**
     * Begins a run, or continues one with the same plan.
     *
     * @throws IOException if the directory holds something else; the message names the fields of another plan
     */
    public final void open(Object plan) throws IOException {
        if (isBegun()) {
            ResultDirectory.requirePlan(directory, begun().plan(), plan);
        } else {
            ResultDirectory.requireEmpty(directory);
        }
    }

    /** Returns whether there is a run, complete or not. */
    public final boolean isBegun() {
        return Files.exists(directory.resolve(PLAN));
    }

    /** Writes {@code plan.json}. */
    public final void write(B begun) throws IOException {
        Json.write(directory.resolve(PLAN), begun);
    }

    /** Returns the content of {@code plan.json}. */
    public final B begun() throws IOException {
        return Json.read(directory.resolve(PLAN), begunType);
    }

    /** Writes the result of a cell, in place of an earlier one. */
    public final void write(R result) throws IOException {
        Json.write(file(result.cell()), result);
    }

    /** Returns the result of a cell; empty if there is none. */
    public final Optional<R> find(Cell cell) throws IOException {
        return Files.exists(file(cell)) ? Optional.of(Json.read(file(cell), resultType)) : Optional.empty();
    }

    /** Returns whether a cell was measured without failing. */
    public final boolean has(Cell cell) throws IOException {
        return find(cell).filter(Measured::isGood).isPresent();
    }

    /** Returns the cells without a good result, in their order. */
    public final <C extends Cell> List<C> missing(List<C> all) throws IOException {
        List<C> missing = new ArrayList<>();
        for (C cell : all) {
            if (!has(cell)) {
                missing.add(cell);
            }
        }
        return missing;
    }

    /** Returns the results of all cells, in the order of their files' names. */
    protected final List<R> results() throws IOException {
        if (!Files.isDirectory(directory.resolve(cells))) {
            return List.of();
        }
        List<Path> files;
        try (Stream<Path> found = Files.list(directory.resolve(cells))) {
            files = found.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        List<R> results = new ArrayList<>();
        for (Path file : files) {
            results.add(Json.read(file, resultType));
        }
        return results;
    }

    /** Writes the file with the result, and returns the result. */
    protected final <T> T writeResult(T result) throws IOException {
        Json.write(resultFile(), result);
        return result;
    }

    private Path file(Cell cell) {
        return directory.resolve(cells).resolve(cell.fileName());
    }
}
