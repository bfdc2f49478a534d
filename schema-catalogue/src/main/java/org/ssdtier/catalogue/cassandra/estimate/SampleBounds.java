package org.ssdtier.catalogue.cassandra.estimate;

/**
 * The most that is read of a table's SSTables.
 *
 * @param rows number of rows
 * @param bytes bytes of rows before compression
 */
public record SampleBounds(long rows, long bytes) {
    /** The usual bounds. */
    public static final SampleBounds USUAL = new SampleBounds(400_000, 128 << 20);

    /** Checks the bounds. */
    public SampleBounds {
        if (rows < 1 || bytes < 1) {
            throw new IllegalArgumentException("rows=" + rows + " bytes=" + bytes + ", allowed 1 or more");
        }
    }

    /** Returns the bounds of a part of the table. */
    SampleBounds part(double share) {
        return new SampleBounds(Math.max(1, (long) (rows * share)), Math.max(1, (long) (bytes * share)));
    }
}
