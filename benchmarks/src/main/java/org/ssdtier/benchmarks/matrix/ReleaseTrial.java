package org.ssdtier.benchmarks.matrix;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.benchmarks.stale.BriefProbe;
import org.ssdtier.benchmarks.stale.Judged;
import org.ssdtier.benchmarks.stale.ProbedNode;
import org.ssdtier.ycsb.stale.StoreException;

/** The way of one release from stock to the tier and back, step by step; the first step that fails ends it. */
final class ReleaseTrial {
    private static final int PARTITIONS = 100;
    private static final String ROWS = "rows";
    private static final String TAGS = "tags";

    private final String version;
    private final Path jars;
    private final InstallerJar installer;
    private final MatrixOptions options;
    private final Consumer<String> progress;
    private final Path directory;
    private final BriefProbe probe;
    private final TrialTable rows = new TrialTable(ROWS);
    private final TrialTable tags = new TrialTable(TAGS);
    private Map<String, String> stockFiles = Map.of();
    private @Nullable TrialNode node;

    /**
     * Creates a trial.
     *
     * @param jars directory of the jars of the release
     * @param progress receives a line for each step
     */
    ReleaseTrial(String version, Path jars, InstallerJar installer, MatrixOptions options, Consumer<String> progress) {
        this.version = version;
        this.jars = jars;
        this.installer = installer;
        this.options = options;
        this.progress = progress;
        directory = options.directory().resolve("cassandra-" + version);
        probe = new BriefProbe(directory, options.heap(), Duration.ofSeconds(options.probeSeconds()), options.seed());
    }

    /** Returns what is set in {@code cassandra.yaml} to switch the tier on. */
    Map<String, String> tierYaml() {
        Map<String, String> yaml = new LinkedHashMap<>(probe.tierYaml());
        yaml.put("schema_catalogue.enabled", "true");
        return yaml;
    }

    /** Runs the steps. */
    List<StepOutcome> run() throws IOException, InterruptedException {
        List<StepOutcome> outcomes = new ArrayList<>();
        try {
            for (MatrixStep step : MatrixStep.values()) {
                StepOutcome outcome = run(step);
                outcomes.add(outcome);
                progress.accept(String.format(
                        "Cassandra %s %-9s %-6s %5.1f s  %s",
                        version, step, outcome.passed() ? "passed" : "FAILED", outcome.seconds(), outcome.found()));
                if (!outcome.passed()) {
                    break;
                }
            }
        } finally {
            TrialNode last = node;
            if (last != null) {
                last.close();
            }
        }
        return outcomes;
    }

    private StepOutcome run(MatrixStep step) throws InterruptedException {
        long begin = System.nanoTime();
        boolean passed = false;
        String found;
        try {
            found = found(step);
            passed = true;
        } catch (IOException | StoreException | DriverException | IllegalStateException e) {
            found = String.valueOf(e.getMessage());
        }
        return new StepOutcome(step.toString(), passed, Math.round((System.nanoTime() - begin) / 1e8) / 10.0, found);
    }

    private String found(MatrixStep step) throws IOException, InterruptedException, StoreException {
        return switch (step) {
            case STOCK -> startStock();
            case MISFIT ->
                Misfit.create(directory, version, options.directory().resolve("misfit-" + version))
                        .requireRefusal(installer, version);
            case INSTALL -> install();
            case VERIFY -> verify();
            case START -> startTier();
            case CQL -> useCql();
            case STALE -> probe();
            case CATALOGUE -> useCatalogue();
            case CONVERT -> convert();
            case UNINSTALL -> uninstall();
            case AGAIN -> startStockAgain();
        };
    }

