package org.ssdtier.benchmarks.smallfiles;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The result of a run, complete or not, without the {@link FilesFigures} that its file has too.
 *
 * @param plan the plan
 * @param facts facts about software and machine
 * @param fileSlots results of the slots that were run, in the order of the plan
 */
@JsonIgnoreProperties({"cells", "targets"})
record FilesResult(FilesPlan plan, Map<String, Object> facts, List<FilesSlotResult> fileSlots) {
    /** Copies the results. */
    FilesResult {
        fileSlots = List.copyOf(fileSlots);
    }

    /** A group of equal slots of an arm. */
    record Cell(FilesArm arm, FilesPhase phase, int clients) {}

    /** Returns the successful results of a cell, one for each round and pass. */
    List<FilesSlotResult> of(Cell cell) {
        return good().filter(result -> result.slot().arm().equals(cell.arm().label)
                        && result.slot().phase() == cell.phase()
                        && result.slot().clients() == cell.clients())
                .toList();
    }

    private Stream<FilesSlotResult> good() {
        return fileSlots.stream().filter(FilesSlotResult::isGood);
    }

    /** Returns median and range of a figure of a cell; NaN without results. */
    Spread spread(Cell cell, ToDoubleFunction<FilesSlotResult> figure) {
        return Spread.of(of(cell).stream().map(figure::applyAsDouble).toList());
    }

    /** Returns whether the cores rather than the drives were the limit in the slots of a cell, by their median. */
    boolean isLimitedByCpu(Cell cell) {
        return spread(cell, FilesSlotResult::machineCpu).median() > FilesSlotResult.CPU_LIMITED;
    }

    /** Returns the cells with results, in the order of the plan. */
    List<Cell> cells() {
        return good().map(result -> new Cell(
                        FilesArm.named(result.slot().arm()),
                        result.slot().phase(),
                        result.slot().clients()))
                .distinct()
                .toList();
    }

    /** Returns the time of a whole traversal without reads, in seconds; NaN without results. */
    Spread traversalSeconds(FilesArm arm, int threads) {
        return spread(new Cell(arm, FilesPhase.TRAVERSAL, threads), result -> result.traversed()
                .secondsFor(plan.scale().files()));
    }

    /**
     * Returns the ratios of a figure of the reads under a traversal to that without: of the slots of the same round and
     * pass, which follow one another.
     */
    Spread underTraversal(FilesArm arm, ToDoubleFunction<FilesSlotResult> figure) {
        int clients = plan.scale().pairClients();
        List<Double> ratios = new ArrayList<>();
        for (FilesSlotResult under : of(new Cell(arm, FilesPhase.BOTH, clients))) {
            Optional<FilesSlotResult> alone = of(new Cell(arm, FilesPhase.READS, clients)).stream()
                    .filter(result -> result.slot().round() == under.slot().round()
                            && result.slot().pass() == under.slot().pass())
                    .findFirst();
            alone.ifPresent(result -> ratios.add(figure.applyAsDouble(under) / figure.applyAsDouble(result)));
        }
        return Spread.of(ratios);
    }

    /** Returns the failed slots, one line each. */
    List<String> failures() {
        return fileSlots.stream()
                .filter(result -> !result.isGood())
                .map(result -> result.slot() + ": " + result.failure())
                .toList();
    }
}
