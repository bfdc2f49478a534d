package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.io.util.DataOutputPlus;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.DefinitionDescriptor;

/**
 * The value of a frozen map, taken apart: of one row after another.
 *
 * <pre>
 *  [ count, 32 bits ] ( [ key length, 32 bits ] [ key ] [ value length, 32 bits ] [ value ] )*
 * </pre>
 *
 * <p>Cassandra stores what a client sends, so only bytes that parse exactly are taken apart: they come out of
 * {@link FrozenMapTemplate} as they went in. A {@link FrozenMapCell} is apart already.
 */
final class FrozenMap {
    private static final int KEPT_BYTES = 64 << 10;

    /** What is taken apart; null if it was apart already. */
    private @Nullable ByteBuffer bytes;

    private @Nullable FrozenMapCell cell;
    private int[] keyStarts = new int[16];
    private int[] keyLengths = new int[16];
    private int[] lengths = new int[16];
    private byte[] values = new byte[256];
    private int valuesLength;
    private int count;

    /** Takes a cell's value apart; false if it is empty, or no map without null values, or has bytes beyond. */
    boolean read(Cell<?> content) {
        if (content instanceof FrozenMapCell apart) {
            cell = apart;
            count = apart.template().count();
            return true;
        }
        return read(content.buffer());
    }

    private boolean read(ByteBuffer value) {
        ByteBuffer from = value.order() == ByteOrder.BIG_ENDIAN ? value : value.duplicate();
        int end = from.limit();
        int at = from.position() + Integer.BYTES;
        if (end < at) {
            return false;
        }
        int entries = from.getInt(at - Integer.BYTES);
        if (entries < 1 || entries > DefinitionDescriptor.MAX_PARTS || (end - at) / (2 * Integer.BYTES) < entries) {
            return false;
        }
        makeRoom(entries, end - at);
        int valuesAt = 0;
        for (int i = 0; i < entries; i++) {
            int keyLength = lengthAt(from, at, end);
            int valueAt = at + 2 * Integer.BYTES + keyLength;
            int valueLength = keyLength < 0 ? -1 : lengthAt(from, valueAt - Integer.BYTES, end);
            if (valueLength < 0) {
                return false;
            }
            keyStarts[i] = at + Integer.BYTES;
            keyLengths[i] = keyLength;
            lengths[i] = valueLength;
            from.get(valueAt, values, valuesAt, valueLength);
            valuesAt += valueLength;
            at = valueAt + valueLength;
        }
        bytes = from;
        count = entries;
        valuesLength = valuesAt;
        return at == end;
    }

    /** Returns the length at a place, behind which there are so many bytes; a negative number if not. */
    private static int lengthAt(ByteBuffer from, int at, int end) {
        if (end - at < Integer.BYTES) {
            return -1;
        }
        int length = from.getInt(at);
        return length <= end - at - Integer.BYTES ? length : -1;
    }

    private void makeRoom(int entries, int valueBytes) {
        if (entries > lengths.length) {
            int room = Math.max(entries, 2 * lengths.length);
            keyStarts = new int[room];
            keyLengths = new int[room];
            lengths = new int[room];
        }
        if (valueBytes > values.length) {
            values = new byte[Math.max(valueBytes, 2 * values.length)];
        }
    }

    /** Lets go of the value. */
    void release() {
        bytes = null;
        cell = null;
        if (values.length > KEPT_BYTES) {
            values = new byte[256];
        }
    }

    int count() {
        return count;
    }

    /** Returns a key; it is the caller's. */
    ByteBuffer key(int index) {
        if (cell != null) {
            byte[] key = cell.template().lengthAndKey(index);
            return ByteBuffer.wrap(Arrays.copyOfRange(key, Integer.BYTES, key.length));
        }
        return bytes().slice(keyStarts[index], keyLengths[index]);
    }

    /** Adds the keys to a hash, and returns the sum of their lengths. */
    long addKeys(ShapeHash hash) {
        if (cell != null) {
            return cell.template().addKeys(hash);
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            hash.addPath(bytes(), keyStarts[i], keyLengths[i]);
            sum += keyLengths[i];
        }
        return sum;
    }

    private ByteBuffer bytes() {
        return Objects.requireNonNull(bytes);
    }

    /** Returns whether the keys are those of a schema, in their order. */
    boolean isOf(FrozenMapTemplate template) {
        if (cell != null) {
            return cell.template().hasKeysOf(template);
        }
        if (template.count() != count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!has(template.lengthAndKey(i), keyStarts[i] - Integer.BYTES, Integer.BYTES + keyLengths[i])) {
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

    /** The lengths of the values, as many as there are keys; there may be room behind them. Not to be changed. */
    int[] lengths() {
        return cell == null ? lengths : cell.lengths();
    }

    /** Writes the values, one behind the other. */
    void writeValues(DataOutputPlus out) throws IOException {
        if (cell == null) {
            out.write(values, 0, valuesLength);
        } else {
            out.write(cell.values(), 0, cell.values().length);
        }
    }
}
