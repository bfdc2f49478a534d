package org.ssdtier.catalogue.cassandra;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.DefinitionCursor;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * A 64-bit hash of what a row has: its kind, columns and map keys. Rows of one definition have the definition's.
 *
 * <p>Clients choose map keys, and must not choose which rows collide. So it is a polynomial of the row's words at a random point of
 * the field of 2⁶¹ − 1 elements, which is drawn when the JVM starts and never leaves it (Carter and Wegman, 1979; Dietzfelbinger
 * et al., 1992): any two rows of n words, whoever chose them, collide with a probability of n / 2⁶¹. A word has 7 bytes of a key, or
 * its end and how long that is, or a column; no two rows have the same words. Columns come in by the 32-bit hash of their names,
 * which is not keyed: whoever defines tables is trusted as far as that.
 */
final class ShapeHash {
    private static final long FIELD = (1L << 61) - 1;
    private static final long FINAL = 0x9E3779B97F4A7C15L;
    private static final int WORD_BYTES = Long.BYTES - 1;
    private static final int TAG_SHIFT = 56;
    private static final long COLUMN = 8L << TAG_SHIFT;
    private static final long INNER = 9L << TAG_SHIFT;
    /** Random, the same for all of this JVM. */
    private static final long NODE_KEY = new SecureRandom().nextLong(1L << 32, FIELD);

    private final long key;
    private long hash;

    /** A hash under the key of this JVM. */
    ShapeHash() {
        this(NODE_KEY);
    }

    /**
     * A hash under a key.
     *
     * @param key 1 to 2⁶¹ − 2
     */
    ShapeHash(long key) {
        this.key = key;
    }

    /** The hash of the rows of a definition. */
    static long of(SchemaDefinition definition) {
        return new ShapeHash().hashOf(definition);
    }

    /** The hash of the rows of a definition, under this key. */
    long hashOf(SchemaDefinition definition) {
        DefinitionCursor cursor = new DefinitionCursor();
        ByteBuffer bytes = definition.bytes();
        int columns = cursor.begin(definition);
        begin(false); // as of a row without columns
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

    /** Adds a cell's path, or a frozen map's key: so many bytes of a buffer. */
    void addPath(ByteBuffer path, int start, int length) {
        int position = start;
        int end = start + length;
        boolean bigEndian = path.order() == ByteOrder.BIG_ENDIAN;
        for (; end - position >= Long.BYTES; position += WORD_BYTES) {
            long word = path.getLong(position);
            mix(INNER | (bigEndian ? word : Long.reverseBytes(word)) >>> Byte.SIZE);
        }
        long rest = (long) end - position; // with n bytes behind it a word that no other n has
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
     * What paths do to the hash of a row, whatever stands before them: n words multiply it by the n-th power of the key, and add a sum
     * of their own.
     *
     * @param power of the key
     * @param sum of the words
     */
    record Paths(long power, long sum) {
        /** Those of keys, each with its length before it, under the key of this JVM. */
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

    /** Adds paths that are known; only under the key of this JVM. */
    void addPaths(Paths paths) {
        long folded = times(hash, paths.power) + paths.sum;
        hash = (folded & FIELD) + (folded >>> 61);
    }

    boolean isOfThisJvm() {
        return key == NODE_KEY;
    }

    /** How many words a path is: 7 bytes each while there are 8, and one. */
    private static int wordsOf(int length) {
        return length < Long.BYTES ? 1 : 1 + (length - Long.BYTES) / WORD_BYTES + 1;
    }

    private void mix(long word) {
        hash = times(hash + word, key);
    }

    /** Multiplies in the field: 2⁶¹ is 1 there, so the upper bits are added to the lower. */
    private static long times(long one, long other) {
        long low = one * other;
        long high = Math.multiplyHigh(one, other);
        long folded = (low & FIELD) + (high << 3 | low >>> 61);
        return (folded & FIELD) + (folded >>> 61);
    }

    /** The hash so far; its last step, which loses nothing, is for tables that look at some bits only. */
    long value() {
        long mixed = (hash >= FIELD ? hash - FIELD : hash) * FINAL;
        return mixed ^ (mixed >>> 32);
    }
}
