package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.DefinitionDescriptor;

/**
 * The value of a frozen map, taken apart without copies.
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

    private final ByteBuffer bytes;
    private final int[] spans;

    private FrozenMap(ByteBuffer bytes, int[] spans) {
        this.bytes = bytes;
        this.spans = spans;
    }

    /** Takes a value apart; null if it is empty, or no map without null values, or has bytes beyond. */
    static @Nullable FrozenMap parse(ByteBuffer value) {
        ByteBuffer bytes = value.order() == ByteOrder.BIG_ENDIAN ? value : value.duplicate();
        int end = bytes.limit();
        int at = bytes.position() + Integer.BYTES;
        if (end < at) {
            return null;
        }
        int count = bytes.getInt(at - Integer.BYTES);
        if (count < 1 || count > DefinitionDescriptor.MAX_PARTS || (end - at) / (2 * Integer.BYTES) < count) {
            return null;
        }
        int[] spans = new int[SPANS * count];
        for (int i = 0; i < spans.length; i += 2) {
            if (end - at < Integer.BYTES) {
                return null;
            }
            int length = bytes.getInt(at);
            at += Integer.BYTES;
            if (length < 0 || length > end - at) {
                return null;
            }
            spans[i] = at;
            spans[i + 1] = length;
            at += length;
        }
        return at == end ? new FrozenMap(bytes, spans) : null;
    }

    int count() {
        return spans.length / SPANS;
    }

    ByteBuffer key(int index) {
        return bytes.slice(spans[SPANS * index], spans[SPANS * index + 1]);
    }

    boolean hasKeys(List<ByteBuffer> keys) {
        if (keys.size() != count()) {
            return false;
        }
        for (int i = 0; i < keys.size(); i++) {
            if (!key(i).equals(keys.get(i))) {
                return false;
            }
        }
        return true;
    }

    int valueLength(int index) {
        return spans[SPANS * index + 3];
    }

    void writeValue(int index, DataOutputPlus out) throws IOException {
        out.write(bytes.slice(spans[SPANS * index + 2], spans[SPANS * index + 3]));
    }
}
