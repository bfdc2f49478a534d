package org.ssdtier.rowcache.curve;

/**
 * A miniature of the memory tier for the sampled keys: W-TinyLFU (Einziger, Friedman and Manes, ACM TOS 2017) as in
 * Caffeine, with a window of fixed size and a frequency for each key in place of a sketch. Not thread-safe.
 */
final class MiniMemory {
    private static final int WINDOW = 0;
    private static final int PROBATION = 1;
    private static final int PROTECTED = 2;
    private static final int LISTS = 3;

    private static final double WINDOW_SHARE = 0.01;
    private static final double PROTECTED_SHARE = 0.8;
    /** The number of reads for each row in the tier after which all frequencies are halved. */
    private static final int READS_PER_ROW = 10;

    /** The fewest rows that count in this, so that a tier of a few rows does not halve at every read. */
    private static final int FEWEST_ROWS = 64;

    private static final int FREQUENCY = 0x0f;
    private static final int LIST_SHIFT = 4;
    private static final int LIST = 0x3 << LIST_SHIFT;
    private static final int PRESENT = 0x40;
    private static final int USED = 0x80;

    private final SampledKeys keys;
    private final Evictions evictions;
    private final KeyLists lists;
    /** For each key: its frequency, its list, whether it is present, and whether it was read again since. */
    private final byte[] states;

    private final double[] listBytes = new double[LISTS];
    private double capacityBytes;
    private int rows;
    private int readsSinceHalving;

    /** The receiver of evicted rows. */
    @FunctionalInterface
    interface Evictions {
        /** Receives a row; {@code wasUsed} tells whether it was read again while it was in memory. */
        void evicted(int key, boolean wasUsed);
    }

    MiniMemory(SampledKeys keys, Evictions evictions) {
        this.keys = keys;
        this.evictions = evictions;
        this.lists = new KeyLists(keys.capacity(), LISTS);
        this.states = new byte[keys.capacity()];
    }

    /** Sets the capacity, in bytes of the sampled rows. */
    void setCapacity(double bytes) {
        capacityBytes = bytes;
        evict();
    }

    boolean contains(int key) {
        return (states[key] & PRESENT) != 0;
    }

    /** Records a read of a row that is present; returns whether it is the first since the row came. */
    boolean hit(int key) {
        boolean isFirst = (states[key] & USED) == 0;
        states[key] = (byte) (states[key] | USED);
        countRead(key);
        int list = listOf(key);
        move(key, list == PROBATION ? PROTECTED : list);
        while (listBytes[PROTECTED] > PROTECTED_SHARE * (1 - WINDOW_SHARE) * capacityBytes) {
            move(lists.oldest(PROTECTED), PROBATION);
        }
        return isFirst;
    }

    /** Puts a row that is not present, and evicts what has no room any more. */
    void put(int key) {
        countRead(key);
        states[key] = (byte) ((states[key] & FREQUENCY) | PRESENT | (WINDOW << LIST_SHIFT));
        lists.add(WINDOW, key);
        listBytes[WINDOW] += keys.memoryBytes(key);
        rows++;
        keys.hold(key);
        evict();
    }

    /** Removes a row, if it is present, without an eviction. */
    void remove(int key) {
        if (contains(key)) {
            lists.remove(key);
            listBytes[listOf(key)] -= keys.memoryBytes(key);
            states[key] = (byte) frequency(key);
            rows--;
            keys.letGo(key);
        }
    }

    /** Forgets a key that is leaving the sample. */
    void forget(int key) {
        remove(key);
        states[key] = 0;
    }

    /** Adjusts the bytes of a row that is present by a difference. */
    void grow(int key, int bytes) {
        if (contains(key)) {
            listBytes[listOf(key)] += bytes;
        }
    }

    private int listOf(int key) {
        return (states[key] & LIST) >>> LIST_SHIFT;
    }

    private void move(int key, int list) {
        int bytes = keys.memoryBytes(key);
        lists.remove(key);
        listBytes[listOf(key)] -= bytes;
        lists.add(list, key);
        listBytes[list] += bytes;
        states[key] = (byte) ((states[key] & ~LIST) | (list << LIST_SHIFT));
    }

    private void evict() {
        while (listBytes[WINDOW] > WINDOW_SHARE * capacityBytes && lists.oldest(WINDOW) != KeyLists.NONE) {
            int candidate = lists.oldest(WINDOW);
            move(candidate, PROBATION);
            admit(candidate);
        }
        while (isFull() && rows > 0) {
            evict(victim());
        }
    }

    /** Evicts until there is room: the candidate, or others as long as they are requested less often. */
    private void admit(int candidate) {
        while (isFull()) {
            int victim = victim();
            boolean isBetter = frequency(candidate) > frequency(victim);
            evict(isBetter ? victim : candidate);
            if (!isBetter || victim == candidate) {
                return;
            }
        }
    }

    private boolean isFull() {
        return listBytes[WINDOW] + listBytes[PROBATION] + listBytes[PROTECTED] > capacityBytes;
    }

    private int victim() {
        int victim = lists.oldest(PROBATION);
        victim = victim == KeyLists.NONE ? lists.oldest(PROTECTED) : victim;
        return victim == KeyLists.NONE ? lists.oldest(WINDOW) : victim;
    }

    private void evict(int key) {
        boolean wasUsed = (states[key] & USED) != 0;
        remove(key);
        evictions.evicted(key, wasUsed);
    }

    private int frequency(int key) {
        return states[key] & FREQUENCY;
    }

    private void countRead(int key) {
        if (frequency(key) < FREQUENCY) {
            states[key]++;
            readsSinceHalving++;
        }
        if (readsSinceHalving > READS_PER_ROW * Math.max(rows, FEWEST_ROWS)) {
            readsSinceHalving /= 2;
            for (int other = 0; other < states.length; other++) {
                states[other] = (byte) ((states[other] & ~FREQUENCY) | (frequency(other) >>> 1));
            }
        }
    }
}
