package org.ssdtier.benchmarks.tools;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A cost that is measured, as the ratio of a figure with it to the figure without it. The figure of a node without tools is the
 * mean of the two slots of the round that have none.
 */
enum ToolsCost {
    /** The sampling of reads for the curve: the node without tools, compared with a node that does not sample. */
    SAMPLING("sampling", null, ToolsArm.NO_SAMPLING),
    /** The tool {@code curve}. */
    CURVE("curve", ToolsArm.CURVE, null),
    /** The tool {@code top}. */
    TOP("top", ToolsArm.TOP, null),
    /** The tool {@code doctor}. */
    DOCTOR("doctor", ToolsArm.DOCTOR, null),
    /** No cost: the two slots without tools, compared with each other. Not judged. */
    NOISE("noise", ToolsArm.NOTHING_AGAIN, ToolsArm.NOTHING);

    /** All costs, in the order of the tables. */
    static final List<ToolsCost> ALL = List.of(values());

    /** The costs with a target. */
    static final List<ToolsCost> JUDGED = List.of(SAMPLING, CURVE, TOP, DOCTOR);

    private final String name;
    /** The slot with the cost; null for the node without tools. */
    private final @Nullable ToolsArm with;
    /** The slot without it; null for the node without tools. */
    private final @Nullable ToolsArm without;

    ToolsCost(String name, @Nullable ToolsArm with, @Nullable ToolsArm without) {
        this.name = name;
        this.with = with;
        this.without = without;
    }

    /** Returns whether the tool was used in its slot of a round; true without a tool. */
    boolean isUsed(ToolsRound round) {
        return !JUDGED.contains(this) || with == null || round.of(with).toolUses() > 0;
    }

    /** Returns the ratio of a figure in a round: below 1 if the cost makes it smaller. */
    double ratio(ToolsRound round, ToDoubleFunction<ToolsRound.Figures> figure) {
        return figure(round, with, figure) / figure(round, without, figure);
    }

    private static double figure(
            ToolsRound round, @Nullable ToolsArm arm, ToDoubleFunction<ToolsRound.Figures> figure) {
        return arm == null ? round.withoutTools(figure) : figure.applyAsDouble(round.of(arm));
    }

    @Override
    public String toString() {
        return name;
    }
}
