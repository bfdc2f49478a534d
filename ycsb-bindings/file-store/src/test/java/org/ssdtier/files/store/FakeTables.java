package org.ssdtier.files.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.table.Bucket;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.Slice;
import org.ssdtier.files.table.StoreTables;

/** Tables in memory, with Cassandra's rules: each statement atomic, the greatest timestamp wins, deletions too. */
public final class FakeTables implements StoreTables {
    private final Map<StorePath, Cells<FileRow>> files = new TreeMap<>();
    private final Map<Bucket, TreeMap<StorePath, Cells<EntryRow>>> buckets = new HashMap<>();
    private final Map<Bucket, Boolean> dropped = new HashMap<>();
    private final Map<Chunk, ByteBuffer> chunks = new HashMap<>();
    private final Map<StorePath, Layout> directories = new TreeMap<>();
    private OptionalInt rootMode = OptionalInt.empty();

    /** The versions of one key, and the deletions of some. */
    private static final class Cells<T> {
        private final TreeMap<UUID, T> rows = new TreeMap<>(Versions::compare);
        private final List<Deletion> deletions = new ArrayList<>();

        private record Deletion(UUID upTo, boolean isInclusive) {
            boolean covers(UUID version) {
                int order = Versions.compare(version, upTo);
                return (order < 0 || (isInclusive && order == 0)) && Versions.micros(version) <= Versions.micros(upTo);
            }
        }

        Optional<T> greatest() {
            return rows.descendingMap().entrySet().stream()
                    .filter(row -> deletions.stream().noneMatch(deletion -> deletion.covers(row.getKey())))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }

        void put(UUID version, T row, boolean replaces) {
            rows.put(version, row);
            if (replaces) {
                deletions.add(new Deletion(version, false));
            }
        }
    }

    /** Returns the number of chunks. */
    synchronized int chunkCount() {
        return chunks.size();
    }

    /** Changes a byte of a file's content in its row. */
    synchronized void damage(StorePath path) {
        ByteBuffer content = files.get(path).greatest().orElseThrow().content().orElseThrow();
        content.put(0, (byte) (content.get(0) + 1));
    }

    @Override
    public synchronized List<Optional<FileRow>> files(List<StorePath> paths, Columns columns) {
        return paths.stream()
                .map(path -> Optional.ofNullable(files.get(path))
                        .flatMap(Cells::greatest)
                        .map(row -> only(row, columns)))
                .toList();
    }

    private static FileRow only(FileRow row, Columns columns) {
        return columns == Columns.CONTENT ? row : new FileRow(row.stat(), Optional.empty());
    }

    private static EntryRow only(EntryRow row, Columns columns) {
        return new EntryRow(
                row.path(), row.version(), row.isDirectory(), row.file().map(file -> only(file, columns)), row.mode());
    }

    @Override
    public synchronized void putFile(FileRow row, boolean replaces) {
        files.computeIfAbsent(row.stat().path(), absent -> new Cells<>())
                .put(row.stat().version(), row, replaces);
    }

    @Override
    public synchronized void deleteFile(StorePath path, UUID upTo) {
        files.computeIfAbsent(path, absent -> new Cells<>()).deletions.add(new Cells.Deletion(upTo, true));
    }

    private Cells<EntryRow> cells(Bucket bucket, StorePath path) {
        return buckets.computeIfAbsent(bucket, absent -> new TreeMap<>())
                .computeIfAbsent(path, absent -> new Cells<>());
    }

    @Override
    public synchronized Optional<EntryRow> entry(Bucket bucket, StorePath path, Columns columns) {
        return dropped.containsKey(bucket)
                ? Optional.empty()
                : cells(bucket, path).greatest().map(row -> only(row, columns));
    }

    @Override
    public synchronized void putEntry(Bucket bucket, EntryRow row, boolean replaces) {
        cells(bucket, row.path()).put(row.version(), row, replaces);
    }

    @Override
    public synchronized void putEntries(Bucket bucket, List<EntryRow> rows) {
        rows.forEach(row -> putEntry(bucket, row, false));
    }

    @Override
    public synchronized void deleteEntry(Bucket bucket, StorePath path, UUID upTo) {
        cells(bucket, path).deletions.add(new Cells.Deletion(upTo, true));
    }

    @Override
    public synchronized List<EntryRow> entries(Bucket bucket, @Nullable StorePath after, int limit, Columns columns) {
        if (dropped.containsKey(bucket)) {
            return List.of();
        }
        return buckets.computeIfAbsent(bucket, absent -> new TreeMap<>()).entrySet().stream()
                .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
                .flatMap(entry -> entry.getValue().greatest().stream())
                .limit(limit)
                .map(row -> only(row, columns))
                .toList();
    }

    @Override
    public synchronized void deleteBucket(Bucket bucket) {
        dropped.put(bucket, true);
    }

    @Override
    public synchronized Optional<ByteBuffer> chunk(Chunk chunk) {
        return Optional.ofNullable(chunks.get(chunk));
    }

    @Override
    public synchronized void putChunk(Chunk chunk, ByteBuffer content) {
        chunks.put(chunk, content);
    }

    @Override
    public synchronized void deleteChunk(Chunk chunk) {
        chunks.remove(chunk);
    }

    @Override
    public synchronized void addDirectory(StorePath directory) {
        directories.putIfAbsent(directory, Layout.FIRST);
    }

    @Override
    public synchronized OptionalInt rootMode() {
        return rootMode;
    }

    @Override
    public synchronized void putRootMode(int mode) {
        rootMode = OptionalInt.of(mode);
    }

    @Override
    public synchronized Layout layout(StorePath directory) {
        return directories.getOrDefault(directory, Layout.FIRST);
    }

    @Override
    public synchronized boolean changeLayout(StorePath directory, Layout expected, Layout layout) {
        if (!layout(directory).equals(expected)) {
            return false;
        }
        directories.put(directory, layout);
        return true;
    }

    private static boolean isIn(Slice slice, Object key) {
        long token = key.hashCode() * 0x9e3779b97f4a7c15L;
        return token > slice.after() && token <= slice.last();
    }

    @Override
    public void scanFiles(Slice slice, Columns columns, Receiver<FileRow> receiver) throws IOException {
        List<StorePath> paths;
        synchronized (this) {
            paths = files.keySet().stream().filter(path -> isIn(slice, path)).toList();
        }
        for (StorePath path : paths) {
            Optional<FileRow> row = files(List.of(path), columns).get(0);
            if (row.isPresent()) {
                receiver.accept(row.get());
            }
        }
    }

    @Override
    public void scanDirectories(Slice slice, Receiver<StorePath> receiver) throws IOException {
        List<StorePath> paths;
        synchronized (this) {
            paths = directories.keySet().stream()
                    .filter(path -> isIn(slice, path))
                    .toList();
        }
        for (StorePath path : paths) {
            receiver.accept(path);
        }
    }

    @Override
    public void scanChunks(Slice slice, Receiver<Chunk> receiver) throws IOException {
        List<Chunk> keys;
        synchronized (this) {
            keys = chunks.keySet().stream().filter(key -> isIn(slice, key)).toList();
        }
        for (Chunk key : keys) {
            receiver.accept(key);
        }
    }
}
