package org.ssdtier.benchmarks.survive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.Closing;

/**
 * A run of four nodes side by side. In each slot all of them run the same mix at the same rate with the same requests,
 * so that a disturbance of the machine affects all alike. The slots iterate over the mixes round by round.
 */
final class SurviveRun {
    private final SurviveOptions options;
    private final Consumer<String> progress;
    private final ExecutorService runners = Executors.newFixedThreadPool(RowCacheArm.values().length);
    private final ScheduledExecutorService flusher = Executors.newScheduledThreadPool(RowCacheArm.values().length);

    SurviveRun(SurviveOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    SurviveResult run() throws IOException, InterruptedException {
        List<ArmNode> nodes = new ArrayList<>();
        try {
            for (RowCacheArm arm : RowCacheArm.values()) {
                progress.accept("Starting and filling the node of " + arm);
                ArmNode node = ArmNode.start(arm, options);
                nodes.add(node);
                node.prepare();
            }
            List<Cell> cells = new ArrayList<>();
            for (int round = 0; round < options.rounds(); round++) {
                for (int readPercent : options.readPercents()) {
                    List<Cell> slot = slot(nodes, round, readPercent);
                    cells.addAll(slot);
                    progress.accept(line(slot));
                }
            }
            return new SurviveResult(options, cells);
        } finally {
            runners.shutdownNow();
            flusher.shutdownNow();
            Closing.all(nodes);
        }
    }

    private List<Cell> slot(List<ArmNode> nodes, int round, int readPercent) throws IOException, InterruptedException {
        List<Callable<Cell>> tasks = nodes.stream()
                .map(node -> node.task(round, readPercent, flusher))
                .toList();
        List<Cell> cells = new ArrayList<>();
        for (Future<Cell> future : runners.invokeAll(tasks)) {
            try {
                cells.add(future.get());
            } catch (ExecutionException e) {
                throw new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
            }
        }
        return cells;
    }

    private String line(List<Cell> slot) {
        Cell first = slot.get(0);
        StringBuilder line = new StringBuilder(String.format(
                "round %d of %d, %d %% reads:", first.round() + 1, options.rounds(), first.readPercent()));
        slot.forEach(cell -> line.append(
                String.format("  %s %.3f", cell.arm(), cell.counters().hitRatio())));
        return line.toString();
    }
}
