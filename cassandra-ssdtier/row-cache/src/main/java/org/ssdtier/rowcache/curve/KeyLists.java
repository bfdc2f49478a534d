package org.ssdtier.rowcache.curve;

import java.util.Arrays;

/**
 * Doubly linked lists of the numbers of sampled keys, from the oldest to the newest. All lists share their links, so a
 * key is in one of them at most. Not thread-safe.
 */
final class KeyLists {
    /** No key. */
    static final int NONE = -1;

    private final int keys;
    private final short[] newer;
    private final short[] older;

    /**
     * Creates empty lists.
     *
     * @param keys number of keys; they are numbered from 0
     * @param lists number of lists; they are numbered from 0
     */
    KeyLists(int keys, int lists) {
        assert keys + lists <= Short.MAX_VALUE : "keys=" + keys + " lists=" + lists;
        this.keys = keys;
        this.newer = new short[keys + lists];
        this.older = new short[keys + lists];
        clear();
    }

    /** Empties every list. */
    void clear() {
        Arrays.fill(newer, (short) NONE);
        Arrays.fill(older, (short) NONE);
        for (int end = keys; end < newer.length; end++) {
            newer[end] = (short) end;
            older[end] = (short) end;
        }
    }

    /** Adds a key that is in no list, as the newest of the list. */
    void add(int list, int key) {
        assert newer[key] == NONE : "key=" + key + " is in a list";
        int end = keys + list;
        int newest = older[end];
        link(newest, key);
        link(key, end);
    }

    /** Removes a key from its list. */
    void remove(int key) {
        assert newer[key] != NONE : "key=" + key + " is in no list";
        link(older[key], newer[key]);
        newer[key] = NONE;
        older[key] = NONE;
    }

    /** Returns the oldest key of a list; {@link #NONE} if it is empty. */
    int oldest(int list) {
        return keyAt(newer[keys + list]);
    }

    /** Returns the next newer key of the same list; {@link #NONE} if there is none. */
    int newer(int key) {
        return keyAt(newer[key]);
    }

    private int keyAt(int place) {
        return place < keys ? place : NONE;
    }

    private void link(int from, int to) {
        newer[from] = (short) to;
        older[to] = (short) from;
    }
}
