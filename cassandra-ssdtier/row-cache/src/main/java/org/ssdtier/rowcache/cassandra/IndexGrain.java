package org.ssdtier.rowcache.cassandra;

/**
 * The granularity of image indexes: the minimum size of an image with an index, and of the parts.
 *
 * @param indexedBytes fewest bytes of rows of an image with an index; smaller images are fast to read whole
 * @param partBytes fewest bytes of a part's rows
 * @param rowBytesPerEntryByte bytes of rows for each byte of the entries: the longer the clusterings, the larger the parts
 */
record IndexGrain(int indexedBytes, int partBytes, int rowBytesPerEntryByte) {
    /** The default. Reading one row decodes half a part on average, and the index takes at most a thirtieth of the image. */
    static final IndexGrain USUAL = new IndexGrain(8 << 10, 1 << 10, 32);

    private static volatile IndexGrain current = USUAL;

    static IndexGrain current() {
        return current;
    }

    /** Sets the granularity of images made from now on; for tests, whose partitions are small. */
    static void use(IndexGrain grain) {
        current = grain;
    }
}
