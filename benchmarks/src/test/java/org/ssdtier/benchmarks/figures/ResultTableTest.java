package org.ssdtier.benchmarks.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("unit")
final class ResultTableTest {
    @TempDir
    private Path root;

    @Test
    void resultsOfThisRepository_haveTheirOrigin() throws IOException {
        ResultFiles results = new ResultFiles(Checkout.locate().root().resolve(FigurePages.RESULTS));
        List<String> without = new ArrayList<>();
        for (String name : results.names()) {
            if (!Provenance.of(results.result(name)).isComplete()) {
                without.add(name);
            }
        }
        assertEquals(List.of(), without, "results without commit, date, load, kernel or device");
    }

    @Test
    void result_isOld_onceTheProductsCodeHasChanged() throws Exception {
        Needed.program("git");
        git("init", "--quiet");
        commit("cassandra-ssdtier/row-cache/src/main/java/Cache.java", "1");
        String measured = git("rev-parse", "HEAD").strip();
        write(
                "results/tier.json",
                "{\"run\": {\"facts\": {\"commit\": \"" + measured + "-dirty\", \"load_average_before\": 3.0}}}");
        write("results/device.json", "{\"run\": {\"commit\": \"" + measured + "\"}}");
        write("results/gone.json", "{\"run\": {\"commit\": \"0123456789ab\"}}");
        assertEquals(List.of("same", "unknown", "same"), ages());
        commit("docs/figures.md", "a page");
        commit("cassandra-ssdtier/row-cache/src/test/java/CacheTest.java", "a test");
        assertEquals(List.of("same", "unknown", "same"), ages());
        commit("cassandra-ssdtier/row-cache/src/main/java/Cache.java", "2");
        assertEquals(List.of("same", "unknown", "old: commits=1"), ages());
        commit("benchmarks/device/model.c", "a drive");
        assertEquals(List.of("old: commits=1", "unknown", "old: commits=1"), ages());
        commit("benchmarks/src/main/java/Bench.java", "a probe");
        assertEquals(List.of("old: commits=1", "unknown", "old: commits=1"), ages());
        assertEquals(List.of("commits=2", "unknown", "commits=2"), column("Method since"));
    }

    /** Cells of several invocations meet in one result: the oldest of them counts, and the highest load. */
    @Test
    void resultOfSeveralInvocations_isAsOldAsTheOldest() throws Exception {
        Needed.program("git");
        git("init", "--quiet");
        commit("conf/cassandra.yaml", "1");
        String first = git("rev-parse", "HEAD").strip();
        commit("conf/cassandra.yaml", "2");
        String last = git("rev-parse", "HEAD").strip();
        write(
                "results/size.json",
                "{\"facts\": {\"commit\": \"" + last + "\", \"load_average_before\": 0.2, \"earlier\": [{\"commit\": \""
                        + first + "\", \"load_average_before\": 7.0}, {\"commit\": \"" + last + "\"}]}}");
        assertEquals(List.of("old: commits=1"), ages());
        Provenance provenance = Provenance.of(new ResultFiles(root.resolve("results")).result("size"));
        assertEquals(List.of(last, first), provenance.commits());
        assertEquals("7.00", provenance.loadText());
    }

    @Test
    void resultOfABusyMachine_isMarked() throws Exception {
        write("results/idle.json", "{\"run\": {\"load_average_before\": 0.5}}");
        write("results/loaded.json", "{\"run\": {\"facts\": {\"load_average_before\": 0.51}}}");
        write("results/unknown.json", "{}");
        ResultTable table = new ResultTable(new ResultFiles(root.resolve("results")), new ProductCode(root));
        int column = ResultTable.HEADING.indexOf("Load before");
        assertEquals(
                List.of("0.50", "0.51 busy", "unknown busy"),
                table.rows().stream().map(row -> row.get(column)).toList());
    }

    /** One forced invocation is enough; results of earlier versions do not say it. */
    @Test
    void resultOfAForcedRun_isMarked() throws Exception {
        write("results/calm.json", "{\"run\": {\"forced\": false}}");
        write("results/early.json", "{\"run\": {\"load_average_before\": 9.0}}");
        write("results/forced.json", "{\"run\": {\"forced\": true}}");
        write("results/parts.json", "{\"facts\": {\"forced\": false, \"earlier\": [{}, {\"forced\": true}]}}");
        write("results/partsunknown.json", "{\"facts\": {\"forced\": false, \"earlier\": [{}]}}");
        ResultTable table = new ResultTable(new ResultFiles(root.resolve("results")), new ProductCode(root));
        int column = ResultTable.HEADING.indexOf("Forced");
        assertEquals(
                List.of("no", "–", "yes", "yes", "–"),
                table.rows().stream().map(row -> row.get(column)).toList());
    }

    /** A page's lines have at most 130 characters. */
    @Test
    void rowOfAPage_hasKernelAndForced_andOnlyTwoOfManyCommits() throws Exception {
        String commit = "{\"commit\": \"%s\", \"forced\": true}";
        write(
                "results/parts.json",
                "{\"facts\": {\"begun\": \"2026-11-28T10:00:00Z\", \"commit\": \"f71cde0a4873\", \"os\": \"Linux 6.18.44\","
                        + " \"device\": \"emulated\", \"load_average_before\": 0.2, \"earlier\": ["
                        + commit.formatted("d3b81f121f70") + ", " + commit.formatted("09bf3b863150") + ", "
                        + commit.formatted("0d30983dfcda") + "]}}");
        Provenance provenance = Provenance.of(new ResultFiles(root.resolve("results")).result("parts"));
        assertEquals(
                "2026-11-28 | f71cde0a4873, d3b81f121f70 and 2 more | 0.20 | yes | 6.18.44 | emulated |",
                provenance.cells());
        String[] head = Provenance.headings().split("\n", -1);
        assertEquals(provenance.cells().split("\\|", -1).length, head[0].split("\\|", -1).length);
        assertEquals("|---".repeat(7) + "|", head[1]);
    }

    private List<String> ages() throws Exception {
        return column("Code since");
    }

    private List<String> column(String heading) throws Exception {
        ResultTable table = new ResultTable(new ResultFiles(root.resolve("results")), new ProductCode(root));
        int column = ResultTable.HEADING.indexOf(heading);
        return table.rows().stream().map(row -> row.get(column)).toList();
    }

    private void commit(String file, String text) throws Exception {
        write(file, text);
        git("add", file);
        git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "-m", "change");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, git.waitFor(), command.toString());
        return output;
    }
}