    private String startStock() throws IOException {
        TrialNode started = TrialNode.start(directory, jars, options.heap());
        node = started;
        String release = String.valueOf(started.session()
                .execute("SELECT release_version FROM system.local")
                .one()
                .getString(0));
        require(release.equals(version), "release=" + release + ": expected " + version);
        TrialTable.createKeyspace(started.session());
        rows.create(started.session());
        rows.write(started.session(), 0, PARTITIONS);
        started.verbs().flush(ROWS);
        int count = rows.check(started.session());
        started.stop();
        stockFiles = HomeFiles.of(directory);
        return "release " + release + ", rows " + count;
    }

    private String install() throws IOException {
        return said(installer.require("install", directory), "woven for Cassandra " + version);
    }

    private String verify() throws IOException {
        String output = installer.require("verify", directory);
        return said(output, "sound") + ", " + said(output, "woven for Cassandra " + version);
    }

    private String startTier() throws IOException {
        node().yaml().on(tierYaml());
        node().restart();
        require(node().jmx().hasTier(), "the node has no tier");
        ToolResult stats = node().process().nodetool("ssdrowcache", "stats");
        require(stats.exitCode() == 0, "nodetool ssdrowcache stats: " + stats.output());
        return "tier " + node().jmx().tierState();
    }

    private String useCql() throws IOException {
        int stock = rows.check(node().session());
        rows.write(node().session(), PARTITIONS, PARTITIONS);
        rows.check(node().session());
        node().verbs().flush(ROWS);
        int all = rows.check(node().session());
        long hits = node().verbs().tableCounter(ROWS, "RowCacheHit");
        require(hits > 0, "table=" + ROWS + ": no read was answered by the row cache");
        return "stock rows " + stock + ", rows " + all + ", hits " + hits;
    }

    private String probe() throws IOException, InterruptedException, StoreException {
        Judged judged = probe.run(new ProbedNode(node().home(), node().session(), node().jmx()), line -> {});
        String figures = String.format(
                "reads %d, demotions %d, stale %d, lost %d, ghost %d, failed %d",
                judged.reads(), judged.demotions(), judged.stale(), judged.lost(), judged.ghost(), judged.failed());
        require(judged.isRight() && judged.reads() > 0 && judged.demotions() > 0, figures + " " + judged.violations());
        return figures;
    }

    private String useCatalogue() throws IOException, InterruptedException {
        tags.create(node().session());
        tags.choose(node().session(), true);
        tags.write(node().session(), 0, PARTITIONS);
        node().verbs().flush(TAGS);
        tags.write(node().session(), PARTITIONS / 2, PARTITIONS);
        node().verbs().flush(TAGS);
        int flushed = node().awaitFormat(TAGS, true);
        tags.check(node().session());
        require(node().verbs().compact(TAGS), "table=" + TAGS + ": the compaction was cancelled");
        node().awaitFormat(TAGS, true);
        int count = tags.check(node().session());
        return "rows " + count + ", SSTables compacted " + flushed;
    }

    private String convert() throws IOException, InterruptedException {
        tags.choose(node().session(), false);
        node().verbs().rewriteSSTables(TAGS);
        node().awaitFormat(TAGS, false);
        return "rows " + tags.check(node().session());
    }

    private String uninstall() throws IOException {
        node().stop();
        node().yaml().off();
        String output = installer.require("uninstall", directory);
        HomeFiles.requireEqual(stockFiles, HomeFiles.of(directory));
        return said(output, "is stock Cassandra " + version);
    }

    private String startStockAgain() throws IOException {
        node().restart();
        require(!node().jmx().hasTier(), "the node still has the tier");
        int count = rows.check(node().session()) + tags.check(node().session());
        node().stop();
        return "rows " + count;
    }

    private TrialNode node() {
        TrialNode started = node;
        if (started == null) {
            throw new IllegalStateException("the node was not started");
        }
        return started;
    }

    private static void require(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    /** Returns a text that an output must contain: the rest of it names files of this machine. */
    private static String said(String output, String text) throws IOException {
        require(output.contains(text), "expected " + text + ", found: " + output.strip());
        return text;
    }
}
