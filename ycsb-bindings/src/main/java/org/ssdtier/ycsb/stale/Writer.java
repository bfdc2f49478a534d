package org.ssdtier.ycsb.stale;

import java.util.SplittableRandom;
import org.ssdtier.ycsb.generator.Mix;

/** The single writer of every row whose number modulo the number of writers is the writer's index. */
final class Writer implements Runnable {
    private final CheckerParts parts;
    private final StalenessOptions options;
    private final int index;
    private final int writers;

    Writer(CheckerParts parts, int index) {
        this.parts = parts;
        this.options = parts.options();
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
            parts.phases().mutatorEnded();
        }
    }

    private boolean fill() {
        StoreException failure = null;
        for (int cell = index;
                cell < options.cells() && failure == null && !parts.phases().isStopping();
                cell += writers) {
            try {
                apply(cell);
            } catch (StoreException e) {
                failure = e;
            } catch (RuntimeException e) {
                failure = new StoreException(e.toString(), e);
            }
        }
        parts.phases().fillEnded(failure);
        return failure == null;
    }

    private void write() throws InterruptedException {
        int own = (options.cells() - index + writers - 1) / writers;
        if (own <= 0) {
            return;
        }
        SplittableRandom random = new SplittableRandom(Mix.of(options.seed(), 1, index));
        long paceNanos = options.writerPaces().get(index).toNanos();
        while (paceNanos > 0
                ? !parts.phases().pause(paceNanos)
                : !parts.phases().isStopping()) {
            int cell = index + random.nextInt(own) * writers;
            parts.gate().enter();
            long outageMark = parts.outages().mark();
            try {
                apply(cell);
            } catch (StoreException | RuntimeException e) {
                parts.failed("write of row " + cell, e, outageMark);
            } finally {
                parts.gate().leave();
            }
        }
    }

    private void apply(int cell) throws StoreException {
        int partition = cell / options.rowsPerPartition();
        int row = cell % options.rowsPerPartition();
        long version = parts.history().issue(cell);
        boolean delete = parts.history().isDelete(cell, version);
        if (delete) {
            parts.store().delete(partition, row);
        } else {
            parts.store().write(partition, row, version);
        }
        parts.history().acknowledge(cell, version);
        parts.counts().recordWrite(delete);
    }
}
