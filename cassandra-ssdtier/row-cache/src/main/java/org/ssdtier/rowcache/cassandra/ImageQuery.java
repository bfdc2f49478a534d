package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ClusteringIndexFilter;
import org.apache.cassandra.db.filter.ClusteringIndexSliceFilter;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.jspecify.annotations.Nullable;

/**
 * The part of a partition that a query is about.
 *
 * @param columns what is read of the rows
 * @param slices the clusterings, in their order
 * @param reversed whether the query begins with the last of them
 * @param isHead whether the query goes forward from the beginning of the partition
 * @param rows live rows after which the query is likely to end; {@link Integer#MAX_VALUE} if it reads all slices
 */
record ImageQuery(ColumnFilter columns, Slices slices, boolean reversed, boolean isHead, int rows) {
    /** How much of a query an image can answer. */
    enum Coverage {
        /** All of it. */
        ALL,
        /** Its beginning; the query goes on beyond what the image covers. */
        HEAD,
        /** Nothing. */
        NONE
    }

    /** More rows than the last time are taken, each time that they turn out to be too few. */
    private static final int GROWTH_BITS = 3;

    /** The whole partition. */
    static ImageQuery ofAll(ColumnFilter columns) {
        return new ImageQuery(columns, Slices.ALL, false, true, Integer.MAX_VALUE);
    }

    /** All slices of a command. */
    static ImageQuery of(SinglePartitionReadCommand command) {
        return of(command, Integer.MAX_VALUE);
    }

    /**
     * A command's slices up to the row that its limit is likely to end at.
     *
     * @param attempt how many times before the rows were too few
     */
    static ImageQuery ofFirstRows(SinglePartitionReadCommand command, int attempt) {
        long rows = (long) limit(command) << (GROWTH_BITS * attempt);
        return of(command, (int) Math.min(rows, Integer.MAX_VALUE));
    }

    private static ImageQuery of(SinglePartitionReadCommand command, int rows) {
        ClusteringIndexFilter filter = command.clusteringIndexFilter();
        return new ImageQuery(
                command.columnFilter(),
                filter.getSlices(command.metadata()),
                filter.isReversed(),
                filter.isHeadFilter(),
                rows);
    }

    /** Returns the live rows after which a command is satisfied, whatever they are; the maximum if that is not known. */
    private static int limit(SinglePartitionReadCommand command) {
        DataLimits limits = command.limits();
        return limits.isGroupByLimit()
                        || !command.rowFilter().isEmpty()
                        || !(command.clusteringIndexFilter() instanceof ClusteringIndexSliceFilter)
                ? Integer.MAX_VALUE
                : Math.max(1, Math.min(limits.count(), limits.perPartitionCount()));
    }

    /** Whether rows of the partition may be left out. */
    boolean isPartial() {
        return rows != Integer.MAX_VALUE
                || slices.size() != 1
                || !slices.get(0).start().isBottom()
                || !slices.get(0).end().isTop();
    }

    /**
     * Returns how much of the query an image can answer.
     *
     * @param complete whether the image is of the whole partition
     * @param last the last clustering of one that is not; null if it has none
     */
    Coverage coverage(ClusteringComparator comparator, boolean complete, @Nullable Clustering<?> last) {
        if (complete || slices.isEmpty()) {
            return Coverage.ALL;
        }
        if (last == null) {
            return Coverage.NONE;
        }
        ClusteringBound<?> queried = slices.get(slices.size() - 1).end();
        if (comparator.compare(queried, RowImageCodec.coveredEnd(last)) <= 0) {
            return Coverage.ALL;
        }
        return isHead ? Coverage.HEAD : Coverage.NONE;
    }
}
