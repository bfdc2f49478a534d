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
 * The part of a partition that a query reads.
 *
 * @param columns columns read from the rows
 * @param slices slices of clusterings, in clustering order
 * @param reversed whether the query begins with the last clustering
 * @param isHead whether the query goes forward from the beginning of the partition
 * @param rows number of live rows after which the query is likely to end; {@link Integer#MAX_VALUE} if it reads all slices
 */
record ImageQuery(ColumnFilter columns, Slices slices, boolean reversed, boolean isHead, int rows) {
    /** The part of a query that an image can answer. */
    enum Coverage {
        /** The whole query. */
        ALL,
        /** The beginning of the query; the rest is beyond the part that the image covers. */
        HEAD,
        /** Nothing. */
        NONE
    }

    /** Growth of the number of rows after each attempt that returned too few, as a number of bits to shift. */
    private static final int GROWTH_BITS = 3;

    /** Returns a query of the whole partition. */
    static ImageQuery ofAll(ColumnFilter columns) {
        return new ImageQuery(columns, Slices.ALL, false, true, Integer.MAX_VALUE);
    }

    /** Returns a query of all slices of a command. */
    static ImageQuery of(SinglePartitionReadCommand command) {
        return of(command, Integer.MAX_VALUE);
    }

    /**
     * Returns a query of a command's slices up to the row at which its limit is likely to be reached.
     *
     * @param attempt number of previous attempts that returned too few rows
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

    /** Returns the number of live rows after which a command is always satisfied; the maximum if that is not known. */
    private static int limit(SinglePartitionReadCommand command) {
        DataLimits limits = command.limits();
        return limits.isGroupByLimit()
                        || !command.rowFilter().isEmpty()
                        || !(command.clusteringIndexFilter() instanceof ClusteringIndexSliceFilter)
                ? Integer.MAX_VALUE
                : Math.max(1, Math.min(limits.count(), limits.perPartitionCount()));
    }

    /** Returns the inclusive end of the slice that an incomplete image covers. */
    static ClusteringBound<?> coveredEnd(Clustering<?> lastClustering) {
        return ClusteringBound.inclusiveEndOf(lastClustering);
    }

    /** Returns whether rows of the partition may be left out. */
    boolean isPartial() {
        return rows != Integer.MAX_VALUE
                || slices.size() != 1
                || !slices.get(0).start().isBottom()
                || !slices.get(0).end().isTop();
    }

    /**
     * Returns how much of the query an image can answer.
     *
     * @param complete whether the image covers the whole partition
     * @param last the last clustering of an image that is not complete; null if it has none
     */
    Coverage coverage(ClusteringComparator comparator, boolean complete, @Nullable Clustering<?> last) {
        if (complete || slices.isEmpty()) {
            return Coverage.ALL;
        }
        if (last == null) {
            return Coverage.NONE;
        }
        ClusteringBound<?> queried = slices.get(slices.size() - 1).end();
        if (comparator.compare(queried, coveredEnd(last)) <= 0) {
            return Coverage.ALL;
        }
        return isHead ? Coverage.HEAD : Coverage.NONE;
    }
}
