package org.ssdtier.rowcache.curve;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The sampled keys: a hash table of bounded size that numbers its keys, with what all miniatures share: the bytes of
 * the row in either tier, the number of reads, and in how many miniatures it is. Not thread-safe.
 */
final class SampledKeys {
    private static final int MAX_COUNT = Character.MAX_VALUE;
    /** The share of places that are kept for keys in no miniature, so that the miniatures can recognise them. */
    private static final double GHOST_SHARE = 1.0 / 8;

    /** The share of keys in miniatures below which the rate is raised: thinning leaves more, so that they do not alternate. */
    private static final double SPARSE_SHARE = 0.4;
    /** The share of keys in miniatures that a raised rate aims at. */
    private static final double AIMED_SHARE = 0.6;

    private final int capacity;
    private final int placeMask;
    private final short[] places;
    private final long[] hashes;
    private final byte[] tables;
    private final int[] memoryBytes;
    private final int[] ssdBytes;
    private final char[] counts;
    private final byte[] holders;
    private int size;
    private int held;
    private int hand;

    /** Creates an empty table of at most {@code capacity} keys. */
    SampledKeys(int capacity) {
        this.capacity = capacity;
        int placeCount = Integer.highestOneBit(capacity * 2 - 1) * 2;
        this.placeMask = placeCount - 1;
        this.places = new short[placeCount];
        this.hashes = new long[capacity];
        this.tables = new byte[capacity];
        this.memoryBytes = new int[capacity];
        this.ssdBytes = new int[capacity];
        this.counts = new char[capacity];
        this.holders = new byte[capacity];
        Arrays.fill(places, (short) KeyLists.NONE);
        Arrays.fill(tables, (byte) KeyLists.NONE);
    }

    /** Returns the most keys. */
    int capacity() {
        return capacity;
    }

    /** Returns whether a number is that of a key. */
    boolean isUsed(int key) {
        return tables[key] != KeyLists.NONE;
    }

    /** Returns the number of a key; {@link KeyLists#NONE} if the table lacks it. */
    int find(long hash, int table) {
        for (int place = placeOf(hash); places[place] != KeyLists.NONE; place = (place + 1) & placeMask) {
            int key = places[place];
            if (hashes[key] == hash && tables[key] == (byte) table) {
                return key;
            }
        }
        return KeyLists.NONE;
    }

    /** Returns whether so many keys are in miniatures that the rate of the sample has to be lowered. */
    boolean isCrowded() {
        return held > capacity * (1 - GHOST_SHARE);
    }

    /** Returns whether so few keys are in miniatures that the rate of the sample can be raised. */
    boolean isSparse() {
        return held < capacity * SPARSE_SHARE;
    }

    /** Returns the factor by which the rate of a sparse sample can be raised, above 1. */
    double roomFactor() {
        return capacity * AIMED_SHARE / Math.max(1, held);
    }

    /**
     * Adds a key that the table lacks, in place of one that is in no miniature if the table is full.
     *
     * @param leaving receives the key that is replaced, if there is one
     */
    int add(long hash, int table, IntConsumer leaving) {
        int key = size < capacity ? freeKey() : replaceable(leaving);
        int place = placeOf(hash);
        while (places[place] != KeyLists.NONE) {
            place = (place + 1) & placeMask;
        }
        places[place] = (short) key;
        hashes[key] = hash;
        tables[key] = (byte) table;
        memoryBytes[key] = 0;
        ssdBytes[key] = 0;
        counts[key] = 0;
        size++;
        return key;
    }

    /** Removes a key that is in no miniature. */
    void remove(int key) {
        assert holders[key] == 0 : "key=" + key + " is in miniatures=" + holders[key];
        int place = placeOf(hashes[key]);
        while (places[place] != key) {
            place = (place + 1) & placeMask;
        }
        close(place);
        tables[key] = KeyLists.NONE;
        size--;
    }

    long hash(int key) {
        return hashes[key];
    }

    /** Returns the number of the key's table. */
    int table(int key) {
        return tables[key] & 0xff;
    }

    int memoryBytes(int key) {
        return memoryBytes[key];
    }

    /** Returns the bytes of the row's record; 0 for a row that is not written to the SSD. */
    int ssdBytes(int key) {
        return ssdBytes[key];
    }

    void setBytes(int key, int inMemory, int onSsd) {
        memoryBytes[key] = inMemory;
        ssdBytes[key] = onSsd;
    }

    /** Counts a read of the key and returns the number of its reads, of which half are forgotten periodically. */
    int countRead(int key) {
        if (counts[key] < MAX_COUNT) {
            counts[key]++;
        }
        return counts[key];
    }

    /** Halves the number of reads of every key. */
    void halveCounts() {
        for (int key = 0; key < capacity; key++) {
            counts[key] = (char) (counts[key] >>> 1);
        }
    }

    /** Records that one more miniature has the row. */
    void hold(int key) {
        if (holders[key]++ == 0) {
            held++;
        }
    }

    /** Records that a miniature no longer has the row. */
    void letGo(int key) {
        assert holders[key] > 0 : "key=" + key;
        if (--holders[key] == 0) {
            held--;
        }
    }

    private int freeKey() {
        while (isUsed(hand)) {
            advance();
        }
        return hand;
    }

    private int replaceable(IntConsumer leaving) {
        assert held < capacity : "held=" + held;
        while (holders[hand] != 0) {
            advance();
        }
        int key = hand;
        leaving.accept(key);
        remove(key);
        advance();
        return key;
    }

    private void advance() {
        hand = hand + 1 == capacity ? 0 : hand + 1;
    }

    /** Empties a place and moves later ones of its run up, so that each key is found from its own place. */
    private void close(int emptied) {
        int empty = emptied;
        for (int place = (empty + 1) & placeMask; places[place] != KeyLists.NONE; place = (place + 1) & placeMask) {
            int home = placeOf(hashes[places[place]]);
            if (((place - home) & placeMask) >= ((place - empty) & placeMask)) {
                places[empty] = places[place];
                empty = place;
            }
        }
        places[empty] = KeyLists.NONE;
    }

    /** Returns the place where the search for a hash begins; it depends on the lower bits, for the upper ones are alike. */
    private int placeOf(long hash) {
        return (int) hash & placeMask;
    }
}
