package org.ssdtier.rowcache.index;

import java.util.Arrays;

/** An immutable list of key hashes. */
public final class KeyHashes {
    /** The empty list. */
    public static final KeyHashes NONE = new KeyHashes(new long[0]);

    private final long[] hashes;

    /** Creates a list that takes ownership of the array. */
    public KeyHashes(long... hashes) {
        this.hashes = hashes;
    }

    /** Returns the number of hashes. */
    public int size() {
        return hashes.length;
    }

    /** Returns the hash at {@code index}, from 0 to {@link #size} - 1. */
    public long hash(int index) {
        return hashes[index];
    }

    /** Returns the hashes from index {@code from}, inclusive, to index {@code to}, exclusive. */
    public KeyHashes part(int from, int to) {
        return from == 0 && to == hashes.length ? this : new KeyHashes(Arrays.copyOfRange(hashes, from, to));
    }
}
