package org.ssdtier.ycsb.stale;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Zipf;

/** Reads rows, slices and partitions until the checker stops, then every partition of its share once more. */
final class Reader implements Runnable {
    private final StalenessChecker checker;
    private final StalenessOptions options;
    private final int index;
    private final SplittableRandom random;
    private final @Nullable Zipf zipf;
    private final long[] versions;

    Reader(StalenessChecker checker, int index) {
        this.checker = checker;
        this.options = checker.options();
        this.index = index;
        this.random = new SplittableRandom(Mix.of(options.seed(), 2, index));
        this.zipf = options.readSkew() > 0 ? new Zipf(options.readSkew()) : null;
        this.versions = new long[options.rowsPerPartition()];
    }

    @Override
    public void run() {
        while (!checker.isStopping()) {
            read(nextPartition(), nextRange());
        }
        try {
            checker.awaitWriters();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        for (int partition = index; partition < options.partitions(); partition += options.readers()) {
            read(partition, RowRange.whole(options.rowsPerPartition()));
        }
    }

    private int nextPartition() {
        return zipf == null
                ? random.nextInt(options.partitions())
                : Math.toIntExact(zipf.next(random, options.partitions()));
    }

    private RowRange nextRange() {
        int rows = options.rowsPerPartition();
        int kind = rows == 1 ? 0 : random.nextInt(4);
        if (kind == 0) {
            return RowRange.whole(rows);
        }
        int first = random.nextInt(rows);
        return kind == 1
                ? RowRange.row(first)
                : new RowRange(first, first + random.nextInt(rows - first), kind == 3, false);
    }

    private void read(int partition, RowRange range) {
        long recreations = checker.recreationsBefore();
        Arrays.fill(versions, VersionStore.ABSENT);
        int firstCell = partition * options.rowsPerPartition();
        int rows = range.last() - range.first() + 1;
        History.Start start = checker.history().start(firstCell + range.first(), rows);
        int foreign;
        try {
            foreign = checker.store().read(partition, range, versions);
        } catch (StoreException e) {
            checker.failed("read of partition " + partition + " " + range, e, recreations);
            return;
        }
        checker.read(rows);
        for (int i = 0; i < foreign; i++) {
            checker.violated(History.Verdict.GHOST, "partition=" + partition + " " + range + ": a foreign row");
        }
        for (int row = range.first(); row <= range.last(); row++) {
            judge(start, partition, row, firstCell + row);
        }
    }

    private void judge(History.Start start, int partition, int row, int cell) {
        History.Verdict verdict = checker.history().judge(start, cell, versions[row]);
        if (verdict != History.Verdict.RIGHT) {
            checker.violated(
                    verdict,
                    "partition=" + partition + " row=" + row + " version=" + versions[row]
                            + " although version=" + start.acknowledged(cell)
                            + " was acknowledged before the read began");
        }
    }
}
