package org.ssdtier.ycsb.stale;

import java.util.SplittableRandom;
import org.ssdtier.ycsb.generator.Mix;

/** The single writer of every row whose number modulo the number of writers is the writer's index. */
final class Writer implements Runnable {
    private final StalenessChecker checker;
    private final StalenessOptions options;
    private final int index;
    private final int writers;

    Writer(StalenessChecker checker, int index) {
        this.checker = checker;
        this.options = checker.options();
        this.index = index;
        this.writers = options.writerPaces().size();
    }

    @Override
    public void run() {
        try {
            if (fill()) {
                write();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            checker.writerEnded();
        }
    }

    private boolean fill() {
        StoreException failure = null;
        for (int cell = index; cell < options.cells() && failure == null && !checker.isStopping(); cell += writers) {
            try {
                apply(cell);
            } catch (StoreException e) {
                failure = e;
            }
        }
        checker.fillEnded(failure);
        return failure == null;
    }

    private void write() throws InterruptedException {
        int own = (options.cells() - index + writers - 1) / writers;
        if (own <= 0) {
            return;
        }
        SplittableRandom random = new SplittableRandom(Mix.of(options.seed(), 1, index));
        long paceNanos = options.writerPaces().get(index).toNanos();
        while (paceNanos > 0 ? !checker.pause(paceNanos) : !checker.isStopping()) {
            int cell = index + random.nextInt(own) * writers;
            checker.gate().enter();
            long outageMark = checker.outageMark();
            try {
                apply(cell);
            } catch (StoreException e) {
                checker.failed("write of row " + cell, e, outageMark);
            } finally {
                checker.gate().leave();
            }
        }
    }

    private void apply(int cell) throws StoreException {
        int partition = cell / options.rowsPerPartition();
        int row = cell % options.rowsPerPartition();
        long version = checker.history().issue(cell);
        boolean delete = checker.history().isDelete(cell, version);
        if (delete) {
            checker.store().delete(partition, row);
        } else {
            checker.store().write(partition, row, version);
        }
        checker.history().acknowledge(cell, version);
        checker.written(delete);
    }
}
