package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.ProcessorLimit;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.run.RunResult;

/** The node on which the tools are used, with its load. */
final class ExaminedNode implements AutoCloseable {
    /** The object name of the tier's bean. */
    static final String TIER = "org.apache.cassandra.db:type=SsdRowCache";

    private static final int READ_PERCENT = 95;

    private final ToolsOptions options;
    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final PaperLoad load;
    private final JmxThreads jmxThreads;
    private @Nullable ProcessorLimit limit;

    private ExaminedNode(ToolsOptions options, ScratchNode node) throws IOException {
        this.options = options;
        this.node = node;
        this.verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
        this.load = new PaperLoad(node.node().home().ports(), options.rows(), options.threads(), options.seed());
        this.jmxThreads = JmxThreads.of(node.node().pid());
    }

    static ExaminedNode start(ToolsOptions options) throws IOException {
        ScratchNode node = ScratchNode.start(
                options.directory().resolve("node"), RowCacheKind.SSDTIER, builder -> builder.heap(options.heap())
                        .rowCacheSize(options.memoryMebibytes() + "MiB")
                        .ssdSize("512MiB")
                        .yaml("ssd_row_cache.segment_size", "8MiB"));
        return new ExaminedNode(options, node);
    }

    /** Writes every row, and reads each into the cache. */
    void fill() throws IOException, InterruptedException {
        load.fill();
        verbs.flush(PaperLoad.TABLE);
        verbs.compact(PaperLoad.TABLE);
        load.readAll(2);
    }

    /** Limits its processor time from now on; before, the compiler has what it needs. */
    void limit() throws IOException {
        limit = ProcessorLimit.on(node.node().pid(), options.processors());
    }

    /** Measures one slot. */
    ToolsRound.Figures slot(ToolsArm arm, int round) throws IOException, InterruptedException {
        node.jmx().setAttribute(TIER, "CurveSampling", arm != ToolsArm.NO_SAMPLING);
        verbs.collectGarbage();
        RowCacheCounters before = RowCacheCounters.read(verbs, node.jmx());
        ToolUse use = ToolUse.begin(arm, node.node(), options);
        try (use) {
            long jmxBefore = jmxThreads.cpuNanos();
            long cpuBefore = verbs.cpuNanos();
            RunResult result = load.mixed(new PaperLoad.Mix(READ_PERCENT, options.seconds(), 0, round));
            long cpuNanos = verbs.cpuNanos() - cpuBefore;
            double jmxShare = (double) (jmxThreads.cpuNanos() - jmxBefore) / cpuNanos;
            use.check();
            return new ToolsRound.Figures(
                    result.requestsPerSecond(),
                    cpuNanos / 1e3 / result.requests(),
                    jmxShare,
                    RowCacheCounters.read(verbs, node.jmx()).since(before).hitRatio(),
                    use.uses());
        }
    }

    @Override
    public void close() throws IOException {
        Closing.all(
                limit == null ? List.of(node) : List.of(node, limit)); // in this order: the limit ends after its node
    }
}
