package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Bucket;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/**
 * The split of a directory into more buckets, as {@link Layout} describes. Every step can be repeated by any client, so
 * that a split whose client has ended is continued by another, and two at once do no harm.
 */
final class Splitter {
    private static final int PAGE_ROWS = 32;
    private static final Duration WAIT = Layouts.LEASE.multipliedBy(5).dividedBy(4);

    private final StoreTables tables;
    private final StoreClock clock;
    private final int bucketFiles;

    Splitter(StoreTables tables, StoreClock clock, int bucketFiles) {
        this.tables = tables;
        this.clock = clock;
        this.bucketFiles = bucketFiles;
    }

    /** Splits a directory if it is too large for its buckets, or continues its split. Takes several leases. */
    void split(StorePath directory) throws IOException {
        Layout layout = tables.layout(directory);
        if (layout.phase() == Layout.Phase.STABLE) {
            int target = target(directory, layout.generation());
            if (target == layout.generation()) {
                return;
            }
            tables.changeLayout(directory, layout, new Layout(layout.generation(), target, Layout.Phase.ANNOUNCED));
            layout = tables.layout(directory);
        }
        while (layout.phase() != Layout.Phase.STABLE) {
            // The layout may have been read from a change that has not reached all replicas: this change does.
            if (tables.changeLayout(directory, layout, layout)) {
                tables.changeLayout(directory, layout, next(directory, layout));
            }
            layout = tables.layout(directory);
        }
    }

    private Layout next(StorePath directory, Layout layout) throws IOException {
        return switch (layout.phase()) {
            case ANNOUNCED -> {
                await();
                yield layout.in(Layout.Phase.COPYING);
            }
            case COPYING -> {
                await();
                copy(directory, layout);
                yield layout.in(Layout.Phase.SWITCHED);
            }
            case SWITCHED -> {
                await();
                yield layout.in(Layout.Phase.CLEANING);
            }
            case CLEANING -> {
                for (int number = 0; number < Bucket.count(layout.generation()); number++) {
                    tables.deleteBucket(new Bucket(directory, layout.generation(), number));
                }
                yield Layout.stable(layout.target());
            }
            case STABLE -> throw new IllegalStateException("no split");
        };
    }

    /** Returns the generation whose buckets are at most half full. */
    private int target(StorePath directory, int generation) throws IOException {
        long entries = 0;
        for (int number = 0; number < Bucket.count(generation); number++) {
            entries += count(new Bucket(directory, generation, number));
        }
        if (entries <= (long) bucketFiles * Bucket.count(generation)) {
            return generation;
        }
        int target = generation;
        while (target < Bucket.MAX_GENERATION && entries > (long) bucketFiles * Bucket.count(target) / 2) {
            target++;
        }
        return target;
    }

    private long count(Bucket bucket) throws IOException {
        long count = 0;
        @Nullable StorePath after = null;
        List<EntryRow> page = tables.entries(bucket, after, 16 * PAGE_ROWS, Columns.METADATA);
        while (!page.isEmpty()) {
            count += page.size();
            after = page.get(page.size() - 1).path();
            page = tables.entries(bucket, after, 16 * PAGE_ROWS, Columns.METADATA);
        }
        return count;
    }

    private void copy(StorePath directory, Layout layout) throws IOException {
        for (int number = 0; number < Bucket.count(layout.generation()); number++) {
            Bucket from = new Bucket(directory, layout.generation(), number);
            List<EntryRow> page = tables.entries(from, null, PAGE_ROWS, Columns.CONTENT);
            while (!page.isEmpty()) {
                for (EntryRow row : page) {
                    tables.putEntry(Bucket.of(row.path(), layout.target()), row, false);
                }
                page = tables.entries(from, page.get(page.size() - 1).path(), PAGE_ROWS, Columns.CONTENT);
            }
        }
    }

    private void await() throws IOException {
        try {
            clock.sleep(WAIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the split was interrupted; it will be continued");
        }
    }
}
