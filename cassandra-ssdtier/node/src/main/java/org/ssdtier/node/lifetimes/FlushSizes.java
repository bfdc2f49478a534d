package org.ssdtier.node.lifetimes;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.cassandra.schema.TableId;

/**
 * The mean length of the data file of a flushed SSTable, by table: an exponential moving mean in which the newest counts for a
 * tenth. Thread-safe.
 */
final class FlushSizes {
    private static final double NEWEST_SHARE = 0.1;
    /** Number of tables. A node that creates and drops tables for months has had more. */
    private static final int TABLES = 10_000;

    private final ConcurrentMap<TableId, Double> means =
            Caffeine.newBuilder().maximumSize(TABLES).<TableId, Double>build().asMap();

    /** Records a flushed SSTable. An empty one is not recorded. */
    void flushed(TableId table, long dataBytes) {
        if (dataBytes > 0) {
            means.merge(table, (double) dataBytes, (mean, newest) -> mean + NEWEST_SHARE * (newest - mean));
        }
    }

    /**
     * Returns the mean in bytes.
     *
     * @param unknown estimate for a table without a flush since the node started
     */
    long mean(TableId table, LongSupplier unknown) {
        Double mean = means.get(table);
        return mean == null ? unknown.getAsLong() : Math.round(mean);
    }
}
