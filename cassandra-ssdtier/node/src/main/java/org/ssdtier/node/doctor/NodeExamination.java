package org.ssdtier.node.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.cassandra.config.DataStorageSpec;

/** The checks of a running node by JMX. */
public final class NodeExamination {
    private static final String JMX = "jmx";
    private static final long DEFAULT_ROW_BYTES = 1L << 20;

    private final JmxAddress address;
    private final long sampleMillis;
    private final LongSupplier clock;

    /**
     * Creates the checks.
     *
     * @param sampleMillis time between two readings of the counters
     */
    public NodeExamination(JmxAddress address, long sampleMillis, LongSupplier clock) {
        this.address = address;
        this.sampleMillis = sampleMillis;
        this.clock = clock;
    }

    /**
     * Checks what a node reports.
     *
     * @param checksJvm whether its JVM is checked; a {@link HomeExamination} has checked that of its home
     * @throws IOException if the node does not answer; the message has its address
     */
    public List<Finding> run(boolean checksJvm) throws IOException {
        try (NodeConnection node = NodeConnection.open(address)) {
            List<Finding> findings = new ArrayList<>();
            findings.add(Finding.ok(JMX, "node=" + address + " answers"));
            JvmFigures jvm = JvmFigures.read(node);
            long maxRowBytes = DEFAULT_ROW_BYTES;
            if (TierFigures.areAt(node)) {
                TierFigures before = TierFigures.read(node);
                long begin = clock.getAsLong();
                pause();
                TierFigures after = TierFigures.read(node);
                double seconds = (clock.getAsLong() - begin) / 1e9;
                maxRowBytes = bytes(after.settings(), "max_row_size", DEFAULT_ROW_BYTES);
                if (checksJvm) {
                    addJvm(jvm, after, findings);
                }
                findings.addAll(TierCheck.of(after));
                findings.addAll(AlertCheck.of(before, after, seconds, jvm.uptimeSeconds()));
                findings.addAll(TablesCheck.of(TableFigures.read(node), maxRowBytes, jvm.uptimeSeconds()));
            } else {
                // no advice to cache tables: without the tier they would be in stock's row cache
                findings.add(TierCheck.missing(address));
            }
            return findings;
        }
    }

    private void addJvm(JvmFigures jvm, TierFigures tier, List<Finding> findings) {
        long segments = tier.statistic("segments");
        if (jvm.nofile() > 0) {
            long others = Math.max(0, jvm.openFiles() - segments);
            findings.add(ProcessCheck.nofile("node=" + address, jvm.nofile(), others, segments));
        }
        findings.add(new MemoryCheck(
                        jvm.machineBytes(),
                        jvm.heapBytes(),
                        true,
                        tier.statistic("indexBytes"),
                        tier.statistic("memoryCapacityBytes"))
                .finding());
    }

    private static long bytes(Map<String, String> settings, String key, long otherwise) {
        try {
            return new DataStorageSpec.LongBytesBound(settings.getOrDefault(key, "")).toBytes();
        } catch (RuntimeException unreadable) {
            return otherwise;
        }
    }

    private void pause() throws IOException {
        try {
            Thread.sleep(sampleMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
