package org.ssdtier.ycsb.stale;

/**
 * Rows of a partition that one request reads.
 *
 * @param first the first row
 * @param last the last row, included
 * @param reversed whether they are asked for in descending order
 * @param whole whether the request is for the partition without naming rows
 */
public record RowRange(int first, int last, boolean reversed, boolean whole) {
    public RowRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("first=" + first + " last=" + last);
        }
    }

    /** All rows of a partition of {@code rows} rows. */
    public static RowRange whole(int rows) {
        return new RowRange(0, rows - 1, false, true);
    }

    /** One row. */
    public static RowRange row(int row) {
        return new RowRange(row, row, false, false);
    }
}
