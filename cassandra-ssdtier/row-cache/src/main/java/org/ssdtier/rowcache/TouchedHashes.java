package org.ssdtier.rowcache;

/** The highest change number that touched each key hash: an open hash table of primitive values. Not thread-safe. */
final class TouchedHashes {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** Takes a hash. */
    @FunctionalInterface
    interface Visitor {
        void visit(long hash);
    }

    private long[] hashes = new long[FIRST_CAPACITY];
    /** 0 where there is no hash. */
    private int[] numbers = new int[FIRST_CAPACITY];

    private int count;

    /** Notes that a change touched a hash. */
    void add(long hash, int number) {
        if (2 * count >= hashes.length) {
            grow();
        }
        int at = find(hash);
        if (numbers[at] == 0) {
            hashes[at] = hash;
            count++;
        }
        numbers[at] = Math.max(numbers[at], number);
    }

    /** Returns the highest number of a hash; 0 if it was not touched. */
    int number(long hash) {
        return numbers[find(hash)];
    }

    int size() {
        return count;
    }

    void forEach(Visitor visitor) {
        for (int at = 0; at < hashes.length; at++) {
            if (numbers[at] != 0) {
                visitor.visit(hashes[at]);
            }
        }
    }

    private int find(long hash) {
        int mask = hashes.length - 1;
        int at = (int) KeyHash.mix(hash) & mask;
        while (numbers[at] != 0 && hashes[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldHashes = hashes;
        int[] oldNumbers = numbers;
        hashes = new long[2 * oldHashes.length];
        numbers = new int[hashes.length];
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldNumbers[i] != 0) {
                int at = find(oldHashes[i]);
                hashes[at] = oldHashes[i];
                numbers[at] = oldNumbers[i];
            }
        }
    }
}
