package org.ssdtier.ycsb.stale;

/**
 * The rows of a partition that one request reads.
 *
 * @param first first row
 * @param last last row, inclusive
 * @param reversed whether they are requested in descending order
 * @param whole whether the request is for the partition without naming rows
 */
public record RowRange(int first, int last, boolean reversed, boolean whole) {
    public RowRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("first=" + first + " last=" + last);
        }
    }

    /** Returns the range of all rows of a partition of {@code rows} rows. */
    public static RowRange whole(int rows) {
        return new RowRange(0, rows - 1, false, true);
    }

    /** Returns the range of one row. */
    public static RowRange row(int row) {
        return new RowRange(row, row, false, false);
    }

    /** Returns the number of rows, at least 1. */
    public int rows() {
        return last - first + 1;
    }

    /** Returns the range in words, for messages. */
    @Override
    public String toString() {
        return (whole ? "whole partition" : "rows " + first + " to " + last) + (reversed ? " reversed" : "");
    }
}
