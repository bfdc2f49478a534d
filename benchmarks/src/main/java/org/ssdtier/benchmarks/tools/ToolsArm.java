package org.ssdtier.benchmarks.tools;

import java.util.List;

/** An activity beside the load in a slot. */
enum ToolsArm {
    /** No tool; reads are sampled for the curve, as on every node. */
    NOTHING("nothing"),
    /** No tool, and no sampling of reads. */
    NO_SAMPLING("no-sampling"),
    /** {@code nodetool ssdrowcache curve} again and again. */
    CURVE("curve"),
    /** The same as {@link #NOTHING}, so that the noise is seen. */
    NOTHING_AGAIN("nothing-again"),
    /** {@code ssdtier top} with its own interval. */
    TOP("top"),
    /** {@code ssdtier doctor} again and again. */
    DOCTOR("doctor");

    /** All arms, in the order of the tables and of the first round. */
    static final List<ToolsArm> ALL = List.of(values());

    /** The arms with a tool. */
    static final List<ToolsArm> TOOLS = List.of(CURVE, TOP, DOCTOR);

    private final String name;

    ToolsArm(String name) {
        this.name = name;
    }

    @Override
    public String toString() {
        return name;
    }
}
