package org.ssdtier.catalogue.cassandra.row;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;

/** Tests that a client that chooses map keys cannot choose which rows have the same hash. */
@Tag("unit")
final class ShapeHashTest {
    private static final int KEYS = 1_000;

    /** The keys were made by hand for an earlier version of the hash. */
    @Test
    void hash_ofKeysMadeToCollide_differs_underEveryKey() {
        SchemaDefinition one = tags("aaaaaaaa", "zzzzzzzz");
        SchemaDefinition other = tags("aaaabdjo", "iU[H75-e");
        Random random = new Random(1);
        for (int n = 0; n < KEYS; n++) {
            long key = random.nextLong(1, (1L << 61) - 1);
            assertNotEquals(new ShapeHash(key).hashOf(one), new ShapeHash(key).hashOf(other), "key=" + key);
        }
        assertNotEquals(ShapeHash.of(one), ShapeHash.of(other));
    }

    /**
     * A random start alone is not enough: in an earlier version of the hash these bits cancelled each other for any
     * start, because a product keeps the highest bit.
     */
    @Test
    void hash_ofKeysWhoseBitsWouldCancel_differs_underEveryKey() {
        Random random = new Random(5);
        for (int n = 0; n < KEYS; n++) {
            byte[] one = new byte[16];
            random.nextBytes(one);
            byte[] other = one.clone();
            other[0] ^= (byte) 0x80;
            other[8] ^= (byte) 0x80;
            other[11] ^= 0x04;
            long key = random.nextLong(1, (1L << 61) - 1);
            assertNotEquals(
                    new ShapeHash(key).hashOf(tags(new String(one, ISO_8859_1))),
                    new ShapeHash(key).hashOf(tags(new String(other, ISO_8859_1))),
                    "key=" + key);
        }
    }

    /** The class is loaded again, as in another JVM. */
    @Test
    void key_ofAnotherJvm_isAnother() throws ReflectiveOperationException {
        assertNotEquals(key(ShapeHash.class), key(loadAgain()));
    }

    private static long key(Class<?> type) throws ReflectiveOperationException {
        Field key = type.getDeclaredField("NODE_KEY");
        key.setAccessible(true);
        return key.getLong(null);
    }

