package org.ssdtier.rowcache.cassandra;

/**
 * Which images have an index, and how fine it is.
 *
 * @param indexedBytes bytes of rows from which on an image has one: what is less is read whole in no time
 * @param partBytes fewest bytes of a part's rows
 * @param rowBytesPerEntryByte bytes of rows for each byte of an entry: where clusterings are long, parts are larger
 */
record IndexGrain(int indexedBytes, int partBytes, int rowBytesPerEntryByte) {
    /** Of a node. A row of an image costs the decoding of half a part, and the index a thirtieth of the image at most. */
    static final IndexGrain USUAL = new IndexGrain(8 << 10, 1 << 10, 32);

    private static volatile IndexGrain current = USUAL;

    static IndexGrain current() {
        return current;
    }

    /** Makes another grain that of the images that are made from now on: for tests, whose partitions are small. */
    static void use(IndexGrain grain) {
        current = grain;
    }
}
