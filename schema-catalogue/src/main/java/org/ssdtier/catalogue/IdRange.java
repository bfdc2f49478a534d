package org.ssdtier.catalogue;

import org.jspecify.annotations.Nullable;

/**
 * The schema IDs that a catalogue has assigned, and those that it may assign: they grow and never repeat. Guarded by
 * the monitor of the {@link DefinitionTable}.
 */
final class IdRange {
    private static final long MAX_ID = 0xFFFF_FFFFL;

    private long next = 1;
    /** The highest ID that may be assigned. The bound is durable in the manifest before any ID up to it is assigned. */
    private long bound;

    /** Sets the highest ID that may have been assigned. */
    void recover(long highest) {
        next = highest + 1;
        bound = highest;
    }

    /** Returns the reason why no ID can be assigned; null if one can. */
    @Nullable
    Refusal refusal() {
        if (next > MAX_ID) {
            return Refusal.IDS_EXHAUSTED;
        }
        return next > bound ? Refusal.NONE_RESERVED : null;
    }

    /** Assigns the next ID. */
    int assign() {
        assert next <= bound : "id=" + next + " is not reserved";
        assert next > 0 && next <= MAX_ID : "id=" + next;
        return (int) next++;
    }

    /** Returns whether an ID has ever been assigned. */
    boolean isAssigned(int id) {
        return Integer.toUnsignedLong(id) < next;
    }

    /** Returns the highest ID assigned. */
    long highest() {
        return next - 1;
    }

    /** Returns the number of IDs left below the bound. */
    long left() {
        return Math.max(0, bound - highest());
    }

    /** Returns whether fewer than {@code low} IDs are left below the bound, and the bound can be raised. */
    boolean isLow(int low) {
        return bound - highest() < low && bound < MAX_ID;
    }

    /** Returns the bound to make durable: {@code reserve} IDs above the highest assigned one. */
    long raisedBound(int reserve) {
        return Math.max(bound, Math.min(MAX_ID, highest() + reserve));
    }

    /** Sets a bound that is durable, unless it is lower than the current one. */
    void raiseBound(long durable) {
        assert durable <= MAX_ID : "id=" + durable;
        bound = Math.max(bound, durable);
    }

    /** Stops the assignment of IDs until the bound is raised again. */
    void seal() {
        bound = 0;
    }
}
