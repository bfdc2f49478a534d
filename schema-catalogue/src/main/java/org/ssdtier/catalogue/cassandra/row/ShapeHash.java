package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.DefinitionCursor;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * A 64-bit hash of a row's shape: its kind, columns and map keys. All rows of one definition have the definition's
 * hash.
 *
 * <p>Clients choose map keys but must not be able to choose which rows collide. So the hash is a polynomial of the
 * row's words at a random point of the field of 2⁶¹ − 1 elements. The point is drawn when the JVM starts and never
 * leaves it (Carter and Wegman, 1979; Dietzfelbinger et al., 1992). Any two rows of n words, even chosen ones,
 * collide with a probability of n / 2⁶¹. A word contains 7 bytes of a key, or the end of a key and its length, or a
 * column; different shapes have different words. Columns are represented by the 32-bit hash of their names, which is
 * not keyed: the authors of tables are trusted to that extent.
 */
public final class ShapeHash {
    private static final long FIELD = (1L << 61) - 1;
    private static final long FINAL = 0x9E3779B97F4A7C15L;
    private static final int WORD_BYTES = Long.BYTES - 1;
    private static final int TAG_SHIFT = 56;
    private static final long COLUMN = 8L << TAG_SHIFT;
    private static final long INNER = 9L << TAG_SHIFT;
    /** The random key of this JVM. */
    private static final long NODE_KEY = new SecureRandom().nextLong(1L << 32, FIELD);

    private final long key;
    private long hash;

    /** Creates a hash under the key of this JVM. */
    ShapeHash() {
        this(NODE_KEY);
    }

    /**
     * Creates a hash under a key.
     *
     * @param key the key, 1 to 2⁶¹ − 2
     */
    ShapeHash(long key) {
        this.key = key;
    }

    /** Returns the hash of the rows of a definition. */
    public static long of(SchemaDefinition definition) {
        return new ShapeHash().hashOf(definition);
    }

    /** Returns the hash of the rows of a definition, under this key. */
    long hashOf(SchemaDefinition definition) {
        DefinitionCursor cursor = new DefinitionCursor();
        ByteBuffer bytes = definition.bytes();
        int columns = cursor.begin(definition);
        begin(false); // the hash of a row without columns
        for (int column = 0; column < columns; column++) {
            cursor.nextColumn();
            if (column == 0) {
                begin(cursor.isStatic());
            }
            addColumn(cursor.stringHash(), cursor.form());
            for (int parts = cursor.partCount(); parts > 0; parts--) {
                cursor.nextPart();
                addPath(bytes, cursor.stringStart(), cursor.stringLength());
            }
        }
        return value();
    }

    /** Begins a row. */
    void begin(boolean isStatic) {
        hash = 0;
        mix(isStatic ? 2 : 1); // not 0, so that rows of different lengths are different polynomials
    }

    /** Adds a column by the hash of its name's bytes. */
    void addColumn(int nameHash, ColumnForm form) {
        mix(COLUMN | (long) form.code() << Integer.SIZE | Integer.toUnsignedLong(nameHash));
    }

    /** Adds a cell's path or a frozen map's key: {@code length} bytes of a buffer, from {@code start} on. */
    void addPath(ByteBuffer path, int start, int length) {
        int position = start;
        int end = start + length;
        boolean bigEndian = path.order() == ByteOrder.BIG_ENDIAN;
        for (; end - position >= Long.BYTES; position += WORD_BYTES) {
            long word = path.getLong(position);
            mix(INNER | (bigEndian ? word : Long.reverseBytes(word)) >>> Byte.SIZE);
        }
        long rest = (long) end - position; // followed by these n bytes, a word that no other n has
        if (end - position >= Integer.BYTES) {
            int four = path.getInt(position);
            rest = rest << Integer.SIZE | Integer.toUnsignedLong(bigEndian ? four : Integer.reverseBytes(four));
            position += Integer.BYTES;
        }
        for (; position < end; position++) {
            rest = rest << Byte.SIZE | (path.get(position) & 0xff);
        }
        mix(rest);
    }

    /**
     * The effect of paths on the hash of a row, whatever precedes them: n words multiply the hash by the n-th power of
     * the key, and add a sum of their own.
     *
     * @param power the n-th power of the key
     * @param sum the sum of the words
     */
    record Paths(long power, long sum) {
        /** Returns the effect of keys, each preceded by its length, under the key of this JVM. */
        static Paths of(byte[][] lengthsAndKeys) {
            ShapeHash power = new ShapeHash();
            ShapeHash sum = new ShapeHash();
            power.hash = 1;
            for (byte[] lengthAndKey : lengthsAndKeys) {
                ByteBuffer key = ByteBuffer.wrap(lengthAndKey, Integer.BYTES, lengthAndKey.length - Integer.BYTES);
                sum.addPath(key, key.position(), key.remaining());
                for (int words = wordsOf(key.remaining()); words > 0; words--) {
                    power.hash = times(power.hash, power.key);
                }
            }
            return new Paths(power.hash, sum.hash);
        }
    }

    /** Adds paths whose effect is known; only under the key of this JVM. */
    void addPaths(Paths paths) {
        long folded = times(hash, paths.power) + paths.sum;
        hash = (folded & FIELD) + (folded >>> 61);
    }

    boolean usesNodeKey() {
        return key == NODE_KEY;
    }

    /** Returns the number of words of a path: one for every 7 bytes while at least 8 are left, and one for the rest. */
    private static int wordsOf(int length) {
        return length < Long.BYTES ? 1 : 1 + (length - Long.BYTES) / WORD_BYTES + 1;
    }

    private void mix(long word) {
        hash = times(hash + word, key);
    }

    /** Multiplies in the field, in which 2⁶¹ is 1, so that the upper bits are added to the lower. */
    private static long times(long one, long other) {
        long low = one * other;
        long high = Math.multiplyHigh(one, other);
        long folded = (low & FIELD) + (high << 3 | low >>> 61);
        return (folded & FIELD) + (folded >>> 61);
    }

    /**
     * Returns the hash so far. Its last step is a bijection that mixes the bits, for tables that use only some of them.
     */
    long value() {
        long mixed = (hash >= FIELD ? hash - FIELD : hash) * FINAL;
        return mixed ^ (mixed >>> 32);
    }
}
