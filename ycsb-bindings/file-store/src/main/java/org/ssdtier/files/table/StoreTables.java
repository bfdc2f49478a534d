package org.ssdtier.files.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;

/**
 * The statements of a store. Each is atomic in one partition, and none spans two. A write that failed may have been
 * applied, or may be applied later; writes carry the time of their version as their timestamp, so that their order does
 * not matter. Thread-safe.
 */
public interface StoreTables {
    /** A receiver of the rows of a scan. */
    interface Receiver<T> {
        /** Receives the next row. */
        void accept(T row) throws IOException;
    }

    /** Returns the greatest versions of some files, in their order, in a store with a file per row. */
    List<Optional<FileRow>> files(List<StorePath> paths, Columns columns) throws IOException;

    /** Returns the greatest version of a file, in a store with a file per row. */
    default Optional<FileRow> file(StorePath path, Columns columns) throws IOException {
        return files(List.of(path), columns).get(0);
    }

    /**
     * Writes a version of a file.
     *
     * @param replaces whether versions before it are deleted, in the same step
     */
    void putFile(FileRow row, boolean replaces) throws IOException;

    /** Deletes the versions of a file up to one, inclusive. */
    void deleteFile(StorePath path, UUID upTo) throws IOException;

    /** Returns the greatest version of an entry. */
    Optional<EntryRow> entry(Bucket bucket, StorePath path, Columns columns) throws IOException;

    /**
     * Writes a version of an entry.
     *
     * @param replaces whether versions before it are deleted, in the same step
     */
    void putEntry(Bucket bucket, EntryRow row, boolean replaces) throws IOException;

    /** Writes versions of entries of one bucket, in one step. */
    void putEntries(Bucket bucket, List<EntryRow> rows) throws IOException;

    /** Deletes the versions of an entry up to one, inclusive. */
    void deleteEntry(Bucket bucket, StorePath path, UUID upTo) throws IOException;

    /**
     * Returns the greatest versions of the first entries after a path, in the order of their names.
     *
     * @param after path, or null for the first entries
     * @param limit maximum number of entries
     */
    List<EntryRow> entries(Bucket bucket, @Nullable StorePath after, int limit, Columns columns) throws IOException;

    /**
     * Returns the first entries of each of some buckets, in the order of the buckets; otherwise as {@link #entries}. The
     * buckets are not read at one moment.
     */
    default List<List<EntryRow>> entriesOfEach(
            List<Bucket> buckets, @Nullable StorePath after, int limit, Columns columns) throws IOException {
        List<List<EntryRow>> all = new ArrayList<>(buckets.size());
        for (Bucket bucket : buckets) {
            all.add(entries(bucket, after, limit, columns));
        }
        return all;
    }

    /** Deletes a bucket of a generation that is no longer used, for good. */
    void deleteBucket(Bucket bucket) throws IOException;

    /** Returns a chunk. */
    Optional<ByteBuffer> chunk(Chunk chunk) throws IOException;

    /** Writes a chunk. */
    void putChunk(Chunk chunk, ByteBuffer content) throws IOException;

    /** Deletes a chunk. */
    void deleteChunk(Chunk chunk) throws IOException;

    /** Records that a directory exists. */
    void addDirectory(StorePath directory) throws IOException;

    /** Returns the permission bits of the root, which has no entry, if an import has recorded them. */
    OptionalInt rootMode() throws IOException;

    /** Records the permission bits of the root, 0 to 0777. */
    void putRootMode(int mode) throws IOException;

    /** Returns the layout of a directory; the first one if none is recorded. */
    Layout layout(StorePath directory) throws IOException;

    /**
     * Replaces the layout of a directory if it is the expected one. When it has been replaced, every reader sees the
     * new one.
     *
     * @return whether it was the expected one
     */
    boolean changeLayout(StorePath directory, Layout expected, Layout layout) throws IOException;

    /** Reads the greatest version of each file of a slice, in a store with a file per row. */
    void scanFiles(Slice slice, Columns columns, Receiver<FileRow> receiver) throws IOException;

    /** Reads the recorded directories of a slice. */
    void scanDirectories(Slice slice, Receiver<StorePath> receiver) throws IOException;

    /** Reads the keys of the chunks of a slice. */
    void scanChunks(Slice slice, Receiver<Chunk> receiver) throws IOException;
}
