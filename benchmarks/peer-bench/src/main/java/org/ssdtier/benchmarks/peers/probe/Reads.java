package org.ssdtier.benchmarks.peers.probe;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A load of uniformly distributed reads of rows that are known to be present. */
final class Reads {
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final Peer peer;
    private final Path directory;
    private final int[] resident;

    Reads(Peer peer, Path directory, int[] resident) {
        this.peer = peer;
        this.directory = directory;
        this.resident = resident;
    }

    /** Reads for a duration on several threads; each thread waits for its answer before the next read. */
    Figures run(int threads, double seconds, long seed) throws Exception {
        Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
        LongAdder hits = new LongAdder();
        LongAdder wrong = new LongAdder();
        Usage before = Usage.of(peer, directory);
        long endNanos = System.nanoTime() + (long) (seconds * 1e9);
        Threads.run(threads, thread -> {
            Histogram own = new Histogram(LONGEST_NANOS, DIGITS);
            SplittableRandom random = new SplittableRandom(seed * 1_000 + thread);
            long ownHits = 0;
            for (long start = System.nanoTime(); start < endNanos; ) {
                int row = resident[random.nextInt(resident.length)];
                start = System.nanoTime();
                byte[] value = peer.get(row);
                own.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - start));
                if (value != null) {
                    ownHits++;
                    if (Rows.version(row, value) == Rows.WRONG) {
                        wrong.increment();
                    }
                }
            }
            hits.add(ownHits);
            synchronized (latencies) {
                latencies.add(own);
            }
        });
        return figures(
                latencies, hits.sum(), wrong.sum(), Usage.of(peer, directory).since(before));
    }

    private static Figures figures(Histogram latencies, long hits, long wrong, Usage used) {
        long reads = latencies.getTotalCount();
        return new Figures()
                .put("reads", reads)
                .put("hits", hits)
                .put("wrong", wrong)
                .put("reads_per_second", reads / used.seconds())
                .put("p50_us", latencies.getValueAtPercentile(50) / 1e3)
                .put("p99_us", latencies.getValueAtPercentile(99) / 1e3)
                .put("cpu_us_per_read", used.cpuNanos() / 1e3 / reads)
                .put("processor_share", used.processorShare())
                .put("device_reads_per_hit", used.deviceReads() < 0 ? Double.NaN : (double) used.deviceReads() / hits)
                .put("device_bytes_per_hit", (double) used.readBytes() / hits);
    }
}
