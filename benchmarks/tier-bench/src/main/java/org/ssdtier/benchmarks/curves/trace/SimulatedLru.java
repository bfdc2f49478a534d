package org.ssdtier.benchmarks.curves.trace;

import java.util.Arrays;

/** A cache of the most recently read rows. */
final class SimulatedLru implements SimulatedCache {
    private static final int NONE = -1;

    private final boolean isInvalidating;
    private final int[] slotOf;
    private final int[] rowOf;
    private final int[] newer;
    private final int[] older;
    private int newest = NONE;
    private int oldest = NONE;
    private int free = NONE;
    private int used;

    /**
     * Creates an empty cache.
     *
     * @param rows number of rows of the table
     * @param capacityRows capacity in rows, at least 1
     * @param isInvalidating whether a write drops the row
     */
    SimulatedLru(int rows, int capacityRows, boolean isInvalidating) {
        this.isInvalidating = isInvalidating;
        this.slotOf = new int[rows];
        this.rowOf = new int[capacityRows];
        this.newer = new int[capacityRows];
        this.older = new int[capacityRows];
        Arrays.fill(slotOf, NONE);
    }

    @Override
    public boolean read(int row) {
        int slot = slotOf[row];
        boolean hit = slot != NONE;
        if (hit) {
            unlink(slot);
        } else {
            slot = freeSlot();
            slotOf[row] = slot;
            rowOf[slot] = row;
        }
        link(slot);
        return hit;
    }

    @Override
    public void write(int row) {
        int slot = slotOf[row];
        if (isInvalidating && slot != NONE) {
            unlink(slot);
            slotOf[row] = NONE;
            older[slot] = free;
            free = slot;
        }
    }

    private int freeSlot() {
        int slot = free;
        if (slot != NONE) {
            free = older[slot];
        } else if (used < rowOf.length) {
            slot = used++;
        } else {
            slot = oldest;
            unlink(slot);
            slotOf[rowOf[slot]] = NONE;
        }
        return slot;
    }

    private void link(int slot) {
        newer[slot] = NONE;
        older[slot] = newest;
        if (newest == NONE) {
            oldest = slot;
        } else {
            newer[newest] = slot;
        }
        newest = slot;
    }

    private void unlink(int slot) {
        int before = older[slot];
        int after = newer[slot];
        if (before == NONE) {
            oldest = after;
        } else {
            newer[before] = after;
        }
        if (after == NONE) {
            newest = before;
        } else {
            older[after] = before;
        }
    }
}
