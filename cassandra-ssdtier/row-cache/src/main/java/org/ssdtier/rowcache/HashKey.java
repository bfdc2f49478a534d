package org.ssdtier.rowcache;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/**
 * The 128-bit key of a cache's hashes. It lies in the directory of the SSD tier ({@link HashKeyFile}), for what is there is found by
 * hashes under it; a cache without one draws its key at each start.
 *
 * @param seed one half
 * @param factor the other
 */
record HashKey(long seed, long factor) {
    private static final int CHECK_BYTES = 8;

    /** Draws a key. */
    static HashKey random(LongSupplier randomLongs) {
        return new HashKey(randomLongs.getAsLong(), randomLongs.getAsLong());
    }

    /**
     * Returns an identity of the cache with this key in it, by a digest from which the key cannot be had: what was saved under
     * another key, or by a build that had none, does not have it.
     */
    byte[] identify(byte[] identity) {
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

    /** Identifies the key without giving it away. */
    @Override
    public String toString() {
        return "HashKey[" + check() + "]";
    }
}
