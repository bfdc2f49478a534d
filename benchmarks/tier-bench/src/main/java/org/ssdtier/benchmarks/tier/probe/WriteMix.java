package org.ssdtier.benchmarks.tier.probe;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.Zipf;

/**
 * A mix of requests as on a node: 95 % reads and 5 % updates of YCSB's {@code latest}. A read that misses publishes its
 * row; an update goes into a memtable, whose flush refreshes the images. So rows are evicted, written to the SSD, read
 * again and evicted again, in the proportions of the papers' load, and reclaim finds warm rows to reinsert.
 */
final class WriteMix {
    /** Requests for each row. */
    static final int REQUESTS_PER_ROW = 5;

    private static final double UPDATE_SHARE = 0.05;
    private static final int FLUSHES_PER_ROUND = 20;
    private static final int BATCH_REQUESTS = 256;
    private static final int MEMORY_ROWS_ONE_IN = 50;
    private static final int SSD_ROWS_ONE_IN = 10;
    private static final int IMAGE_BYTES = 400;
    private static final int MEMORY_BYTES_PER_ROW = 568;
    private static final int INDEX_BYTES_PER_ROW = 10;
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int ROWS_PER_SEGMENT = 1_970;
    private static final int SPARE_SEGMENTS = 3;

    private final TierFixture tier;
    private final CatchUp catchUp;
    private final SplittableRandom random;
    private final LatestKeys keys;
    private final long rows;
    private final BitSet memtable = new BitSet();
    private int updates;
    private int batch;

    /**
     * Creates a mix.
     *
     * @param tier fixture of {@link #size} with an empty cache
     * @param rows number of rows of the table
     * @param seed seed of the requests
     * @param catchUp called regularly, so that no image is dropped from the queue
     */
    WriteMix(TierFixture tier, long rows, long seed, CatchUp catchUp) {
        this.tier = tier;
        this.catchUp = catchUp;
        this.random = new SplittableRandom(seed);
        this.keys = new LatestKeys(0, () -> rows - 1, Zipf.YCSB_EXPONENT);
        this.rows = rows;
    }

    /** A wait for the writer of the SSD tier. */
    interface CatchUp {
        /** Waits until the queue of the writer is short. */
        void run() throws InterruptedException;
    }

    /** Returns the sizes of a cache for 2 % of the rows in memory and 10 % on the SSD, as in the main paper. */
    static TierFixture.Size size(long rows) {
        long ssdRows = rows / SSD_ROWS_ONE_IN;
        long segments = (ssdRows + ROWS_PER_SEGMENT - 1) / ROWS_PER_SEGMENT + SPARE_SEGMENTS;
        return new TierFixture.Size(
                rows / MEMORY_ROWS_ONE_IN * MEMORY_BYTES_PER_ROW,
                segments * SEGMENT_BYTES,
                SEGMENT_BYTES,
                Math.max(SsdOptions.MIN_INDEX_BYTES, ssdRows * INDEX_BYTES_PER_ROW),
                IMAGE_BYTES);
    }

    /** Returns the ratio of the bytes copied by reclaim to the bytes written by demotion, 0 before the first write. */
    static double copies(SsdStats ssd) {
        long written = ssd.device().bytesLogical();
        return written == 0 ? 0 : (double) ssd.movement().reinsertedBytes() / written;
    }

    /** Issues requests. */
    void run(long requests) throws InterruptedException {
        for (long request = 0; request < requests; request++) {
            long row = keys.next(random);
            if (random.nextDouble() < UPDATE_SHARE) {
                update(row);
            } else {
                read(row);
            }
            countOne();
        }
    }

    private void read(long row) {
        long ticket = tier.table.ticket();
        try (Image image = tier.cache.get(tier.key(row), ticket)) {
            if (image != null) {
                return;
            }
        }
        tier.cache.publish(tier.key(row), ticket, tier.image());
    }

    private void update(long row) throws InterruptedException {
        memtable.set(Math.toIntExact(row));
        updates++;
        if (updates >= rows / FLUSHES_PER_ROUND) {
            flush();
        }
    }

    private void flush() throws InterruptedException {
        tier.table.beginChange();
        try {
            for (int row = memtable.nextSetBit(0); row >= 0; row = memtable.nextSetBit(row + 1)) {
                tier.cache.refresh(tier.key(row), old -> tier.image(), true);
                countOne();
            }
        } finally {
            tier.table.endChange();
        }
        memtable.clear();
        updates = 0;
    }

    private void countOne() throws InterruptedException {
        batch++;
        if (batch == BATCH_REQUESTS) {
            batch = 0;
            catchUp.run();
        }
    }
}
