package org.ssdtier.keyindex;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The choice of the SSTable whose key index is made next: the most read one for which there is room. An SSTable that turned
 * out to need more room than there was is not read again before there is clearly more. Used by one thread.
 *
 * @param <K> what identifies an SSTable in memory, compared by reference as in {@link KeyIndexes}
 */
public final class BuildChoice<K> {
    /** Bytes that a key takes at least. */
    private static final long LEAST_BYTES_OF_A_KEY = 4;
    /** Part of the room, as a divisor, by which it must have grown before another attempt. */
    private static final int GROWTH_DIVISOR = 4;

    private static final long LEAST_GROWTH_BYTES = 1 << 20;

    private final Set<K> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<K, Long> neededBytes = new IdentityHashMap<>();

    /**
     * An SSTable without a key index.
     *
     * @param sstable the SSTable
     * @param keys number of its keys, about
     * @param readRate how much it is read, in any unit
     */
    public record Candidate<K>(K sstable, long keys, double readRate) {}

    /** Returns the SSTable to read next; empty if there is none for which there may be room. */
    public Optional<K> next(Collection<Candidate<K>> missing, long roomBytes) {
        return missing.stream()
                .filter(candidate -> !refused.contains(candidate.sstable()))
                .filter(candidate -> neededBytes(candidate) <= roomBytes)
                .max(Comparator.comparingDouble(Candidate::readRate))
                .map(Candidate::sstable);
    }

    private long neededBytes(Candidate<K> candidate) {
        return Math.max(candidate.keys() * LEAST_BYTES_OF_A_KEY, neededBytes.getOrDefault(candidate.sstable(), 0L));
    }

    /** Excludes an SSTable, because its keys cannot be read. */
    public void refuse(K sstable) {
        refused.add(sstable);
    }

    /** Puts an SSTable off, because its key index did not fit into the room that there was. */
    public void putOff(K sstable, long roomBytes) {
        neededBytes.put(sstable, roomBytes + Math.max(roomBytes / GROWTH_DIVISOR, LEAST_GROWTH_BYTES));
    }

    /** Forgets all SSTables but these. */
    public void retain(Collection<K> live) {
        Set<K> present = Collections.newSetFromMap(new IdentityHashMap<>());
        present.addAll(live);
        refused.retainAll(present);
        neededBytes.keySet().retainAll(present);
    }
}
