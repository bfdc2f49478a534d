package org.ssdtier.keyindex;

/**
 * The figures of all key indexes of a node.
 *
 * @param files key indexes in use
 * @param keys keys in them
 * @param bytes bytes of their files
 * @param limitBytes most bytes allowed
 * @param online whether the device is in use; false after a failure, until it can be opened again, and after late reads, until a
 *     probe is in time
 * @param lookups outcomes of look-ups
 * @param builtFiles key indexes made since the start
 * @param bytesWritten bytes written since the start
 * @param errors failed reads and writes of the device
 * @param checksumErrors damaged pages
 */
public record KeyIndexStats(
        int files,
        long keys,
        long bytes,
        long limitBytes,
        boolean online,
        Lookups lookups,
        long builtFiles,
        long bytesWritten,
        long errors,
        long checksumErrors) {
    /** Returns the figures of key indexes that are not open. */
    public static KeyIndexStats closed(long limitBytes) {
        return new KeyIndexStats(0, 0, 0, limitBytes, false, new Lookups(0, 0, 0, 0, 0), 0, 0, 0, 0);
    }

    /**
     * The outcomes of look-ups since the start.
     *
     * @param found the SSTable may have the key, at a position
     * @param absent the SSTable does not have the key
     * @param unknown left to the SSTable's own index
     * @param mismatches found, but the data file has another key there: left to the SSTable's own index
     * @param late left to the SSTable's own index because the device was slow
     */
    public record Lookups(long found, long absent, long unknown, long mismatches, long late) {}
}
