package org.ssdtier.benchmarks.smallfiles;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.smallfiles.FilesResult.Cell;

/**
 * A figure beside that of the paper.
 *
 * @param name short name, by which pages refer to it
 * @param words the figure
 * @param paper its value in the paper, in words; empty if the paper has none
 * @param goal kind of the goal
 * @param bound value to reach; 0 without a goal
 * @param value value of the run; NaN if its slots are missing
 * @param isJudged whether the cores have not decided it; otherwise the value is shown and decides nothing
 */
record FilesTarget(String name, String words, String paper, Goal goal, double bound, double value, boolean isJudged) {
    static final List<String> HEADING = List.of("Figure", "Paper", "Goal", "This run", "Reached");

    private static final String NONE = "–";
    private static final double LEAST_TRAVERSAL = 10;
    private static final double MOST_TAIL = 1.10;
    private static final double LEAST_TIER = 2;

    /** A kind of goal. */
    enum Goal {
        /** The value is to be at least the bound. */
        LEAST,
        /** The value is to be at most the bound. */
        MOST,
        /** The value is only shown. */
        NONE
    }

    /** Creates a figure that is judged. */
    FilesTarget(String name, String words, String paper, Goal goal, double bound, double value) {
        this(name, words, paper, goal, bound, value, true);
    }

    /**
     * Returns the figure with whether it is judged. It is not if the cores were the limit where that makes it better,
     * nor if they were where that makes it worse and the goal is missed. Without a goal, either is enough.
     *
     * @param own cell with the figure of the store that has the goal: limited by the cores, it is worse
     * @param reference cell that it is compared with: limited by the cores, it makes the figure better
     */
    private FilesTarget in(FilesResult result, Cell own, Cell reference) {
        boolean isFlattered = result.isLimitedByCpu(reference);
        boolean isHindered = result.isLimitedByCpu(own) && (goal == Goal.NONE || !isReached());
        return new FilesTarget(name, words, paper, goal, bound, value, !isFlattered && !isHindered);
    }

    /** Returns the figures of a run; those of arms that were left out are NaN. */
    static List<FilesTarget> of(FilesResult result) {
        List<FilesTarget> targets = new ArrayList<>();
        addReads(result, targets);
        addTraversals(result, targets);
        addDisturbance(result, targets);
        addMemory(result, targets);
        return targets;
    }

    private static void addReads(FilesResult result, List<FilesTarget> targets) {
        int most = result.plan().scale().mostClients();
        int middle = result.plan().scale().pairClients();
        targets.add(new FilesTarget(
                        "file_to_directory",
                        "reads/s of " + most + " clients, file per row : directory per row",
                        "above 1 (drawn)",
                        Goal.LEAST,
                        1,
                        reads(result, FilesArm.FILE, most) / reads(result, FilesArm.DIRECTORY, most))
                .in(result, readsBy(FilesArm.FILE, most), readsBy(FilesArm.DIRECTORY, most)));
        for (FilesArm tier : List.of(FilesArm.FILE_TIER, FilesArm.FILE_TIER_25)) {
            targets.add(new FilesTarget(
                            tier.label.replace('-', '_'),
                            "reads/s of " + middle + " clients, file per row with an SSD tier of " + tier.ssdPercent
                                    + " % : without",
                            "",
                            Goal.LEAST,
                            LEAST_TIER,
                            reads(result, tier, middle) / reads(result, FilesArm.FILE, middle))
                    .in(result, readsBy(tier, middle), readsBy(FilesArm.FILE, middle)));
        }
        targets.add(new FilesTarget(
                        "directory_tier",
                        "reads/s of " + middle + " clients, directory per row with an SSD tier of 10 % : without",
                        "",
                        Goal.NONE,
                        0,
                        reads(result, FilesArm.DIRECTORY_TIER, middle) / reads(result, FilesArm.DIRECTORY, middle))
                .in(result, readsBy(FilesArm.DIRECTORY_TIER, middle), readsBy(FilesArm.DIRECTORY, middle)));
        for (FilesArm fileSystem : List.of(FilesArm.EXT4, FilesArm.XFS)) {
            targets.add(new FilesTarget(
                            "file_to_" + fileSystem,
                            "reads/s of " + middle + " clients, file per row : " + fileSystem,
                            "below 1 (drawn)",
                            Goal.NONE,
                            0,
                            reads(result, FilesArm.FILE, middle) / reads(result, fileSystem, middle))
                    .in(result, readsBy(FilesArm.FILE, middle), readsBy(fileSystem, middle)));
        }
    }

    private static void addTraversals(FilesResult result, List<FilesTarget> targets) {
        for (int threads : result.plan().traversalThreads()) {
            String of = " (" + threads + (threads == 1 ? " thread)" : " threads)");
            for (FilesArm fileSystem : List.of(FilesArm.EXT4, FilesArm.XFS)) {
                double other = result.traversalSeconds(fileSystem, threads).median();
                targets.add(new FilesTarget(
                                "traversal_" + fileSystem + "_to_file_" + threads,
                                "traversal time, " + fileSystem + " : file per row" + of,
                                "12.7 (19 h : 1.5 h)",
                                Goal.LEAST,
                                LEAST_TRAVERSAL,
                                other
                                        / result.traversalSeconds(FilesArm.FILE, threads)
                                                .median())
                        .in(result, traversalBy(FilesArm.FILE, threads), traversalBy(fileSystem, threads)));
                targets.add(new FilesTarget(
                                "traversal_" + fileSystem + "_to_directory_" + threads,
                                "traversal time, " + fileSystem + " : directory per row" + of,
                                "19 (19 h : 1 h)",
                                Goal.LEAST,
                                LEAST_TRAVERSAL,
                                other
                                        / result.traversalSeconds(FilesArm.DIRECTORY, threads)
                                                .median())
                        .in(result, traversalBy(FilesArm.DIRECTORY, threads), traversalBy(fileSystem, threads)));
            }
            targets.add(new FilesTarget(
                            "traversal_file_to_directory_" + threads,
                            "traversal time, file per row : directory per row" + of,
                            "1.5 (1.5 h : 1 h)",
                            Goal.NONE,
                            0,
                            result.traversalSeconds(FilesArm.FILE, threads).median()
                                    / result.traversalSeconds(FilesArm.DIRECTORY, threads)
                                            .median())
                    .in(result, traversalBy(FilesArm.FILE, threads), traversalBy(FilesArm.DIRECTORY, threads)));
        }
    }

