package org.ssdtier.catalogue.cassandra.row;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of schemas bound to the columns of headers, for the whole node: a direct-mapped table, in which a later plan
 * replaces an earlier one in the same place. A plan that is not here is bound again. Bounded in number and bytes,
 * whatever the number of SSTables.
 *
 * <p>Look-ups take no lock and write no shared memory.
 */
public final class PlanCache {
    /** The maximum number of plans of a node. */
    static final int MOST = 1 << 16;
    /** The approximate maximum heap of a node's plans, in bytes, counted as if no two shared a schema. */
    static final long HEAP_BYTES = 64L << 20;

    /** The instance of this process. */
    public static final PlanCache NODE = new PlanCache(MOST, HEAP_BYTES);

    private static final AtomicLong LAST_OWNER = new AtomicLong();
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private record Entry(long owner, int ordinal, boolean isStatic, RowPlan plan) {}

    private final AtomicReferenceArray<@Nullable Entry> entries;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger hand = new AtomicInteger();

    /**
     * Creates an empty cache.
     *
     * @param most maximum number of plans, a power of two
     * @param maxBytes approximate maximum heap, in bytes
     */
    PlanCache(int most, long maxBytes) {
        this.entries = new AtomicReferenceArray<>(most);
        this.maxBytes = maxBytes;
    }

    /** Returns a number for a header that no other header has. */
    public static long newOwner() {
        return LAST_OWNER.incrementAndGet();
    }

    /** Returns the plan of a header's ordinal; null if it is not here. */
    public @Nullable RowPlan get(long owner, int ordinal, boolean isStatic) {
        Entry entry = entries.getPlain(place(owner, ordinal)); // its fields are final: seen complete or not at all
        return entry != null && entry.owner == owner && entry.ordinal == ordinal && entry.isStatic == isStatic
                ? entry.plan
                : null;
    }

    /** Keeps the plan of a header's ordinal, in place of another one. */
    public void put(long owner, int ordinal, boolean isStatic, RowPlan plan) {
        Entry before = entries.getAndSet(place(owner, ordinal), new Entry(owner, ordinal, isStatic, plan));
        long all = bytes.addAndGet(plan.heapBytes() - (before == null ? 0 : before.plan.heapBytes()));
        for (int looks = entries.length(); all > maxBytes && looks > 0; looks--) {
            Entry dropped = entries.getAndSet(hand.getAndIncrement() & (entries.length() - 1), null);
            all = dropped == null ? all : bytes.addAndGet(-dropped.plan.heapBytes());
        }
    }

    /** Returns the place of a plan. Consecutive ordinals of one header have consecutive places. */
    private int place(long owner, int ordinal) {
        return ((int) ((owner * GOLDEN) >>> 32) + ordinal) & (entries.length() - 1);
    }

    /** Returns roughly how much heap the plans take, in bytes, counted as if no two shared a schema. */
    public long heapBytes() {
        return bytes.get();
    }

    /** Returns the bound on {@link #heapBytes}; while threads add plans, it may be exceeded by theirs. */
    public long maxHeapBytes() {
        return maxBytes;
    }
}
