package org.ssdtier.catalogue.cassandra.row;

/**
 * A set of 64-bit hashes that were seen, of bounded memory: with {@value #MAX_SLOTS} slots it does not grow further, and
 * a hash for which no slot is left replaces an earlier one, which then counts as unseen again.
 */
final class SeenHashes {
    private static final int FIRST_SLOTS = 1 << 10;
    private static final int MAX_SLOTS = 1 << 17;

    private final int probes;
    private long[] slots = new long[FIRST_SLOTS];
    private int count;

    /**
     * Creates an empty set.
     *
     * @param probes the number of slots, side by side, that a hash may be in: with 1, hashes replace each other also
     *     while slots are free
     */
    SeenHashes(int probes) {
        this.probes = probes;
    }

    /** Adds a hash, and returns whether it was unseen. Only the upper half of its bits selects the slot. */
    boolean add(long hash) {
        if (count > slots.length / 2 && slots.length < MAX_SLOTS) {
            grow();
        }
        return put(hash == 0 ? 1 : hash);
    }

    private boolean put(long mark) {
        int mask = slots.length - 1;
        int first = (int) (mark >>> Integer.SIZE) & mask;
        for (int probe = 0; probe < probes; probe++) {
            int slot = (first + probe) & mask;
            if (slots[slot] == mark) {
                return false;
            }
            if (slots[slot] == 0) {
                slots[slot] = mark;
                count++;
                return true;
            }
        }
        slots[first] = mark;
        return true;
    }

    private void grow() {
        long[] before = slots;
        slots = new long[2 * before.length];
        count = 0;
        for (long mark : before) {
            if (mark != 0) {
                put(mark);
            }
        }
    }
}