    private static Class<?> loadAgain() throws ReflectiveOperationException {
        String name = ShapeHash.class.getName();
        return new ClassLoader(ShapeHashTest.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String wanted) {
                try (InputStream in = ShapeHash.class.getResourceAsStream("ShapeHash.class")) {
                    byte[] bytes = Objects.requireNonNull(in).readAllBytes();
                    return defineClass(wanted, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Class<?> loadClass(String wanted) throws ClassNotFoundException {
                return wanted.equals(name) ? findClass(wanted) : super.loadClass(wanted);
            }
        }.loadClass(name);
    }

    /**
     * Without a key the hash of a definition is the same in every JVM, and collisions can be computed offline from the
     * code.
     */
    @Test
    void hash_ofOneDefinition_isAnotherUnderAnotherKey() {
        SchemaDefinition definition = tags("color", "size");
        Map<Long, Long> hashes = new HashMap<>();
        Random random = new Random(2);
        for (int n = 0; n < KEYS; n++) {
            long key = random.nextLong(1, (1L << 61) - 1);
            hashes.put(new ShapeHash(key).hashOf(definition), key);
        }
        assertEquals(KEYS, hashes.size());
    }

    /** A frozen map that was read as it is on disk has the same hash as one that is parsed. */
    @Test
    void addPaths_knownBefore_isAsOneByOne() {
        Random random = new Random(3);
        for (int n = 0; n < KEYS; n++) {
            byte[][] lengthsAndKeys = new byte[random.nextInt(6)][];
            ShapeHash oneByOne = new ShapeHash();
            ShapeHash atOnce = new ShapeHash();
            for (ShapeHash hash : List.of(oneByOne, atOnce)) {
                hash.begin(n % 2 == 0);
                hash.addColumn(n, ColumnForm.FROZEN_MAP);
            }
            for (int i = 0; i < lengthsAndKeys.length; i++) {
                lengthsAndKeys[i] = new byte[Integer.BYTES + random.nextInt(40)];
                random.nextBytes(lengthsAndKeys[i]);
                oneByOne.addPath(
                        ByteBuffer.wrap(lengthsAndKeys[i]), Integer.BYTES, lengthsAndKeys[i].length - Integer.BYTES);
            }
            atOnce.addPaths(ShapeHash.Paths.of(lengthsAndKeys));
            oneByOne.addColumn(1, ColumnForm.SIMPLE);
            atOnce.addColumn(1, ColumnForm.SIMPLE);
            assertEquals(oneByOne.value(), atOnce.value());
        }
    }

    /** Words must not merge: rows that differ only in where keys end, or in a last zero, are different. */
    @Test
    void hash_ofRowsThatDifferSlightly_differs() {
        List<SchemaDefinition> rows = new ArrayList<>();
        rows.add(SchemaDefinition.of(List.of()));
        rows.add(SchemaDefinition.of(List.of(new SchemaColumn(bytes("tags"), true, ColumnForm.CELLS, List.of()))));
        for (String whole :
                List.of("abcdef", "abcdefg", "abcdefgh", "abcdefghijklmn", "abcdefghijklmno", "\0\0\0\0\0\0\0\0\0")) {
            rows.add(tags(whole));
            rows.add(tags(whole + "\0"));
            rows.add(tags("\0" + whole));
            rows.add(tags(whole, ""));
            rows.add(tags("", whole));
            for (int cut = 1; cut < whole.length(); cut++) {
                rows.add(tags(whole.substring(0, cut), whole.substring(cut)));
            }
        }
        rows.add(tags("\6abcdefg")); // its first word without a tag is the whole of "abcdef"
        for (ColumnForm form : ColumnForm.values()) {
            rows.add(SchemaDefinition.of(List.of(new SchemaColumn(bytes("tags"), false, form, List.of()))));
        }
        Random random = new Random(3);
        for (int n = 0; n < 100; n++) {
            ShapeHash hash = new ShapeHash(random.nextLong(1, (1L << 61) - 1));
            Map<Long, SchemaDefinition> byHash = new HashMap<>();
            for (SchemaDefinition row : rows) {
                SchemaDefinition other = byHash.putIfAbsent(hash.hashOf(row), row);
                assertEquals(row, other == null ? row : other);
            }
        }
    }

    /** Compares the arithmetic in the field with BigInteger's. */
    @Test
    void hash_isThePolynomial() {
        BigInteger field = BigInteger.TWO.pow(61).subtract(BigInteger.ONE);
        Random random = new Random(4);
        for (int n = 0; n < KEYS; n++) {
            long key = random.nextLong(1, (1L << 61) - 1);
            byte[] bytes = new byte[7];
            random.nextBytes(bytes);
            ShapeHash hash = new ShapeHash(key);
            hash.begin(false);
            hash.addPath(ByteBuffer.wrap(bytes), 0, 7);
            BigInteger k = BigInteger.valueOf(key);
            BigInteger word = new BigInteger(1, bytes).add(BigInteger.valueOf(7L << 56));
            BigInteger expected = k.add(word).multiply(k).mod(field);
            long inField = expected.longValueExact();
            long mixed = inField * 0x9E3779B97F4A7C15L;
            assertEquals(mixed ^ (mixed >>> 32), hash.value(), "key=" + key);
        }
    }

    private static SchemaDefinition tags(String... keys) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (String key : keys) {
            parts.add(bytes(key));
        }
        return SchemaDefinition.of(List.of(new SchemaColumn(bytes("tags"), false, ColumnForm.CELLS, parts)));
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }
}
