package org.ssdtier.benchmarks.stale;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.ssdtier.benchmarks.launcher.Allowed;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * What a {@link StaleProbe} does.
 *
 * @param rowCache the row cache of the node
 * @param warmUp time of probing until node and client are compiled, after the rows were written once
 * @param duration time of probing, after the warm-up
 * @param keys rows of the part that keeps the tiers busy; rounded up to whole groups
 * @param memoryMebibytes the row cache's memory
 * @param ssdMebibytes the SSD tier, in segments of 1 MiB
 * @param flushPeriod time between two flushes of a table
 * @param chaos what else is done to the node
 * @param heap of the node
 * @param seed of all random choices of the client
 * @param directory the node's
 */
record ProbeOptions(
        RowCacheKind rowCache,
        Duration warmUp,
        Duration duration,
        int keys,
        int memoryMebibytes,
        int ssdMebibytes,
        Duration flushPeriod,
        Set<Chaos> chaos,
        String heap,
        long seed,
        Path directory) {
    ProbeOptions {
        chaos = Set.copyOf(chaos);
        Allowed.atLeast("warm-up", warmUp.toSeconds(), 0);
        Allowed.atLeast("seconds", duration.toSeconds(), 1);
        Allowed.atLeast("keys", keys, 1);
        Allowed.atLeast("memory-mib", memoryMebibytes, 1);
        Allowed.require(ssdMebibytes >= 8, "ssd-mib", ssdMebibytes, "8 or more, as it is halved at times");
        Allowed.atLeast("flush-millis", flushPeriod.toMillis(), 0);
    }
}
