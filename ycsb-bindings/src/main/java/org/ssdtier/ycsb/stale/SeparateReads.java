package org.ssdtier.ycsb.stale;

import org.jspecify.annotations.Nullable;

/**
 * The reads of some rows of a partition with a request for each: a row is judged by the times of its own request. In a
 * request for all of them, a row would be excused for being older than a write acknowledged while others were read.
 */
final class SeparateReads implements RowReceiver {
    private final CheckerParts parts;
    private final int partition;
    private final RowRange range;
    private final History.@Nullable Start[] starts;
    private final long[] outageMarks;

    SeparateReads(CheckerParts parts, int partition, RowRange range) {
        this.parts = parts;
        this.partition = partition;
        this.range = range;
        this.starts = new History.Start[range.rows()];
        this.outageMarks = new long[range.rows()];
    }

    @Override
    public void begin(int row) {
        int index = row - range.first();
        outageMarks[index] = parts.outages().mark();
        starts[index] = parts.history().start(parts.cell(partition, row), 1);
    }

    @Override
    public void end(int row, long version, int foreignRows) {
        History.Start start = starts[row - range.first()];
        if (start == null) {
            throw new IllegalStateException("row=" + row + ": not begun");
        }
        parts.counts().recordRead(1);
        parts.recordForeign(partition, RowRange.row(row), foreignRows);
        parts.judge(start, partition, row, version);
    }

    @Override
    public void fail(int row, Throwable cause) {
        parts.failed("read of partition " + partition + " row " + row, cause, outageMarks[row - range.first()]);
    }
}
