package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.DefinitionDescriptor;

/**
 * The value of a frozen map, taken apart without copies: of one row after another.
 *
 * <pre>
 *  [ count, 32 bits ] ( [ key length, 32 bits ] [ key ] [ value length, 32 bits ] [ value ] )*
 * </pre>
 *
 * <p>Cassandra stores what a client sends, so only bytes that parse exactly are taken apart: they come out of
 * {@link FrozenMapTemplate} as they went in.
 */
final class FrozenMap {
    private static final int SPANS = 4;

    private @Nullable ByteBuffer bytes;
    private int[] spans = new int[16 * SPANS];
    private int count;

    /** Takes a value apart; false if it is empty, or no map without null values, or has bytes beyond. */
    boolean read(ByteBuffer value) {
        ByteBuffer bytes = value.order() == ByteOrder.BIG_ENDIAN ? value : value.duplicate();
        int end = bytes.limit();
        int at = bytes.position() + Integer.BYTES;
        if (end < at) {
            return false;
        }
        int count = bytes.getInt(at - Integer.BYTES);
        if (count < 1 || count > DefinitionDescriptor.MAX_PARTS || (end - at) / (2 * Integer.BYTES) < count) {
            return false;
        }
        int places = SPANS * count;
        if (places > spans.length) {
            spans = new int[Math.max(places, 2 * spans.length)];
        }
        for (int i = 0; i < places; i += 2) {
            if (end - at < Integer.BYTES) {
                return false;
            }
            int length = bytes.getInt(at);
            at += Integer.BYTES;
            if (length < 0 || length > end - at) {
                return false;
            }
            spans[i] = at;
            spans[i + 1] = length;
            at += length;
        }
        this.bytes = bytes;
        this.count = count;
        return at == end;
    }

    /** Lets go of the value. */
    void release() {
        bytes = null;
    }

    int count() {
        return count;
    }

    ByteBuffer key(int index) {
        return bytes().slice(keyStart(index), keyLength(index));
    }

    /** Where a key begins in {@link #bytes()}. */
    int keyStart(int index) {
        return spans[SPANS * index];
    }

    int keyLength(int index) {
        return spans[SPANS * index + 1];
    }

    /** The whole value, big endian. */
    ByteBuffer bytes() {
        return Objects.requireNonNull(bytes);
    }

    /** Returns whether the keys are these, each with its length before it. */
    boolean hasKeys(byte[][] lengthsAndKeys) {
        if (lengthsAndKeys.length != count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!has(lengthsAndKeys[i], keyStart(i) - Integer.BYTES, Integer.BYTES + keyLength(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean has(byte[] wanted, int at, int length) {
        ByteBuffer all = bytes();
        if (wanted.length != length) {
            return false;
        }
        if (all.hasArray()) {
            int start = all.arrayOffset() + at;
            return Arrays.equals(all.array(), start, start + length, wanted, 0, length);
        }
        for (int i = 0; i < length; i++) {
            if (all.get(at + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    int valueLength(int index) {
        return spans[SPANS * index + 3];
    }

    void writeValue(int index, DataOutputPlus out) throws IOException {
        ByteBuffer all = bytes();
        int start = spans[SPANS * index + 2];
        if (all.hasArray()) {
            out.write(all.array(), all.arrayOffset() + start, valueLength(index));
        } else {
            out.write(all.slice(start, valueLength(index)));
        }
    }
}
