package org.ssdtier.benchmarks.transfer;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.files.model.StoreModel;

/**
 * The result of {@link TransferRun}.
 *
 * @param options options of the run
 * @param tree the tree that was transferred
 * @param models outcome of each model
 * @param served every slot of reads over HTTP
 */
record TransferResult(TransferOptions options, Tree tree, Map<StoreModel, OfModel> models, List<Served> served)
        implements BenchFindings {
    /** Least rate of an import, as a fraction of that at which YCSB loads rows of the same size. */
    static final double TARGET = 0.5;

    private static final double MEGABYTE = 1e6;

    TransferResult {
        served = List.copyOf(served);
    }

    /**
     * The size of a tree.
     *
     * @param files number of files
     * @param bytes bytes of all files
     * @param meanBytes bytes of the mean file
     */
    record Tree(long files, long bytes, long meanBytes) {}

    /**
     * The outcome of one model.
     *
     * @param rowsBefore rate of YCSB's load before the import, in rows a second
     * @param rowsAfter rate of YCSB's load after it
     * @param filesPerSecond rate of the undisturbed import
     * @param outcome what came back
     */
    record OfModel(double rowsBefore, double rowsAfter, double filesPerSecond, ModelTransfer.Outcome outcome) {
        double rowsPerSecond() {
            return (rowsBefore + rowsAfter) / 2;
        }

        double ratio() {
            return filesPerSecond / rowsPerSecond();
        }

        /** Returns whether both ways brought back the same files, and kills found the programs running. */
        boolean isIdentical(Tree of) {
            ModelTransfer.Way killed = outcome.killed();
            return outcome.whole().differences().isEmpty()
                    && killed.differences().isEmpty()
                    && outcome.problems() == 0
                    && outcome.verified() == 2 * of.files()
                    && !killed.importKills().isEmpty()
                    && !killed.exportKills().isEmpty();
        }
    }

    /**
     * A slot of reads over HTTP.
     *
     * @param server plain or store
     * @param figures its figures
     */
    record Served(String server, HttpLoad.Figures figures) {}

    @Override
    public boolean isGood() {
        return models.size() == StoreModel.values().length
                && models.values().stream().allMatch(one -> one.isIdentical(tree) && one.ratio() >= TARGET);
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tree", Map.of("files", tree.files(), "bytes", tree.bytes(), "mean_bytes", tree.meanBytes()));
        models.forEach((model, one) -> map.put(model.toString(), model(one)));
        map.put("http", http());
        Map<String, Object> target = new LinkedHashMap<>();
        models.forEach((model, one) -> target.put("import_to_ycsb_" + model, one.ratio()));
        target.put("at_least", TARGET);
        target.put("met", isGood());
        map.put("target", target);
        map.put("good", isGood());
        map.put("settings", settings());
        map.put("run", facts);
        return map;
    }

    private Map<String, Object> model(OfModel one) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("import_files_per_second", one.filesPerSecond());
        map.put("import_mb_per_second", one.filesPerSecond() * tree.meanBytes() / MEGABYTE);
        map.put("ycsb_rows_per_second", one.rowsPerSecond());
        map.put("ycsb_rows_per_second_before", one.rowsBefore());
        map.put("ycsb_rows_per_second_after", one.rowsAfter());
        map.put("import_to_ycsb", one.ratio());
        map.put("identical", one.isIdentical(tree));
        ModelTransfer.Outcome outcome = one.outcome();
        map.put("undisturbed", way(outcome.whole()));
        map.put("killed", way(outcome.killed()));
        map.put("verified_files", outcome.verified());
        map.put("problems", outcome.problems());
        map.put("verify_seconds", outcome.verifySeconds());
        return map;
    }

    private static Map<String, Object> way(ModelTransfer.Way way) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("last_import_seconds", way.importSeconds());
        map.put("import_killed_after_seconds", way.importKills());
        map.put("import_unchanged", way.importUnchanged());
        map.put("last_export_seconds", way.exportSeconds());
        map.put("export_killed_after_seconds", way.exportKills());
        map.put("export_unchanged", way.exportUnchanged());
        map.put("differences", way.differences());
        return map;
    }

    private Map<String, Object> http() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int connections : connections()) {
            Map<String, Object> cell = new LinkedHashMap<>();
            for (String server : List.of("plain", "store")) {
                Map<String, Object> figures = new LinkedHashMap<>();
                figures.put(
                        "requests_per_second",
                        spread(server, connections, HttpLoad.Figures::requestsPerSecond)
                                .toMap());
                figures.put(
                        "mb_per_second",
                        spread(server, connections, one -> one.bytesPerSecond() / MEGABYTE)
                                .toMap());
                figures.put(
                        "p50_micros",
                        spread(server, connections, HttpLoad.Figures::p50Micros).toMap());
                figures.put(
                        "p99_micros",
                        spread(server, connections, HttpLoad.Figures::p99Micros).toMap());
                cell.put(server, figures);
            }
            cell.put("store_to_plain", storeToPlain(connections));
            map.put("connections_" + connections, cell);
        }
        return map;
    }

    private List<Integer> connections() {
        return served.stream()
                .map(one -> one.figures().connections())
                .distinct()
                .toList();
    }

    private Spread spread(String server, int connections, ToDoubleFunction<HttpLoad.Figures> figure) {
        return Spread.of(served.stream()
                .filter(one -> one.server().equals(server) && one.figures().connections() == connections)
                .map(one -> figure.applyAsDouble(one.figures()))
                .toList());
    }

    private double storeToPlain(int connections) {
        return spread("store", connections, HttpLoad.Figures::requestsPerSecond).median()
                / spread("plain", connections, HttpLoad.Figures::requestsPerSecond)
                        .median();
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sources", options.sources().stream().map(SourceTree::described).toList());
        map.put("least_files", options.files());
        map.put("kills", options.kills());
        map.put("http_seconds", options.httpSeconds());
        map.put("http_rounds", options.httpRounds());
        map.put("heap", options.heap());
        map.put("node", "one, with the tier; programs, servers and clients share its cores");
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf("%n%,d files, %,d bytes, mean %,d bytes%n", tree.files(), tree.bytes(), tree.meanBytes());
        models.forEach((model, one) -> {
            ModelTransfer.Outcome outcome = one.outcome();
            out.printf(
                    "  %-18s import %,.0f files/s, YCSB's load %,.0f rows/s: %.2f%n",
                    model, one.filesPerSecond(), one.rowsPerSecond(), one.ratio());
            out.printf(
                    "  %-18s %s after %d kills of the import and %d of the export; %,d verified, %,d problems%n",
                    "",
                    one.isIdentical(tree) ? "identical" : "NOT IDENTICAL",
                    outcome.killed().importKills().size(),
                    outcome.killed().exportKills().size(),
                    outcome.verified(),
                    outcome.problems());
            outcome.whole().differences().forEach(line -> out.println("    " + line));
            outcome.killed().differences().forEach(line -> out.println("    " + line));
        });
        for (int connections : connections()) {
            out.printf(
                    "  HTTP, %d connections: %,.0f requests/s, plain file server %,.0f: %.2f%n",
                    connections,
                    spread("store", connections, HttpLoad.Figures::requestsPerSecond)
                            .median(),
                    spread("plain", connections, HttpLoad.Figures::requestsPerSecond)
                            .median(),
                    storeToPlain(connections));
        }
        out.printf(
                "  target: identical, and imports >= %.2f of YCSB's rate: %s%n", TARGET, isGood() ? "met" : "missed");
        out.flush();
    }
}
