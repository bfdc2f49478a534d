package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** A run of one node in slots. Each round has a slot of every arm, in an order that rotates from round to round. */
final class ToolsRun {
    private final ToolsOptions options;
    private final Consumer<String> progress;

    ToolsRun(ToolsOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    ToolsResult run() throws IOException, InterruptedException {
        progress.accept("Starting and filling the node");
        try (ExaminedNode node = ExaminedNode.start(options)) {
            node.fill();
            for (int i = 1; i <= options.warmUpRounds(); i++) {
                progress.accept("warm-up " + i + " of " + options.warmUpRounds() + ": " + round(node, i));
            }
            node.limit();
            List<ToolsRound> rounds = new ArrayList<>();
            for (int i = 1; i <= options.rounds(); i++) {
                ToolsRound round = round(node, options.warmUpRounds() + i);
                rounds.add(round);
                progress.accept("round " + i + " of " + options.rounds() + ": " + round);
            }
            return new ToolsResult(options, rounds);
        }
    }

    private static ToolsRound round(ExaminedNode node, int number) throws IOException, InterruptedException {
        List<ToolsArm> order = new ArrayList<>(ToolsArm.ALL);
        Collections.rotate(order, number);
        ToolsRound round = new ToolsRound();
        for (ToolsArm arm : order) {
            round.put(arm, node.slot(arm, number));
        }
        return round;
    }
}
