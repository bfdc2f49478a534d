package org.ssdtier.rowcache.cassandra;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
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
    /** The mean size of a table that was not surveyed yet: its reads do not count until then. */
    private static final int UNKNOWN = -1;

    private final ReadSampler sampler;
    private final int maxRowBytes;
    /** Of this process: a client cannot choose keys that are all in the sample. */
    private final long seed = ThreadLocalRandom.current().nextLong();

    private final ConcurrentHashMap<TableId, Candidate> candidates = new ConcurrentHashMap<>();

    /** A table that is not cached. */
    private static final class Candidate {
        private final ColumnFamilyStore table;
        private final int number;
        private volatile int meanBytes = UNKNOWN;

        Candidate(ColumnFamilyStore table, int number) {
            this.table = table;
            this.number = number;
        }

        /** Reads the mean size of the table's partitions, which takes a look at each of its SSTables. */
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
        long hash = KeyHash.mix(TableImages.tokenOf(key.getToken()) ^ seed);
        if (sampler.isSampled(hash) && isCandidate(table)) {
            Candidate candidate = candidates.get(table.metadata.id);
            if (candidate == null) {
                candidate = candidates.computeIfAbsent(table.metadata.id, id -> add(table));
            }
            int bytes = candidate.meanBytes;
            if (bytes != UNKNOWN) {
                sampler.readUncached(
                        hash,
                        candidate.number,
                        bytes > maxRowBytes ? 0 : key.getKey().remaining() + bytes);
            }
        }
    }

    /**
     * Brings the sizes of the tables up to date, and forgets those that were dropped or are cached now, also if a read that was
     * under way has added them again; to be called now and then.
     */
    void survey() {
        for (TableId id : candidates.keySet()) {
            candidates.computeIfPresent(id, (same, candidate) -> {
                if (candidate.table.isValid() && isCandidate(candidate.table)) {
                    return candidate;
                }
                sampler.removeUncached(id.asUUID());
                return null;
            });
        }
        surveyIf(candidate -> true);
    }

    /** Reads the sizes of tables that were added since the last call; to be called often. */
    void surveyNew() {
        surveyIf(candidate -> candidate.meanBytes == UNKNOWN);
    }

    private void surveyIf(Predicate<Candidate> condition) {
        for (Candidate candidate : candidates.values()) {
            if (candidate.number != ReadSampler.OTHERS && condition.test(candidate)) {
                candidate.survey();
            }
        }
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
