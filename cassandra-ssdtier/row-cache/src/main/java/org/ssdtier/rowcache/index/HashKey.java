package org.ssdtier.rowcache.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/**
 * The 128-bit key of a cache's hashes. It is stored in the directory of the SSD tier ({@code HashKeyFile}), because the
 * records there are found by hashes under this key. A cache without an SSD tier draws a new key at each start.
 *
 * @param seed the first half of the key
 * @param factor the second half of the key
 */
public record HashKey(long seed, long factor) {
    private static final int CHECK_BYTES = 8;

    /** Draws a random key. */
    public static HashKey random(LongSupplier randomLongs) {
        return new HashKey(randomLongs.getAsLong(), randomLongs.getAsLong());
    }

    /**
     * Returns an identity of the cache that includes a digest of this key. The key cannot be derived from the digest.
     * State saved under another key, or by a build without keys, has a different identity.
     */
    public byte[] identify(byte[] identity) {
        byte[] check = (" hash key " + check()).getBytes(UTF_8);
        return ByteBuffer.allocate(identity.length + check.length)
                .put(identity)
                .put(check)
                .array();
    }

    private String check() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(seed)
                            .putLong(factor)
                            .array());
            return HexFormat.of().formatHex(digest, 0, CHECK_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    /** Returns a digest that identifies the key without revealing it. */
    @Override
    public String toString() {
        return "HashKey[" + check() + "]";
    }
}
