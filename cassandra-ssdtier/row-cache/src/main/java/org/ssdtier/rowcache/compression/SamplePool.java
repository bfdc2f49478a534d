package org.ssdtier.rowcache.compression;

import java.util.ArrayDeque;
import java.util.Deque;

/** The samples that are being collected or used, bounded in number. Thread-safe. */
final class SamplePool {
    private final Deque<SampleSet> open = new ArrayDeque<>();
    private final int most;

    /**
     * Creates an empty pool.
     *
     * @param most largest number of samples
     */
    SamplePool(int most) {
        this.most = most;
    }

    /** Begins a sample. If there are too many, the oldest is abandoned: its table has few images. */
    synchronized SampleSet begin(CompressionPolicy policy) {
        if (open.size() == most) {
            open.removeFirst().abandon();
        }
        SampleSet begun = new SampleSet(policy.sampleBytes(), policy.sampleImages());
        open.addLast(begun);
        return begun;
    }

    /** Ends a sample. */
    synchronized void end(SampleSet sample) {
        open.remove(sample);
    }
}
