package org.ssdtier.files.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Bucket;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/** The entries of directories, whatever the number of buckets that these have. Thread-safe. */
final class Entries {
    private final StoreTables tables;
    private final Layouts layouts;

    Entries(StoreTables tables, Layouts layouts) {
        this.tables = tables;
        this.layouts = layouts;
    }

    Layouts layouts() {
        return layouts;
    }

    Optional<EntryRow> find(StorePath path, Columns columns) throws IOException {
        if (path.isRoot()) {
            return Optional.empty();
        }
        return layouts.perform(
                path.parent(), layout -> tables.entry(Bucket.of(path, layout.readGeneration()), path, columns));
    }

    /**
     * Writes an entry. During a split the target comes first: an entry that was once visible in the old generation is
     * then in the new one too, even if the client ends in between.
     */
    void put(EntryRow row, boolean replaces) throws IOException {
        layouts.perform(row.path().parent(), layout -> {
            for (int generation : generations(layout, layout.putsIntoBoth())) {
                tables.putEntry(Bucket.of(row.path(), generation), row, replaces);
            }
            return true;
        });
    }

    /** Writes entries that did not exist, of one directory: those of a bucket in one step. */
    void putAll(StorePath directory, List<EntryRow> rows) throws IOException {
        layouts.perform(directory, layout -> {
            for (int generation : generations(layout, layout.putsIntoBoth())) {
                Map<Bucket, List<EntryRow>> ofBuckets =
                        rows.stream().collect(Collectors.groupingBy(row -> Bucket.of(row.path(), generation)));
                for (Map.Entry<Bucket, List<EntryRow>> of : ofBuckets.entrySet()) {
                    tables.putEntries(of.getKey(), of.getValue());
                }
            }
            return true;
        });
    }

    void delete(StorePath path, UUID upTo) throws IOException {
        layouts.perform(path.parent(), layout -> {
            for (int generation : generations(layout, layout.removesFromBoth())) {
                tables.deleteEntry(Bucket.of(path, generation), path, upTo);
            }
            return true;
        });
    }

    private static int[] generations(Layout layout, boolean isBoth) {
        return isBoth ? new int[] {layout.target(), layout.generation()} : new int[] {layout.readGeneration()};
    }

    /** Returns whether the bucket of an entry has more entries than a number, or a split of it has not ended. */
    boolean isCrowded(StorePath path, int most) throws IOException {
        return layouts.perform(path.parent(), layout -> {
            Bucket bucket = Bucket.of(path, layout.readGeneration());
            boolean isSplit = layout.phase() != Layout.Phase.STABLE;
            boolean isLargest = layout.generation() == Bucket.MAX_GENERATION;
            return isSplit || (!isLargest && hasMore(bucket, most));
        });
    }

    /** Returns whether a directory has no entry, not even one without a file. One that was split is taken to have some. */
    boolean isVacant(StorePath directory) throws IOException {
        return layouts.perform(
                directory,
                layout ->
                        layout.equals(Layout.FIRST) && !hasMore(new Bucket(directory, layout.readGeneration(), 0), 0));
    }

    private boolean hasMore(Bucket bucket, int most) throws IOException {
        return tables.entries(bucket, null, most + 1, Columns.METADATA).size() > most;
    }

    Listing list(StorePath directory, @Nullable StorePath after) {
        return new Listing(directory, after);
    }

    /** The entries of a directory in the order of their names, merged from its buckets. Not thread-safe. */
    final class Listing {
        private static final int ROWS_IN_MEMORY = 8_192;
        private static final int MOST_ROWS = 512;
        private static final int FEWEST_ROWS = 8;

        private final StorePath directory;
        private int generation = -1;
        private BucketReader[] readers = new BucketReader[0];
        private final PriorityQueue<BucketReader> queue =
                new PriorityQueue<>((one, other) -> one.head().compareTo(other.head()));
        private @Nullable StorePath last;

        private Listing(StorePath directory, @Nullable StorePath after) {
            this.directory = directory;
            this.last = after;
        }

        /** Returns the next entry, or nothing at the end. */
        Optional<EntryRow> next() throws IOException {
            if (generation < 0) {
                refill(null);
            }
            BucketReader reader = queue.poll();
            if (reader == null) {
                return Optional.empty();
            }
            EntryRow row = reader.take();
            last = row.path();
            if (reader.isEmpty() && !reader.isAtEnd) {
                refill(reader);
            } else if (!reader.isEmpty()) {
                queue.add(reader);
            }
            return Optional.of(row);
        }

        /** Reads on in one bucket; if the directory has other buckets now, in all of them from the last entry on. */
        private void refill(@Nullable BucketReader reader) throws IOException {
            int now = layouts.perform(directory, layout -> {
                int read = layout.readGeneration();
                if (read == generation && reader != null) {
                    reader.fill(last);
                } else {
                    open(read);
                }
                return read;
            });
            if (now == generation && reader != null) {
                if (!reader.isEmpty()) {
                    queue.add(reader);
                }
                return;
            }
            generation = now;
            queue.clear();
            for (BucketReader opened : readers) {
                if (!opened.isEmpty()) {
                    queue.add(opened);
                }
            }
        }

        private void open(int read) throws IOException {
            int count = Bucket.count(read);
            int rows = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, ROWS_IN_MEMORY / count));
            List<Bucket> buckets = IntStream.range(0, count)
                    .mapToObj(number -> new Bucket(directory, read, number))
                    .toList();
            List<List<EntryRow>> first = tables.entriesOfEach(buckets, last, rows, Columns.METADATA);
            readers = new BucketReader[count];
            for (int number = 0; number < count; number++) {
                readers[number] = new BucketReader(buckets.get(number), rows);
                readers[number].set(first.get(number));
            }
        }
    }

    /** The entries of one bucket that were read ahead. */
    private final class BucketReader {
        private final Bucket bucket;
        private final int rows;
        private List<EntryRow> ahead = List.of();
        private int position;
        private boolean isAtEnd;

        private BucketReader(Bucket bucket, int rows) {
            this.bucket = bucket;
            this.rows = rows;
        }

        private void fill(@Nullable StorePath after) throws IOException {
            set(tables.entries(bucket, after, rows, Columns.METADATA));
        }

        private void set(List<EntryRow> entries) {
            ahead = entries;
            position = 0;
            isAtEnd = ahead.size() < rows;
        }

        private StorePath head() {
            return ahead.get(position).path();
        }

        private boolean isEmpty() {
            return position == ahead.size();
        }

        private EntryRow take() {
            return ahead.get(position++);
        }
    }
}
