package org.ssdtier.ycsb.stale;

/**
 * Where a {@link StalenessChecker} keeps its versions: partitions of rows, each row holding one version. Safe for use by
 * many threads; one row is written by one thread at a time.
 */
public interface VersionStore extends AutoCloseable {
    /** What a read says of a row that is not there. */
    long ABSENT = 0;

    /**
     * Writes a row; the write is acknowledged when this returns.
     *
     * @param version more than any version written to the row before, at least 1
     * @throws StoreException if it is not known whether the row was written
     */
    void write(int partition, int row, long version) throws StoreException;

    /**
     * Deletes a row; the deletion is acknowledged when this returns.
     *
     * @throws StoreException if it is not known whether the row was deleted
     */
    void delete(int partition, int row) throws StoreException;

    /**
     * Reads some rows of one partition with one request.
     *
     * @param versions receives at index {@code row} what each row of {@code range} holds, or {@link #ABSENT}; the
     *     elements of the range are zero when this is called
     * @return the number of rows in the answer that cannot be: outside the range, twice, or with content that does not
     *     belong to the row and version they claim to be
     * @throws StoreException if the read failed
     */
    int read(int partition, RowRange range, long[] versions) throws StoreException;

    @Override
    default void close() {}
}
