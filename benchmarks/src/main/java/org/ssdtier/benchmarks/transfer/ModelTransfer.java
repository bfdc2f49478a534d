package org.ssdtier.benchmarks.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.files.model.StoreModel;

/** The way of a tree into a store of one model and back: once undisturbed, once with kills. */
final class ModelTransfer {
    /** The directory of the store with the undisturbed import. */
    static final String WHOLE = "/whole";

    private static final String KILLED = "/killed";
    /** Start of a JVM with its connection to the node: kills come later. */
    private static final long START_MILLIS = 1_000;

    private static final int MOST_DIFFERENCES = 20;

    private final TransferOptions options;
    private final SourceTree tree;
    private final FilesProgram program;
    private final Path exported;
    private final SplittableRandom random;
    private final Consumer<String> progress;

    /** Creates the object; a store of the model may exist already. */
    ModelTransfer(TransferOptions options, SourceTree tree, FilesProgram program, Consumer<String> progress) {
        this.options = options;
        this.tree = tree;
        this.program = program;
        this.exported = options.exported();
        this.random = new SplittableRandom(options.seed());
        this.progress = progress;
    }

    /**
     * The outcome of one way of the tree.
     *
     * @param importSeconds duration of the import, or of its last part if it was killed
     * @param importKills moments of kills in seconds after the start; only those that found the import running
     * @param importUnchanged files that the last import found in the store
     * @param exportSeconds duration of the export, or of its last part
     * @param exportKills as of the import
     * @param exportUnchanged files that the last export found at their place
     * @param differences first lines of {@code diff -r} between the tree and the export
     */
    record Way(
            double importSeconds,
            List<Double> importKills,
            long importUnchanged,
            double exportSeconds,
            List<Double> exportKills,
            long exportUnchanged,
            List<String> differences) {}

    /**
     * The outcome of all.
     *
     * @param whole the undisturbed import and export
     * @param killed those that were killed and continued
     * @param verified files of the store that were checked, of both ways together
     * @param problems problems of the check
     * @param verifySeconds duration of the check
     */
    record Outcome(Way whole, Way killed, long verified, long problems, double verifySeconds) {}

    /** Creates the store and imports the tree undisturbed; {@link #rest} does everything else. */
    JsonNode importWhole(StoreModel model) throws IOException, InterruptedException {
        program.run("init", "--model", model.toString());
        progress.accept(model + ": import");
        return program.run("import", tree.root().toString(), WHOLE);
    }

    /**
     * Exports the first import, then imports, verifies and exports with kills.
     *
     * @param first figures of {@link #importWhole}
     */
    Outcome rest(StoreModel model, JsonNode first) throws IOException, InterruptedException {
        double importSeconds = Json.number(first, "seconds");
        progress.accept(model + ": export");
        JsonNode export = export(WHOLE, List.of());
        double exportSeconds = Json.number(export, "seconds");
        Way whole = new Way(importSeconds, List.of(), unchanged(first), exportSeconds, List.of(), 0, compared());
        progress.accept(model + ": import, killed " + options.kills() + " times");
        List<Double> importKills = kills(importSeconds, "import", tree.root().toString(), KILLED);
        JsonNode second = program.run("import", tree.root().toString(), KILLED);
        progress.accept(model + ": verify");
        JsonNode verified = program.run("verify");
        progress.accept(model + ": export, killed " + options.kills() + " times");
        List<Double> exportKills = kills(exportSeconds, "export", exported.toString(), KILLED);
        JsonNode last = export(KILLED, exportKills);
        Way killed = new Way(
                Json.number(second, "seconds"),
                importKills,
                unchanged(second),
                Json.number(last, "seconds"),
                exportKills,
                unchanged(last),
                compared());
        return new Outcome(
                whole,
                killed,
                Math.round(Json.number(verified, "files")),
                Math.round(Json.number(verified, "problems")),
                Json.number(verified, "seconds"));
    }

    private static long unchanged(JsonNode figures) {
        return Math.round(Json.number(figures, "unchanged"));
    }

    private JsonNode export(String from, List<Double> after) throws IOException, InterruptedException {
        if (after.isEmpty()) {
            FileTree.delete(exported);
        }
        return program.run("export", exported.toString(), from);
    }

    /** Runs a verb and kills it at random moments, each within its share of the time of an undisturbed one. */
    private List<Double> kills(double wholeSeconds, String verb, String... words)
            throws IOException, InterruptedException {
        FileTree.delete(exported);
        List<Double> moments = new ArrayList<>();
        for (int i = 0; i < options.kills(); i++) {
            long share = Math.max(1, Math.round(wholeSeconds * 1_000 / options.kills()));
            long millis = START_MILLIS + random.nextLong(share);
            if (program.kill(millis, verb, words)) {
                moments.add(millis / 1_000.0);
            }
        }
        return moments;
    }

    /** Compares the tree with the export. */
    private List<String> compared() throws IOException, InterruptedException {
        Process diff = new ProcessBuilder("diff", "-r", "-q", tree.root().toString(), exported.toString())
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(diff.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .limit(MOST_DIFFERENCES)
                .toList();
        int exit = diff.waitFor();
        if (exit != 0 && lines.isEmpty()) {
            throw new IOException("diff exit=" + exit + ": no output");
        }
        return lines;
    }
}
