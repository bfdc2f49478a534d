package org.ssdtier.files.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Bucket;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.StoreTables;

/**
 * A visit of the files of one directory, bucket by bucket. If the directory is split meanwhile, the rest is read from
 * the new buckets: the entries after the last one in the order of the old buckets.
 */
final class DirectoryTraversal {
    private static final int METADATA_ROWS = 512;
    private static final int CONTENT_ROWS = 32;

    private final StoreTables tables;
    private final Entries entries;
    private final Layouts layouts;
    private final StorePath directory;
    private final Columns columns;

    DirectoryTraversal(StoreTables tables, Entries entries, StorePath directory, Columns columns) {
        this.tables = tables;
        this.entries = entries;
        this.layouts = entries.layouts();
        this.directory = directory;
        this.columns = columns;
    }

    void run(StoreTables.Receiver<FileRow> receiver) throws IOException {
        int generation = generation();
        for (int number = 0; number < Bucket.count(generation); number++) {
            @Nullable StorePath after = null;
            boolean isAtEnd = false;
            while (!isAtEnd) {
                Optional<List<EntryRow>> page = page(new Bucket(directory, generation, number), after);
                if (page.isEmpty()) {
                    runRest(generation, number, after, receiver);
                    return;
                }
                accept(page.get(), receiver);
                isAtEnd = page.get().size() < rows();
                after = isAtEnd ? after : page.get().get(page.get().size() - 1).path();
            }
        }
    }

    private int generation() throws IOException {
        return layouts.perform(directory, layout -> layout.readGeneration());
    }

    /** Returns the next entries of a bucket, or nothing if it is no longer the bucket of its entries. */
    private Optional<List<EntryRow>> page(Bucket bucket, @Nullable StorePath after) throws IOException {
        return layouts.perform(
                directory,
                layout -> layout.readGeneration() == bucket.generation()
                        ? Optional.of(tables.entries(bucket, after, rows(), columns))
                        : Optional.empty());
    }

    private int rows() {
        return columns == Columns.CONTENT ? CONTENT_ROWS : METADATA_ROWS;
    }

    private void runRest(int generation, int number, @Nullable StorePath after, StoreTables.Receiver<FileRow> receiver)
            throws IOException {
        Entries.Listing listing = entries.list(directory, null);
        for (Optional<EntryRow> row = listing.next(); row.isPresent(); row = listing.next()) {
            StorePath path = row.get().path();
            int of = Bucket.number(path, generation);
            if (of > number || (of == number && (after == null || path.compareTo(after) > 0))) {
                Optional<EntryRow> full = entries.find(path, columns);
                if (full.isPresent()) {
                    accept(List.of(full.get()), receiver);
                }
            }
        }
    }

    private static void accept(List<EntryRow> page, StoreTables.Receiver<FileRow> receiver) throws IOException {
        for (EntryRow row : page) {
            if (row.file().isPresent()) {
                receiver.accept(row.file().get());
            }
        }
    }
}
