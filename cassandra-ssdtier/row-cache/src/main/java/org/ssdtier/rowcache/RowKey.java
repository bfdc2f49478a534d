package org.ssdtier.rowcache;

import java.util.HexFormat;

/** The key of an image: a table, the bytes of a partition key, and its token. Immutable; the bytes are not copied. */
public final class RowKey extends CacheKey {
    /** The length of the longest key, bytes. */
    public static final int MAX_KEY_BYTES = 65_535;

    private final byte[] key;
    private final long token;

    /**
     * Creates a key and computes its hash.
     *
     * @param table the table, from {@link TieredCache#table}
     * @param key the bytes of the partition key, at most {@value #MAX_KEY_BYTES}; the caller must not change them
     *     afterwards
     * @param token the position of the key on the ring, compared with the ranges of {@link TieredCache#purgeRange}
     */
    public RowKey(CachedTable table, byte[] key, long token) {
        this(table, key, token, table.hash().hash(key, token));
    }

    RowKey(CachedTable table, byte[] key, long token, long hash) {
        super(table, hash);
        assert key.length <= MAX_KEY_BYTES : "key bytes=" + key.length;
        this.key = key;
        this.token = token;
    }

    /** Returns the table. */
    public CachedTable table() {
        return table;
    }

    /** Returns the position on the ring. */
    public long token() {
        return token;
    }

    /** Returns the 64-bit hash of table, key and token. */
    public long hash() {
        return hash;
    }

    byte[] key() {
        return key;
    }

    @Override
    public String toString() {
        return "RowKey[table=" + table.id() + ", key=" + HexFormat.of().formatHex(key) + ", token=" + token + "]";
    }
}
