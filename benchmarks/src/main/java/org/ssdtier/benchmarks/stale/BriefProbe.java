package org.ssdtier.benchmarks.stale;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.StoreException;

/** A short probe for stale answers, with all disturbances, on a node that another measurement starts and stops. */
public final class BriefProbe {
    private static final int KEYS = 8_192;
    private static final int MEMORY_MEBIBYTES = 1;
    private static final int SSD_MEBIBYTES = 8;
    private static final Duration FLUSH_PERIOD = Duration.ofMillis(300);

    private final ProbeOptions options;

    /**
     * Creates a probe of the tier.
     *
     * @param home directory of the node
     * @param heap heap of the node
     * @param duration probing time, at least a second
     * @param seed seed of all random choices
     */
    public BriefProbe(Path home, String heap, Duration duration, long seed) {
        options = new ProbeOptions(
                RowCacheKind.SSDTIER,
                Duration.ZERO,
                duration,
                KEYS,
                MEMORY_MEBIBYTES,
                SSD_MEBIBYTES,
                Features.NONE,
                FLUSH_PERIOD,
                EnumSet.allOf(Chaos.class),
                heap,
                seed,
                home);
    }

    /** Returns the settings in {@code cassandra.yaml} that the node needs: tiers that are far too small. */
    public Map<String, String> tierYaml() {
        return options.tierYaml();
    }

    /**
     * Runs the probe once, in a keyspace of its own.
     *
     * @param progress receives progress messages, one line each
     * @throws IOException if the node cannot be reached
     * @throws StoreException if a row could not be written before the reads began
     */
    public Judged run(ProbedNode node, Consumer<String> progress)
            throws IOException, InterruptedException, StoreException {
        return new StaleProbe(options, progress).on(node).judged();
    }
}
