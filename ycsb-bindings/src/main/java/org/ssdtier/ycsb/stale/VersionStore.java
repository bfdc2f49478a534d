package org.ssdtier.ycsb.stale;

/**
 * A store of the versions of a {@link StalenessChecker}: partitions of rows, each row holding one version. Safe for use
 * by multiple threads; a row is written by one thread at a time.
 */
public interface VersionStore extends AutoCloseable {
    /** Version of a row that does not exist. */
    long ABSENT = 0;

    /**
     * Writes a row; the write is acknowledged when this returns.
     *
     * @param version greater than any version written to the row before, at least 1
     * @throws StoreException if it is unknown whether the row was written
     */
    void write(int partition, int row, long version) throws StoreException;

    /**
     * Deletes a row; the deletion is acknowledged when this returns.
     *
     * @throws StoreException if it is unknown whether the row was deleted
     */
    void delete(int partition, int row) throws StoreException;

    /**
     * Reads some rows of one partition with one request.
     *
     * @param versions receives at index {@code row} the version of each row of {@code range}, or {@link #ABSENT}; the
     *     elements of the range are zero when this is called
     * @return the number of impossible rows in the result: outside the range, duplicate, or with content that does not
     *     match their row and version
     * @throws StoreException if the read failed
     */
    int read(int partition, RowRange range, long[] versions) throws StoreException;

    /** Returns whether {@link #readEach} is supported; by default it is not. */
    default boolean canReadEach() {
        return false;
    }

    /**
     * Reads some rows of one partition with a request for each, several of them at the same time. Returns when every row
     * has ended or failed.
     *
     * @param receiver receives begin and end of each row of {@code range}
     */
    default void readEach(int partition, RowRange range, RowReceiver receiver) {
        throw new UnsupportedOperationException("canReadEach=false");
    }

    @Override
    default void close() {}
}
