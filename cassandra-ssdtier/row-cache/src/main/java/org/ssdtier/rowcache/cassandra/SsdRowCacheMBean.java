package org.ssdtier.rowcache.cassandra;

import java.util.Map;

/** The SSD row cache of a node, as JMX and nodetool see it. */
public interface SsdRowCacheMBean {
    /** The bean's name. */
    String NAME = "org.apache.cassandra.db:type=SsdRowCache";

    /**
     * Returns the state of the SSD tier: DISABLED, RECOVERING, ONLINE, PAUSED or OFFLINE. The memory tier serves in every
     * one of them.
     */
    String getState();

    /** Returns why the SSD tier is offline; empty when it is not. */
    String getOutageReason();

    /** Returns in how many milliseconds an offline SSD tier tries to come back; -1 when it is not offline. */
    long getNextAttemptMillis();

    /** Returns the counters and gauges by name; units are in the names. Counters count from the node's start. */
    Map<String, Long> getStatistics();

    /** Returns the hit rates and other ratios by name, since the node's start. */
    Map<String, Double> getRatios();

    /** Returns the options of {@code ssd_row_cache} with their values in effect. */
    Map<String, String> getSettings();

    /** Empties every tier. */
    void invalidate();

    /**
     * Empties every tier and writes zeros over every segment, in the background; {@link #getEraseRemainingBytes} tells how far it is.
     *
     * @throws IllegalStateException if the SSD tier is not ONLINE; the tiers are empty even so
     */
    void erase();

    /** Returns the bytes that {@link #erase} has still to write over; 0 at its end, -1 if it failed. */
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
     * Gives the SSD tier another size, until the next start: cassandra.yaml stays as it is. Waits for the end.
     *
     * @param bytes rounded down to whole segments
     * @return what the size is now
     * @throws IllegalArgumentException if it is out of bounds; the message names them
     * @throws IllegalStateException if that size could not be reached; the message says why and what the size is now
     */
    String resize(long bytes);

    /** Stops reading and writing the SSD. What changes meanwhile is dropped, so that {@link #resume} is safe at any time. */
    void pause();

    /** Ends {@link #pause}. */
    void resume();
}
