package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.brief.BriefDataset;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.report.CellProgress;

/**
 * A run: makes the snapshot, starts a node for each arm on drives of its own, and measures the missing cells one after
 * the other. Only one node serves requests at a time; the others stay idle.
 */
final class ThreadsRun {
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PERCENTILE = 99;

    private final ThreadsPlan plan;
    private final Selection selection;
    private final ThreadsDirectory directory;
    private final Path datasets;
    private final DeviceRegistry host;
    private final Consumer<String> progress;
    private final Map<ThreadsArm, ThreadsNode> nodes = new EnumMap<>(ThreadsArm.class);
    private final Map<ThreadsArm, String> ended = new EnumMap<>(ThreadsArm.class);

    /**
     * Creates a run.
     *
     * @param datasets parent of the snapshots, which are kept
     * @param host the machine of the drives
     * @param progress receives progress messages, one line each
     */
    ThreadsRun(
            ThreadsPlan plan,
            Selection selection,
            ThreadsDirectory directory,
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
                "emulated", host.canBoundMemory() ? "limited by control groups to each arm's budget" : "not limited");
        if (directory.isBegun()) {
            facts.follow(directory.begun().facts());
        }
        BriefDataset dataset = new BriefDataset(datasets, plan.scale().rows(), plan.seed());
        BriefDataset.Facts made = dataset.prepare(line -> progress.accept("data: " + line));
        directory.write(new ThreadsDirectory.Begun(plan, made, facts.toMap()));
        List<ThreadsArm> arms = missing.stream().map(Cell::arm).distinct().toList();
        try (DriveSet drives = new DriveSet(host, plan, arms)) {
            try {
                for (ThreadsArm arm : arms) {
                    start(arm, drives);
                }
                measure(missing, dataset);
            } finally {
                Closing.all(List.copyOf(nodes.values()));
            }
        } finally {
            directory.deleteNodes();
        }
        directory.write(new ThreadsDirectory.Begun(plan, made, facts.toMap()));
    }

    /** Starts the node of an arm. A node that does not start fails its arm; the others continue. */
    private void start(ThreadsArm arm, DriveSet drives) {
        progress.accept("starting " + arm + ": " + arm.words);
        try {
            startNode(arm, drives);
        } catch (IOException | RuntimeException e) {
            progress.accept("arm " + arm + " failed: " + e.getMessage());
            ended.put(arm, String.valueOf(e.getMessage()));
        }
    }

    private void startNode(ThreadsArm arm, DriveSet drives) throws IOException {
        NodeDrives own = drives.make(arm);
        ProgramMemory memory = host.programMemory("threads-" + arm);
        try {
            nodes.put(
                    arm,
                    ThreadsNode.start(arm, plan, own, memory, directory.nodes().resolve(arm.toString())));
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    private void measure(List<Cell> cells, BriefDataset dataset) throws IOException, InterruptedException {
        CellProgress left = new CellProgress(cells.size());
        for (Cell cell : cells) {
            CellResult result = measure(cell, dataset);
            directory.write(result);
            directory.writeResult();
            progress.accept(line(result) + left.next());
        }
    }

    private CellResult measure(Cell cell, BriefDataset dataset) throws InterruptedException {
        String why = ended.get(cell.arm());
        if (why != null) {
            return CellResult.failed(cell, why);
        }
        ThreadsNode node = Objects.requireNonNull(nodes.get(cell.arm()));
        try {
            return node.measure(cell, dataset);
        } catch (IOException | RuntimeException e) {
            String message = String.valueOf(e.getMessage());
            if (node.isAlive()) {
                return CellResult.failed(cell, message);
            }
            ended.put(cell.arm(), message + "\n" + node.lastWords());
            return CellResult.failed(cell, message + "\n" + node.lastWords());
        }
    }

    private static String line(CellResult result) {
        if (!result.isGood()) {
            return result.cell() + ": failed: " + result.failure();
        }
        return String.format(
                Locale.ROOT,
                "%-36s %,8.0f requests/s, p%.0f %7.2f ms, %7.3f ms of the drives, hits %.3f + %.3f%s, %.0f s before",
                result.cell(),
                result.requestsPerSecond(),
                PERCENTILE,
                result.latency().p99Micros() / MICROS_PER_MILLI,
                result.deviceMicros() / MICROS_PER_MILLI,
                result.hits().memory(),
                result.hits().ssd(),
                result.hits().remark(),
                result.warmUpSeconds());
    }
}
