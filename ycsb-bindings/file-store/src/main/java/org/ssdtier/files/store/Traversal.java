package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.Slice;
import org.ssdtier.files.table.StoreTables;

/**
 * A visit of every file of a store, in no particular order, by several threads that take one slice of the token ring
 * after the other. A file that exists during all of it is visited once; files put or removed meanwhile may be visited
 * or not. After a failure or crash, the slices that a {@link Checkpoint} has are left out, and the files of a slice
 * that was not finished, or had a file that was not as it should be, are visited again. Memory is bounded by a page of
 * rows a thread.
 */
public final class Traversal {
    /** The number of slices. */
    public static final int SLICES = 1_024;

    private final FileStore store;
    private final Columns columns;
    private final SliceThreads threads;

    private Traversal(FileStore store, Columns columns, int slices, Checkpoint checkpoint) {
        this.store = store;
        this.columns = columns;
        this.threads = new SliceThreads(slices, checkpoint, 0);
    }

    /** Returns a traversal that reads the content of files. */
    public static Traversal ofContent(FileStore store, Checkpoint checkpoint) {
        return new Traversal(store, Columns.CONTENT, SLICES, checkpoint);
    }

    /** Returns a traversal that reads only the metadata of files. */
    public static Traversal ofMetadata(FileStore store, Checkpoint checkpoint) {
        return new Traversal(store, Columns.METADATA, SLICES, checkpoint);
    }

    static Traversal of(FileStore store, Columns columns, int slices, Checkpoint checkpoint) {
        return new Traversal(store, columns, slices, checkpoint);
    }

    /** A visitor of files, called by several threads. */
    public interface Visitor {
        /**
         * Visits a file. If only metadata is read, its content cannot be used.
         *
         * @return whether the file was as it should be; otherwise its slice does not count as finished
         */
        boolean visit(FileContent file) throws IOException;

        /** Called after the last file of a slice, before the slice counts as finished. */
        default void sliceEnds() throws IOException {}
    }

    /**
     * Visits all files.
     *
     * @param count number of threads, at least 1
     * @throws IOException the first failure of a read or of the visitor; the other threads have ended by then
     */
    public void run(int count, Visitor visitor) throws IOException {
        threads.run(count, slice -> visitSlice(slice, visitor));
    }

    private boolean visitSlice(Slice slice, Visitor visitor) throws IOException {
        boolean[] isGood = {true};
        StoreTables.Receiver<FileRow> receiver = row -> isGood[0] &= visit(row, visitor);
        if (store.settings().model() == StoreModel.FILE_PER_ROW) {
            store.tables().scanFiles(slice, columns, receiver);
        } else {
            store.tables().scanDirectories(slice, directory -> new DirectoryTraversal(
                            store.tables(), store.entries(), directory, columns)
                    .run(receiver));
        }
        visitor.sliceEnds();
        return isGood[0];
    }

    private boolean visit(FileRow row, Visitor visitor) throws IOException {
        if (threads.hasFailed()) {
            throw new InterruptedIOException("another thread of the traversal failed");
        }
        return visitor.visit(new FileContent(store.tables(), row));
    }
}
