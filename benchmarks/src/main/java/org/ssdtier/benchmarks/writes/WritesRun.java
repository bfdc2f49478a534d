package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.WilliamsOrder;

/**
 * A run of several nodes, with one node at a time under load. Each round runs every arm once, in the order of {@link
 * WilliamsOrder}. Earlier warm-up rounds are not counted.
 */
final class WritesRun {
    private final WritesOptions options;
    private final Consumer<String> progress;

    WritesRun(WritesOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    WritesResult run() throws IOException, InterruptedException {
        List<WrittenNode> nodes = new ArrayList<>();
        try {
            for (WritesArm arm : WritesArm.ALL) {
                progress.accept("Starting and filling the node of " + arm);
                WrittenNode node = WrittenNode.start(arm, options);
                nodes.add(node);
                node.fill();
            }
            return new WritesResult(options, counted(number -> round(nodes, number)));
        } finally {
            Closing.all(nodes);
        }
    }

    /** A round of all arms. */
    @FunctionalInterface
    interface Round {
        /**
         * Runs it.
         *
         * @param number its number, from 1, warm-up rounds included
         */
        WritesRound run(int number) throws IOException, InterruptedException;
    }

    /** Runs the warm-up rounds, then the others, and returns only the others. */
    List<WritesRound> counted(Round rounds) throws IOException, InterruptedException {
        for (int i = 1; i <= options.warmUpRounds(); i++) {
            progress.accept("warm-up " + i + " of " + options.warmUpRounds() + ": " + rounds.run(i));
        }
        List<WritesRound> counted = new ArrayList<>();
        for (int i = 1; i <= options.rounds(); i++) {
            WritesRound round = rounds.run(options.warmUpRounds() + i);
            counted.add(round);
            progress.accept("round " + i + " of " + options.rounds() + ": " + round);
        }
        return counted;
    }

    private static WritesRound round(List<WrittenNode> nodes, int number) throws IOException, InterruptedException {
        WritesRound round = new WritesRound();
        for (WrittenNode node : WilliamsOrder.ofRound(nodes, number)) {
            round.put(node.arm(), node.run(number));
        }
        return round;
    }
}
