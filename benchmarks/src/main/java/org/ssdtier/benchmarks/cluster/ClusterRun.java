package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.report.CellProgress;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * A run: makes the snapshot, then starts the four nodes of one arm after the other and measures its missing cells. So
 * cells of different arms are minutes apart; rounds repeat all arms.
 */
final class ClusterRun {
    private static final double MICROS_PER_MILLI = 1_000;

    private final ClusterPlan plan;
    private final ClusterSelection selection;
    private final ClusterDirectory directory;
    private final Path datasets;
    private final DeviceRegistry host;
    private final Consumer<String> progress;

    /**
     * Creates a run.
     *
     * @param datasets parent of the snapshots, which are kept
     * @param host the machine of the drives
     * @param progress receives progress messages, one line each
     */
    ClusterRun(
            ClusterPlan plan,
            ClusterSelection selection,
            ClusterDirectory directory,
            Path datasets,
            DeviceRegistry host,
            Consumer<String> progress) {
        this.plan = plan;
        this.selection = selection;
        this.directory = directory;
        this.datasets = datasets;
        this.host = host;
        this.progress = progress;
    }

    /** Returns whether all cells have been measured and none failed. */
    boolean isMeasured() throws IOException {
        directory.open(plan);
        return missing().isEmpty();
    }

    /**
     * Measures the missing cells.
     *
     * @param facts begun facts of this invocation
     */
    void run(RunFacts facts) throws IOException, InterruptedException {
        if (!isMeasured()) {
            measure(missing(), facts);
        }
    }

    private List<ClusterSelection.Visit> missing() throws IOException {
        List<ClusterSelection.Visit> missing = new ArrayList<>();
        for (ClusterSelection.Visit visit : selection.visits()) {
            List<Cell> cells = directory.missing(visit.cells());
            if (!cells.isEmpty()) {
                missing.add(new ClusterSelection.Visit(visit.arm(), visit.round(), cells));
            }
        }
        return missing;
    }

    private void measure(List<ClusterSelection.Visit> visits, RunFacts facts) throws IOException, InterruptedException {
        facts.setDisks(
                "emulated",
                host.canBoundMemory() ? "limited by control groups, each node to the plan's" : "not limited");
        if (directory.isBegun()) {
            facts.follow(directory.begun().facts());
        }
        ClusterDataset dataset = new ClusterDataset(datasets, plan);
        ClusterDataset.Facts made = dataset.prepare(host, line -> progress.accept("data: " + line));
        directory.write(new ClusterDirectory.Begun(plan, made, facts.toMap()));
        CellProgress left = new CellProgress(
                visits.stream().mapToInt(visit -> visit.cells().size()).sum());
        for (ClusterSelection.Visit visit : visits) {
            visit(visit, dataset, left);
            directory.writeResult();
        }
        directory.write(new ClusterDirectory.Begun(plan, made, facts.toMap()));
    }

    /** Measures cells of one arm. If its nodes do not start, or one ends, its other cells fail; the next arm follows. */
    private void visit(ClusterSelection.Visit visit, ClusterDataset dataset, CellProgress left)
            throws IOException, InterruptedException {
        directory.deleteNodes(); // those of a run that was killed
        progress.accept("starting " + ClusterScale.NODES + " nodes of " + visit.arm() + ", round " + visit.round()
                + ": " + visit.arm().words);
        List<Cell> unfinished = new ArrayList<>(visit.cells());
        try (RunningCluster cluster = RunningCluster.start(visit.arm(), plan, directory.nodes(), host)) {
            for (Cell cell : visit.cells()) {
                CellResult result = measure(cluster, cell, dataset);
                record(result, left);
                unfinished.remove(cell);
                if (!cluster.isAlive()) {
                    throw new IOException("a node has ended" + cluster.endedWords());
                }
            }
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            progress.accept("arm " + visit.arm() + " failed: " + why);
            for (Cell cell : unfinished) {
                record(CellResult.failed(cell, why), left);
            }
        } finally {
            directory.deleteNodes();
        }
    }

    private static CellResult measure(RunningCluster cluster, Cell cell, ClusterDataset dataset)
            throws InterruptedException {
        try {
            return cluster.measure(cell, dataset);
        } catch (IOException | RuntimeException e) {
            return CellResult.failed(cell, e.getMessage() + cluster.endedWords());
        }
    }

    private void record(CellResult result, CellProgress left) throws IOException {
        directory.write(result);
        directory.writeResult();
        progress.accept(line(result) + left.next());
    }

    private static String line(CellResult result) {
        if (!result.isGood()) {
            return result.cell() + ": failed: " + result.failure();
        }
        return String.format(
                Locale.ROOT,
                "%-38s %,7.0f operations/s, p99 %7.2f ms, %7.3f ms of the drives, hits %.3f + %.3f%s, cores %3.0f %%, "
                        + "at rest %d of %,d reads differ, %.0f s before",
                result.cell(),
                result.operationsPerSecond(),
                result.latency(OperationType.READ).p99Micros() / MICROS_PER_MILLI,
                result.deviceMicros() / MICROS_PER_MILLI,
                result.hits().memory(),
                result.hits().ssd(),
                result.hits().remark(),
                100 * result.cpu().machine(),
                result.rest().mismatches(),
                result.rest().reads(),
                result.beforeSeconds());
    }
}
