package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Arrays;
import java.util.Locale;

/**
 * The consistency levels and the datacentre of a class of operations.
 *
 * @param datacentre datacentre whose nodes coordinate the operations
 * @param reads consistency level of reads
 * @param writes consistency level of writes
 */
public record Access(String datacentre, ConsistencyLevel reads, ConsistencyLevel writes) {
    /** Returns the access of the paper: reads by a quorum of the datacentre, writes by a quorum of each. */
    public static Access to(String datacentre) {
        return new Access(datacentre, ConsistencyLevel.LOCAL_QUORUM, ConsistencyLevel.EACH_QUORUM);
    }

    /**
     * Returns a consistency level by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ConsistencyLevel level(String name) {
        for (DefaultConsistencyLevel level : DefaultConsistencyLevel.values()) {
            if (level.name().equals(name.toUpperCase(Locale.ROOT).replace('-', '_'))) {
                return level;
            }
        }
        throw new IllegalArgumentException("consistency=" + name + ", allowed "
                + Arrays.toString(DefaultConsistencyLevel.values()).toLowerCase(Locale.ROOT));
    }

    /** Returns this with another level of reads. */
    public Access withReads(ConsistencyLevel level) {
        return new Access(datacentre, level, writes);
    }

    /** Returns this with another level of writes. */
    public Access withWrites(ConsistencyLevel level) {
        return new Access(datacentre, reads, level);
    }
}