    private static void addDisturbance(FilesResult result, List<FilesTarget> targets) {
        int clients = result.plan().scale().pairClients();
        for (FilesArm arm : FilesArm.ALL) {
            targets.add(new FilesTarget(
                            "mean_under_traversal_" + arm,
                            "mean read under a traversal : without, " + arm,
                            arm.isStore() ? "about 1 (in words)" : "nearly 2",
                            Goal.NONE,
                            0,
                            result.underTraversal(arm, one -> one.reads().meanMicros())
                                    .median())
                    .in(result, new Cell(arm, FilesPhase.BOTH, clients), readsBy(arm, clients)));
            targets.add(new FilesTarget(
                            "p99_under_traversal_" + arm,
                            "99th percentile under a traversal : without, " + arm,
                            "",
                            arm.isStore() ? Goal.MOST : Goal.NONE,
                            arm.isStore() ? MOST_TAIL : 0,
                            result.underTraversal(arm, one -> one.reads().p99Micros())
                                    .median())
                    .in(result, new Cell(arm, FilesPhase.BOTH, clients), readsBy(arm, clients)));
        }
    }

    private static void addMemory(FilesResult result, List<FilesTarget> targets) {
        int clients = result.plan().scale().pairClients();
        targets.add(new FilesTarget(
                        "third",
                        "mean read of one replica with a third of the data per node : with all, file per row",
                        "0.5",
                        Goal.NONE,
                        0,
                        mean(result, FilesArm.FILE, FilesPhase.THIRD, clients)
                                / mean(result, FilesArm.FILE, FilesPhase.ONE, clients))
                .in(
                        result,
                        new Cell(FilesArm.FILE, FilesPhase.THIRD, clients),
                        new Cell(FilesArm.FILE, FilesPhase.ONE, clients)));
        double inMemory = mean(result, FilesArm.FILE, FilesPhase.MEMORY, clients);
        for (FilesArm fileSystem : List.of(FilesArm.EXT4, FilesArm.XFS)) {
            targets.add(new FilesTarget(
                            "memory_to_" + fileSystem + "_drive",
                            "mean read of one replica, file per row in memory : " + fileSystem + " on its drive",
                            "slightly below 1",
                            Goal.NONE,
                            0,
                            inMemory / mean(result, fileSystem, FilesPhase.READS, clients))
                    .in(result, new Cell(FilesArm.FILE, FilesPhase.MEMORY, clients), readsBy(fileSystem, clients)));
            targets.add(new FilesTarget(
                            "memory_to_" + fileSystem + "_memory",
                            "mean read of one replica, file per row in memory : " + fileSystem + " in memory",
                            "",
                            Goal.NONE,
                            0,
                            inMemory / mean(result, fileSystem, FilesPhase.MEMORY, clients))
                    .in(
                            result,
                            new Cell(FilesArm.FILE, FilesPhase.MEMORY, clients),
                            new Cell(fileSystem, FilesPhase.MEMORY, clients)));
        }
    }

    private static Cell readsBy(FilesArm arm, int clients) {
        return new Cell(arm, FilesPhase.READS, clients);
    }

    private static Cell traversalBy(FilesArm arm, int threads) {
        return new Cell(arm, FilesPhase.TRAVERSAL, threads);
    }

    private static double reads(FilesResult result, FilesArm arm, int clients) {
        return result.spread(new Cell(arm, FilesPhase.READS, clients), FilesSlotResult::readsPerSecond)
                .median();
    }

    private static double mean(FilesResult result, FilesArm arm, FilesPhase phase, int clients) {
        return result.spread(new Cell(arm, phase, clients), one -> one.reads().meanMicros())
                .median();
    }

    /** Returns the rows of a table of all figures of a run. */
    static List<List<String>> rows(FilesResult result) {
        return of(result).stream().map(FilesTarget::row).toList();
    }

    /** Returns whether the run reaches the goals of all figures that it has and that are judged. */
    static boolean areReached(FilesResult result) {
        return of(result).stream()
                .allMatch(target -> Double.isNaN(target.value) || !target.isJudged || target.isReached());
    }

    /** Returns whether the run has the figure and reaches the goal, if there is one. */
    boolean isReached() {
        return switch (goal) {
            case LEAST -> value >= bound;
            case MOST -> value <= bound;
            case NONE -> !Double.isNaN(value);
        };
    }

    private List<String> row() {
        boolean isMissing = Double.isNaN(value);
        String wanted =
                switch (goal) {
                    case LEAST -> "at least " + bound;
                    case MOST -> "at most " + bound;
                    case NONE -> NONE;
                };
        String judged = isReached() ? "yes" : "no";
        String reached = isJudged ? judged : "not judged: limited by the CPU";
        String shown = isJudged ? NONE : "limited by the CPU";
        return List.of(
                words,
                paper.isEmpty() ? NONE : paper,
                wanted,
                isMissing ? "not measured" : String.format(Locale.ROOT, "%.2f", value),
                isMissing ? NONE : goal == Goal.NONE ? shown : reached);
    }
}
