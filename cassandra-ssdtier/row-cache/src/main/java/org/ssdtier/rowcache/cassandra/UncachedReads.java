package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableId;
import org.ssdtier.rowcache.curve.ReadSampler;
import org.ssdtier.rowcache.index.KeyHash;

/**
 * The reads of tables that are not cached, sampled to estimate what caching them would bring. A read of a key that is not
 * in the sample costs one hash of its token and one comparison. Thread-safe.
 */
final class UncachedReads {
    private final ReadSampler sampler;
    private final int maxRowBytes;
    private final ConcurrentHashMap<TableId, Candidate> candidates = new ConcurrentHashMap<>();

    /** A table that is not cached. */
    private static final class Candidate {
        private final ColumnFamilyStore table;
        private final int number;
        private volatile int meanBytes;

        Candidate(ColumnFamilyStore table, int number) {
            this.table = table;
            this.number = number;
            survey();
        }

        /** Reads the mean size of the table's partitions. */
        void survey() {
            meanBytes = (int) Math.min(Integer.MAX_VALUE, Math.max(0, table.metric.meanPartitionSize.getValue()));
        }
    }

    /**
     * Creates a sampler of reads.
     *
     * @param maxRowBytes size of the largest partition that would be cached
     */
    UncachedReads(ReadSampler sampler, int maxRowBytes) {
        this.sampler = sampler;
        this.maxRowBytes = maxRowBytes;
    }

    /** Records a read, if its table is not cached and its key is in the sample. */
    void record(ColumnFamilyStore table, DecoratedKey key) {
        long hash = KeyHash.mix(TableImages.tokenOf(key.getToken()));
        if (sampler.isSampled(hash) && isCandidate(table)) {
            Candidate candidate = candidates.computeIfAbsent(table.metadata.id, id -> add(table));
            int bytes = candidate.meanBytes;
            if (bytes > maxRowBytes) {
                sampler.missed(hash, candidate.number);
            } else {
                sampler.readUncached(hash, candidate.number, key.getKey().remaining() + bytes);
            }
        }
    }

    /** Brings the sizes of the tables up to date, and forgets those that were dropped; to be called now and then. */
    void survey() {
        candidates.values().removeIf(candidate -> !candidate.table.isValid());
        candidates.values().forEach(Candidate::survey);
    }

    private Candidate add(ColumnFamilyStore table) {
        int number = sampler.add(table.metadata.id.asUUID(), false, () -> table.metric.readLatency.latency.getCount());
        return new Candidate(table, number);
    }

    private static boolean isCandidate(ColumnFamilyStore table) {
        return !table.metadata().params.caching.cacheRows()
                && !table.isIndex()
                && !SchemaConstants.isSystemKeyspace(table.getKeyspaceName());
    }
}
