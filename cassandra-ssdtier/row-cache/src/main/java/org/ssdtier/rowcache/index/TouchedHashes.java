package org.ssdtier.rowcache.index;

/**
 * A map from each touched key hash to the highest change number that touched it: an off-heap hash table with linear
 * probing. A journal may contain millions of hashes, and they are needed only while the index is filled. Not
 * thread-safe.
 */
public final class TouchedHashes {
    private static final int FIRST_CAPACITY = 1 << 10;
    /** The largest possible number of hashes: their table has twice as many places, of two words each. */
    public static final int MAX_HASHES = 1 << 26;

    /** A visitor of hashes. */
    @FunctionalInterface
    public interface Visitor {
        void visit(long hash);
    }

    /** Each place is two words, a hash and its number; the number is 0 where there is no hash. */
    private OffHeapWords words = new OffHeapWords(2 * FIRST_CAPACITY);

    private final int limit;
    private int capacity = FIRST_CAPACITY;
    private int count;

    /**
     * Creates an empty map.
     *
     * @param limit the largest number of hashes it holds, 1 to {@link #MAX_HASHES}
     */
    public TouchedHashes(int limit) {
        if (limit < 1 || limit > MAX_HASHES) {
            throw new IllegalArgumentException("hashes=" + limit + ", allowed 1 to " + MAX_HASHES);
        }
        this.limit = limit;
    }

    /** Records that a change touched a hash. Returns false, without recording it, if the limit is reached. */
    public boolean add(long hash, int number) {
        int at = find(hash);
        if (numberAt(at) == 0) {
            if (count == limit) {
                return false;
            }
            count++;
            if (2L * count > capacity) {
                grow();
                at = find(hash);
            }
        }
        assert count <= limit && 2L * count <= capacity : "hashes=" + count + " places=" + capacity;
        put(at, hash, Math.max(numberAt(at), number));
        return true;
    }

    /** Returns the highest change number of a hash; 0 if it was not touched. */
    public int number(long hash) {
        return numberAt(find(hash));
    }

    /** Returns the number of hashes. */
    public int size() {
        return count;
    }

    /** Calls a visitor with every hash. */
    public void forEach(Visitor visitor) {
        for (int at = 0; at < capacity; at++) {
            if (numberAt(at) != 0) {
                visitor.visit(hashAt(at));
            }
        }
    }

    private int find(long hash) {
        assert Integer.bitCount(capacity) == 1 && count < capacity : "hashes=" + count + " places=" + capacity;
        int mask = capacity - 1;
        int at = (int) KeyHash.mix(hash) & mask;
        while (numberAt(at) != 0 && hashAt(at) != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        OffHeapWords old = words;
        int oldCapacity = capacity;
        words = new OffHeapWords(Math.multiplyExact(4, oldCapacity));
        capacity = 2 * oldCapacity;
        for (int i = 0; i < oldCapacity; i++) {
            int number = (int) old.get(2 * i + 1);
            if (number != 0) {
                long hash = old.get(2 * i);
                put(find(hash), hash, number);
            }
        }
    }

    private long hashAt(int at) {
        return words.get(2 * at);
    }

    private int numberAt(int at) {
        return (int) words.get(2 * at + 1);
    }

    private void put(int at, long hash, int number) {
        words.set(2 * at, hash);
        words.set(2 * at + 1, number);
    }
}
