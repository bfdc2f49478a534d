package org.ssdtier.benchmarks.writes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.Closing;

/**
 * A run of several nodes, with one node at a time under load. Each round runs every arm once, in an order that rotates
 * from round to round. Earlier warm-up rounds are not counted.
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
            for (int i = 1; i <= options.warmUpRounds(); i++) {
                progress.accept("warm-up " + i + " of " + options.warmUpRounds() + ": " + round(nodes, i));
            }
            List<WritesRound> rounds = new ArrayList<>();
            for (int i = 1; i <= options.rounds(); i++) {
                WritesRound round = round(nodes, options.warmUpRounds() + i);
                rounds.add(round);
                progress.accept("round " + i + " of " + options.rounds() + ": " + round);
            }
            return new WritesResult(options, rounds);
        } finally {
            Closing.all(nodes);
        }
    }

    private static WritesRound round(List<WrittenNode> nodes, int number) throws IOException, InterruptedException {
        List<WrittenNode> order = new ArrayList<>(nodes);
        Collections.rotate(order, number);
        WritesRound round = new WritesRound();
        for (WrittenNode node : order) {
            round.put(node.arm(), node.run(number));
        }
        return round;
    }
}
