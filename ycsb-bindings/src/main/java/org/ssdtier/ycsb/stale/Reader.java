package org.ssdtier.ycsb.stale;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Zipf;

/**
 * A reader of rows, slices and partitions until the checker stops, and then of every partition of its share once more. If the
 * store does not answer then, that is a failure, and the rest is left out.
 */
final class Reader implements Runnable {
    /** Kinds of requests: two whole partitions, four single rows, a slice, a reversed slice. */
    private static final int KINDS = 8;

    /** One in this many ranges is read with a request for each row, if the store can. */
    private static final int SEPARATE_ONE_IN = 2;

    /** Requests that fail one after the other, at the end, before the rest is not tried any more. */
    private static final int MOST_FAILED = 5;

    private final CheckerParts parts;
    private final StalenessOptions options;
    private final int index;
    private final SplittableRandom random;
    private final @Nullable Zipf zipf;
    private final long[] versions;

    Reader(CheckerParts parts, int index) {
        this.parts = parts;
        this.options = parts.options();
        this.index = index;
        this.random = new SplittableRandom(Mix.of(options.seed(), 2, index));
        this.zipf = options.readSkew() > 0 ? new Zipf(options.readSkew()) : null;
        this.versions = new long[options.rowsPerPartition()];
    }

    @Override
    public void run() {
        while (!parts.phases().isStopping()) {
            readNext();
        }
        try {
            parts.phases().awaitMutators();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        readAll();
    }

    private void readNext() {
        int partition = nextPartition();
        RowRange range = nextRange();
        if (range.rows() > 1 && parts.store().canReadEach() && random.nextInt(SEPARATE_ONE_IN) == 0) {
            readEach(partition, range);
        } else {
            read(partition, range);
        }
    }

    private void readAll() {
        int failed = 0;
        for (int partition = index; partition < options.partitions(); partition += options.readers()) {
            failed = read(partition, RowRange.whole(options.rowsPerPartition())) ? 0 : failed + 1;
            if (failed == MOST_FAILED) {
                String left = "the last reads after partition " + partition;
                parts.counts().recordFailure(left, new StoreException("the store does not answer", null), false);
                return;
            }
        }
    }

    private int nextPartition() {
        return zipf == null
                ? random.nextInt(options.partitions())
                : Math.toIntExact(zipf.next(random, options.partitions()));
    }

    /**
     * Returns the rows of the next request. Every row of a request is judged by the times of the whole request, so in a
     * long one a row may be older than when its own read began. Therefore half of the requests are for a single row, the
     * lengths of the others differ by powers of two, and half of these are split into a request for each row where the
     * store can.
     */
    private RowRange nextRange() {
        int rows = options.rowsPerPartition();
        int kind = rows == 1 ? 0 : random.nextInt(KINDS);
        if (kind < 2) {
            return RowRange.whole(rows);
        }
        int first = random.nextInt(rows);
        if (kind < KINDS - 2) {
            return RowRange.row(first);
        }
        int length = 1 << random.nextInt(Integer.SIZE - Integer.numberOfLeadingZeros(rows));
        return new RowRange(first, Math.min(rows, first + length) - 1, kind == KINDS - 1, false);
    }

    /** Reads and judges a partition. The state read becomes the outcome of all undecided events of its rows. */
    void settle(int partition) {
        RowRange all = RowRange.whole(options.rowsPerPartition());
        History.Start start = request(partition, all);
        if (start == null) {
            return;
        }
        for (int row = 0; row < options.rowsPerPartition(); row++) {
            int cell = parts.cell(partition, row);
            if (parts.judge(start, partition, row, versions[row])) {
                if (parts.history().isUndecided(cell)) {
                    parts.counts().recordSettledRow();
                }
                parts.history().settle(cell, versions[row]);
            }
        }
    }

    /** Reads and judges rows. Returns false if the request failed. */
    private boolean read(int partition, RowRange range) {
        parts.gate().enter();
        try {
            History.Start start = request(partition, range);
            for (int row = range.first(); start != null && row <= range.last(); row++) {
                parts.judge(start, partition, row, versions[row]);
            }
            return start != null;
        } finally {
            parts.gate().leave();
        }
    }

    /** Reads and judges rows with a request for each. */
    private void readEach(int partition, RowRange range) {
        parts.gate().enter();
        long outageMark = parts.outages().mark();
        try {
            parts.store().readEach(partition, range, new SeparateReads(parts, partition, range));
        } catch (RuntimeException e) {
            parts.failed("read of each row of partition " + partition + " " + range, e, outageMark);
        } finally {
            parts.gate().leave();
        }
    }

    /** Sends a request and returns the history's state when it began, or null if the request failed. */
    private History.@Nullable Start request(int partition, RowRange range) {
        long outageMark = parts.outages().mark();
        Arrays.fill(versions, VersionStore.ABSENT);
        History.Start start = parts.history().start(parts.cell(partition, range.first()), range.rows());
        int foreign;
        try {
            foreign = parts.store().read(partition, range, versions);
        } catch (StoreException | RuntimeException e) { // the latter if an answer is not what was asked for
            parts.failed("read of partition " + partition + " " + range, e, outageMark);
            return null;
        }
        parts.counts().recordRead(range.rows());
        parts.recordForeign(partition, range, foreign);
        return start;
    }
}
