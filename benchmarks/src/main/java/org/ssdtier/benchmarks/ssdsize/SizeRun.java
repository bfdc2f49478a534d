package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.report.CellProgress;

/**
 * A run: makes the snapshot, then starts a node for each setup, one after the other on drives of its own, and measures
 * its missing cells.
 */
final class SizeRun {
    private static final double MICROS_PER_MILLI = 1_000;

    private final SizePlan plan;
    private final SizeSelection selection;
    private final SizeDirectory directory;
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
    SizeRun(
            SizePlan plan,
            SizeSelection selection,
            SizeDirectory directory,
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

    private List<Cell> missing() throws IOException {
        return directory.missing(selection.cells());
    }

    private void measure(List<Cell> missing, RunFacts facts) throws IOException, InterruptedException {
        facts.setDisks(
                "emulated",
                host.canBoundMemory() ? "limited by a control group to each setup's budget" : "not limited");
        if (directory.isBegun()) {
            facts.follow(directory.begun().facts());
        }
        BriefDataset dataset = new BriefDataset(datasets, plan.scale().rows(), plan.seed());
        BriefDataset.Facts made = dataset.prepare(line -> progress.accept("data: " + line));
        directory.write(new SizeDirectory.Begun(plan, made, facts.toMap()));
        CellProgress left = new CellProgress(missing.size());
        for (int from = 0; from < missing.size(); ) {
            int to = from + 1;
            while (to < missing.size()
                    && missing.get(to).setup().equals(missing.get(from).setup())) {
                to++;
            }
            measure(missing.subList(from, to), dataset, left);
            from = to;
        }
        directory.write(new SizeDirectory.Begun(plan, made, facts.toMap()));
    }

    /** Measures cells of one setup. A node that does not start, or ends, fails the rest of them; others continue. */
    private void measure(List<Cell> cells, BriefDataset dataset, CellProgress left)
            throws IOException, InterruptedException {
        Setup setup = cells.get(0).setup();
        int good = 0;
        try (SizeDrives drives = new SizeDrives(host);
                SizeNode node = start(setup, drives.make(setup, plan))) {
            for (Cell cell : cells) {
                write(measure(node, cell, dataset), left);
                good++;
            }
        } catch (IOException | RuntimeException e) {
            progress.accept("setup " + setup + " failed: " + e.getMessage());
            for (Cell cell : cells.subList(good, cells.size())) {
                write(CellResult.failed(cell, String.valueOf(e.getMessage())), left);
            }
        } finally {
            directory.deleteNodes();
        }
    }

    private SizeNode start(Setup setup, NodeDrives drives) throws IOException {
        ProgramMemory memory = host.programMemory("size-node");
        try {
            return SizeNode.start(setup, plan, drives, memory, directory.nodes());
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    private static CellResult measure(SizeNode node, Cell cell, BriefDataset dataset)
            throws IOException, InterruptedException {
        try {
            return node.measure(cell, dataset);
        } catch (IOException | RuntimeException e) {
            if (node.isAlive()) {
                return CellResult.failed(cell, String.valueOf(e.getMessage()));
            }
            throw new IOException(e.getMessage() + "\n" + node.lastWords(), e);
        }
    }

    private void write(CellResult result, CellProgress left) throws IOException {
        directory.write(result);
        progress.accept(line(result) + left.next());
    }

    private static String line(CellResult result) {
        if (!result.isGood()) {
            return result.cell() + ": failed: " + result.failure();
        }
        return String.format(
                Locale.ROOT,
                "%-60s %,8.0f requests/s, p99 %7.2f ms, hits %.3f + %.3f%s, %.3f reads/request, CPU %2.0f %%, "
                        + "%.0f s before",
                result.cell(),
                result.requestsPerSecond(),
                result.reads().p99Micros() / MICROS_PER_MILLI,
                result.figures().hits().memory(),
                result.figures().hits().ssd(),
                result.figures().hits().remark(),
                result.deviceReads(),
                100 * result.figures().cpu().machine(),
                result.warmUpSeconds());
    }
}
