package org.ssdtier.rowcache;

import java.util.Arrays;

/** A list of key hashes that does not change. */
final class KeyHashes {
    /** No hash. */
    static final KeyHashes NONE = new KeyHashes(new long[0]);

    private final long[] hashes;

    /** Takes the array over. */
    KeyHashes(long... hashes) {
        this.hashes = hashes;
    }

    int size() {
        return hashes.length;
    }

    long hash(int index) {
        return hashes[index];
    }

    /** Returns the hashes from one index to before another. */
    KeyHashes part(int from, int to) {
        return from == 0 && to == hashes.length ? this : new KeyHashes(Arrays.copyOfRange(hashes, from, to));
    }
}
