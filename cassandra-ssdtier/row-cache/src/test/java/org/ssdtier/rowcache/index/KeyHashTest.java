package org.ssdtier.rowcache.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class KeyHashTest {
    private static final UUID TABLE = new UUID(7, 8);
    private static final long TOKEN = 99;
    private static final int KEYS = 2_000;
    private static final long K0 = 0xa0761d6478bd642fL;

    /**
     * Checked by removal: with constants instead of a key in the hash, keys that collide would collide on every node.
     */
    @Test
    void keysMadeToCollide_underOneKey_doNotUnderAnother() {
        HashKey known = new HashKey(0x1234_5678_9abc_def0L, 0x0fed_cba9_8765_4321L);
        List<byte[]> colliding = colliding(known);
        assertEquals(1, hashes(known, colliding).size(), "the keys made to collide do not collide");
        Random random = new Random(3);
        for (int other = 0; other < 100; other++) {
            HashKey key = HashKey.random(random::nextLong);
            assertEquals(KEYS, hashes(key, colliding).size(), () -> "under " + key);
        }
    }

    @Test
    void keysOfAllLengths_differInOneBit_hashDiffersInHalfOfItsBits() {
        Random random = new Random(11);
        KeyHash hash = new KeyHash(HashKey.random(random::nextLong), TABLE);
        for (int length = 1; length < 40; length++) {
            long bits = 0;
            int pairs = 0;
            for (int trial = 0; trial < 20; trial++) {
                byte[] key = new byte[length];
                random.nextBytes(key);
                long whole = hash.hash(key, TOKEN);
                for (int bit = 0; bit < 8 * length; bit++) {
                    key[bit / 8] ^= (byte) (1 << bit % 8);
                    bits += Long.bitCount(whole ^ hash.hash(key, TOKEN));
                    key[bit / 8] ^= (byte) (1 << bit % 8);
                    pairs++;
                }
            }
            double mean = (double) bits / pairs;
            assertTrue(mean > 30 && mean < 34, "length=" + length + " bits=" + mean);
        }
    }

    @Test
    void hash_dependsOnTableTokenAndLength() {
        HashKey key = new HashKey(1, 2);
        byte[] bytes = {1, 2, 3};
        long hash = new KeyHash(key, TABLE).hash(bytes, TOKEN);
        assertEquals(hash, new KeyHash(key, TABLE).hash(bytes.clone(), TOKEN));
        assertNotEquals(hash, new KeyHash(key, new UUID(7, 9)).hash(bytes, TOKEN));
        assertNotEquals(hash, new KeyHash(key, new UUID(9, 8)).hash(bytes, TOKEN));
        assertNotEquals(hash, new KeyHash(key, TABLE).hash(bytes, TOKEN + 1));
        assertNotEquals(
                new KeyHash(key, TABLE).hash(new byte[2], TOKEN), new KeyHash(key, TABLE).hash(new byte[3], TOKEN));
    }

    /** The logged and saved identity identifies the key and does not reveal it. */
    @Test
    void identity_namesTheKey_andDoesNotHaveIt() {
        HashKey key = new HashKey(0x1122_3344_5566_7788L, 0x99aa_bbcc_ddee_ff00L);
        byte[] identity = key.identify("images 3".getBytes(StandardCharsets.UTF_8));
        String text = new String(identity, StandardCharsets.UTF_8);
        assertTrue(text.matches("images 3 hash key [0-9a-f]{16}"), text);
        assertFalse(text.contains("1122334455667788") || text.contains("99aabbccddeeff00"), text);
        assertFalse(key.toString().contains("1122"), key.toString());
        assertNotEquals(
                text,
                new String(
                        new HashKey(1, 2).identify("images 3".getBytes(StandardCharsets.UTF_8)),
                        StandardCharsets.UTF_8));
    }

    /**
     * Returns keys of two words that all collide. A caller that has the hash key can choose, for any first word, a
     * second word that leads to the same hash.
     */
    private static List<byte[]> colliding(HashKey key) {
        long factor = key.factor() | 1;
        long seed =
                fold(fold(TABLE.getMostSignificantBits() ^ key.seed(), K0) ^ TABLE.getLeastSignificantBits(), factor);
        long begin = fold(seed ^ TOKEN, factor ^ (16L << 1));
        List<byte[]> keys = new ArrayList<>();
        for (long first = 0; first < KEYS; first++) {
            ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
            keys.add(bytes.putLong(first)
                    .putLong(fold(begin ^ first, factor) ^ 77)
                    .array());
        }
        return keys;
    }

    private static long fold(long left, long right) {
        return Math.multiplyHigh(left, right) ^ (left * right) ^ Long.rotateLeft(left, 32);
    }

    private static Set<Long> hashes(HashKey key, List<byte[]> keys) {
        KeyHash hash = new KeyHash(key, TABLE);
        Set<Long> hashes = new HashSet<>();
        keys.forEach(bytes -> hashes.add(hash.hash(bytes, TOKEN)));
        return hashes;
    }
}
