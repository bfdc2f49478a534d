package org.ssdtier.rowcache.cassandra;

import java.util.Map;

/** The SSD row cache of a node, as exposed by JMX and nodetool. */
public interface SsdRowCacheMBean {
    /** The bean's name. */
    String NAME = "org.apache.cassandra.db:type=SsdRowCache";

    /**
     * Returns the state of the SSD tier: DISABLED, RECOVERING, ONLINE, PAUSED or OFFLINE. The memory tier serves reads in every
     * state.
     */
    String getState();

    /** Returns the reason why the SSD tier is offline; empty when it is not. */
    String getOutageReason();

    /** Returns the milliseconds until an offline SSD tier next tries to recover; -1 when it is not offline. */
    long getNextAttemptMillis();

    /** Returns the counters and gauges by name; the names include the units. Counters start at 0 when the node starts. */
    Map<String, Long> getStatistics();

    /** Returns the hit rates and other ratios by name, since the node's start. */
    Map<String, Double> getRatios();

    /** Returns the options of {@code ssd_row_cache} with their values in effect. */
    Map<String, String> getSettings();

    /**
     * Returns the look-ups of each table with row caching that was read or changed since the node's start: by {@code
     * keyspace.table}, the counters memoryHits, pendingHits, ssdHits and misses.
     */
    Map<String, Map<String, Long>> getTables();

    /**
     * Returns the estimated hit rates at other sizes of the tiers, from a sample of the reads. The numbers {@code sampledReads},
     * {@code sampleRate}, {@code droppedSamples} and {@code readsPerSecond} are about the sample. {@code ssd} and {@code memory} are
     * lists of points by the size of that tier, each a map of {@code factor} (of today's size), {@code bytes},
     * {@code memoryHitRate}, {@code hitRate} (of both tiers), {@code missesPerSecond} and {@code fill} (of the SSD in the
     * estimate, 0 to 1). {@code uncachedTables} is a list of the tables without row caching that were read, each a map of
     * {@code table}, {@code sampledReads}, {@code readsPerSecond} and {@code ssd}.
     */
    Map<String, Object> getCurve();

    /** Begins the estimate of {@link #getCurve} anew, because the workload has changed: earlier reads do not count. */
    void restartCurve();

    /** Returns whether reads are sampled for {@link #getCurve}. */
    boolean isCurveSampling();

    /**
     * Switches the sampling for {@link #getCurve} off, or on again; then the estimate begins anew. Not kept over a restart of
     * the node.
     */
    void setCurveSampling(boolean on);

    /** Empties every tier. */
    void invalidate();

    /**
     * Empties every tier and overwrites every segment with zeros in the background; for the progress see
     * {@link #getEraseRemainingBytes}.
     *
     * @throws IllegalStateException if the SSD tier is not ONLINE; the tiers are emptied anyway
     */
    void erase();

    /** Returns the bytes that {@link #erase} has still to overwrite; 0 when it has ended, -1 if it failed. */
    long getEraseRemainingBytes();

    /**
     * Drops the cached rows of a keyspace.
     *
     * @throws IllegalArgumentException if there is no such keyspace
     */
    void invalidateKeyspace(String keyspace);

    /**
     * Drops the cached rows of a table.
     *
     * @throws IllegalArgumentException if there is no such keyspace or table
     */
    void invalidateTable(String keyspace, String table);

    /**
     * Resizes the SSD tier until the next start; cassandra.yaml is not changed. Waits for the end of the resize.
     *
     * @param bytes the new size, rounded down to whole segments
     * @return the size reached
     * @throws IllegalArgumentException if the size is out of bounds; the message names the bounds
     * @throws IllegalStateException if the size could not be reached; the message gives the reason and the current size
     */
    String resize(long bytes);

    /** Stops reading and writing the SSD. Rows that change meanwhile are dropped, so {@link #resume} is safe at any time. */
    void pause();

    /** Ends {@link #pause}. */
    void resume();
}
