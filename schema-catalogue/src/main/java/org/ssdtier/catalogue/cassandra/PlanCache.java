package org.ssdtier.catalogue.cassandra;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Schemas bound to the columns of headers, of the whole node: a table with one place for each, in which a later one takes the
 * place of an earlier one. What is not here is bound again. Bounded in number and bytes, whatever the number of SSTables.
 *
 * <p>Look-ups take no lock and cost no shared write.
 */
final class PlanCache {
    /** The most plans of a node. */
    static final int MOST = 1 << 16;
    /** About the most heap of a node's, in bytes, as if no two shared a schema. */
    static final long HEAP_BYTES = 64L << 20;

    /** That of this process. */
    static final PlanCache NODE = new PlanCache(MOST, HEAP_BYTES);

    private static final AtomicLong LAST_OWNER = new AtomicLong();
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private record Entry(long owner, int ordinal, boolean isStatic, RowPlan plan) {}

    private final AtomicReferenceArray<@Nullable Entry> entries;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger hand = new AtomicInteger();

    /**
     * Begins with none.
     *
     * @param most how many at most, a power of two
     * @param maxBytes about how much heap at most
     */
    PlanCache(int most, long maxBytes) {
        this.entries = new AtomicReferenceArray<>(most);
        this.maxBytes = maxBytes;
    }

    /** A number for a header, that no other header has. */
    static long newOwner() {
        return LAST_OWNER.incrementAndGet();
    }

    /** The plan of a header's ordinal; null if it is not here. */
    @Nullable
    RowPlan get(long owner, int ordinal, boolean isStatic) {
        Entry entry = entries.getPlain(place(owner, ordinal)); // its fields are final: seen whole or not at all
        return entry != null && entry.owner == owner && entry.ordinal == ordinal && entry.isStatic == isStatic
                ? entry.plan
                : null;
    }

    void put(long owner, int ordinal, boolean isStatic, RowPlan plan) {
        Entry before = entries.getAndSet(place(owner, ordinal), new Entry(owner, ordinal, isStatic, plan));
        long all = bytes.addAndGet(plan.heapBytes() - (before == null ? 0 : before.plan.heapBytes()));
        for (int looks = entries.length(); all > maxBytes && looks > 0; looks--) {
            Entry dropped = entries.getAndSet(hand.getAndIncrement() & (entries.length() - 1), null);
            all = dropped == null ? all : bytes.addAndGet(-dropped.plan.heapBytes());
        }
    }

    /** Ordinals of one header that follow each other have places that do. */
    private int place(long owner, int ordinal) {
        return ((int) ((owner * GOLDEN) >>> 32) + ordinal) & (entries.length() - 1);
    }

    long heapBytes() {
        return bytes.get();
    }
}
