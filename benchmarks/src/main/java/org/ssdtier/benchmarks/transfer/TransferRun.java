package org.ssdtier.benchmarks.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;

/** A run: both models on one node with the tier, one after the other, then the HTTP servers in turn. */
final class TransferRun {
    /** The largest file that is read over HTTP: larger ones are in chunks, and would hide the requests behind bytes. */
    private static final long MOST_HTTP_BYTES = 256 << 10;

    private static final List<Integer> CONNECTIONS = List.of(1, 16);
    private static final int WARM_UP_SECONDS = 4;
    private static final String WARM_UP_KEYSPACE = "warm_up";
    /** Characters that no HTTP server treats in a special way. */
    private static final String PLAIN_PATH = "[A-Za-z0-9._/-]+";

    private final TransferOptions options;
    private final Consumer<String> progress;
    private final Map<StoreModel, TransferResult.OfModel> models = new LinkedHashMap<>();
    private final List<TransferResult.Served> served = new ArrayList<>();

    TransferRun(TransferOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Runs everything. The trees are deleted in the end. */
    TransferResult run() throws IOException, InterruptedException {
        Files.createDirectories(options.directory());
        Path root = options.tree();
        progress.accept("Copying files into " + root);
        try {
            SourceTree tree = SourceTree.create(root, options.sources(), options.files());
            try (ScratchNode node = ScratchNode.start(
                    options.directory().resolve("node"), RowCacheKind.SSDTIER, builder -> builder.heap(options.heap())
                            .moreCompilerThreads()
                            .rowCacheSize("64MiB")
                            .ssdSize("1GiB"))) {
                progress.accept("YCSB's load, not counted: it finds the node cold");
                loadRows(tree, node);
                for (StoreModel model : StoreModel.values()) {
                    importAndDrop(model, tree, node);
                }
                for (StoreModel model : StoreModel.values()) {
                    models.put(model, transfer(model, tree, node));
                }
                serve(tree, program(StoreModel.FILE_PER_ROW, node));
            }
            return new TransferResult(
                    options, new TransferResult.Tree(tree.files(), tree.bytes(), tree.meanBytes()), models, served);
        } finally {
            FileTree.delete(root);
            FileTree.delete(options.exported());
        }
    }

    private FilesProgram program(StoreModel model, ScratchNode node) throws IOException {
        return program(model == StoreModel.FILE_PER_ROW ? "file_per_row" : "directory_per_row", node);
    }

    private FilesProgram program(String keyspace, ScratchNode node) throws IOException {
        return new FilesProgram(node.node().home().ports(), keyspace, options.directory());
    }

    /** An import that compiles the node's code for it, as the load that is not counted does for YCSB's. */
    private void importAndDrop(StoreModel model, SourceTree tree, ScratchNode node)
            throws IOException, InterruptedException {
        progress.accept(model + ": import, not counted");
        new ModelTransfer(options, tree, program(WARM_UP_KEYSPACE, node), progress).importWhole(model);
        node.session().execute("DROP KEYSPACE " + WARM_UP_KEYSPACE);
    }

    /** Loads YCSB's rows before and after the import, as the node's compactions make it slower or faster meanwhile. */
    private TransferResult.OfModel transfer(StoreModel model, SourceTree tree, ScratchNode node)
            throws IOException, InterruptedException {
        progress.accept(model + ": YCSB's load of " + tree.files() + " rows of " + tree.meanBytes() + " bytes");
        double before = loadRows(tree, node);
        ModelTransfer transfer = new ModelTransfer(options, tree, program(model, node), progress);
        JsonNode first = transfer.importWhole(model);
        double imported = tree.files() / Json.number(first, "seconds");
        double after = loadRows(tree, node);
        progress.accept(String.format(
                "%s: %,.0f files/s, YCSB %,.0f rows/s before and %,.0f after", model, imported, before, after));
        return new TransferResult.OfModel(before, after, imported, transfer.rest(model, first));
    }

    /** Loads and drops YCSB's rows; returns rows per second. */
    private double loadRows(SourceTree tree, ScratchNode node) throws IOException, InterruptedException {
        double rows =
                YcsbRows.load(node.node().home().ports(), tree.files(), Math.max(1, tree.meanBytes()), options.seed());
        node.session().execute("DROP KEYSPACE " + YcsbRows.KEYSPACE);
        return rows;
    }

    /** Reads files over HTTP from the store and from the tree, in turn. */
    private void serve(SourceTree tree, FilesProgram program) throws IOException, InterruptedException {
        List<String> below = new ArrayList<>();
        for (Path file : tree.upTo(MOST_HTTP_BYTES)) {
            String path = "/" + file;
            if (path.matches(PLAIN_PATH)) {
                below.add(StorePath.of(path).escaped());
            }
        }
        List<String> inStore =
                below.stream().map(path -> ModelTransfer.WHOLE + path).toList();
        progress.accept("HTTP: " + below.size() + " files");
        try (HttpProcess plain = PlainFileServer.start(tree.root());
                HttpProcess store = program.serve()) {
            HttpLoad ofPlain = new HttpLoad(plain.port(), below);
            HttpLoad ofStore = new HttpLoad(store.port(), inStore);
            ofPlain.run(CONNECTIONS.get(CONNECTIONS.size() - 1), WARM_UP_SECONDS, options.seed());
            ofStore.run(CONNECTIONS.get(CONNECTIONS.size() - 1), WARM_UP_SECONDS, options.seed());
            for (int round = 1; round <= options.httpRounds(); round++) {
                for (int connections : CONNECTIONS) {
                    long seed = options.seed() + round;
                    served.add(
                            new TransferResult.Served("plain", ofPlain.run(connections, options.httpSeconds(), seed)));
                    served.add(
                            new TransferResult.Served("store", ofStore.run(connections, options.httpSeconds(), seed)));
                }
            }
        }
    }
}
