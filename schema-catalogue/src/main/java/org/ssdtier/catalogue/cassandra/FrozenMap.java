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
import org.ssdtier.catalogue.DefinitionWriter;

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

    /** Adds a key to a definition. */
    void writeKey(int index, DefinitionWriter to) {
        if (cell != null) {
            to.part(cell.template().lengthAndKey(index), Integer.BYTES);
        } else {
            to.part(bytes(), keyStarts[index], keyLengths[index]);
        }
    }

    /** Returns how long a key is. */
    int keyLength(int index) {
        return cell == null ? keyLengths[index] : cell.template().lengthAndKey(index).length - Integer.BYTES;
    }

    /** Copies a key, with its length before it, to an array, which has room. */
    void copyLengthAndKey(int index, byte[] to, int at) {
        if (cell == null) {
            bytes().get(keyStarts[index] - Integer.BYTES, to, at, Integer.BYTES + keyLengths[index]);
        } else {
            byte[] key = cell.template().lengthAndKey(index);
            System.arraycopy(key, 0, to, at, key.length);
        }
    }

    /** Returns whether an array has a key, with its length before it, from an index on. */
    boolean isLengthAndKey(int index, byte[] other, int at) {
        int length = Integer.BYTES + keyLength(index);
        if (other.length - at < length) {
            return false;
        }
        return cell == null
                ? has(other, at, keyStarts[index] - Integer.BYTES, length)
                : Arrays.equals(cell.template().lengthAndKey(index), 0, length, other, at, at + length);
    }

    /** Returns what the value was put together with, and its keys are of; null if it was not apart already. */
    @Nullable
    FrozenMapTemplate template() {
        return cell == null ? null : cell.template();
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
            byte[] wanted = template.lengthAndKey(i);
            int length = Integer.BYTES + keyLengths[i];
            if (wanted.length != length || !has(wanted, 0, keyStarts[i] - Integer.BYTES, length)) {
                return false;
            }
        }
        return true;
    }

    private boolean has(byte[] wanted, int wantedAt, int at, int length) {
        ByteBuffer all = bytes();
        if (all.hasArray()) {
            int start = all.arrayOffset() + at;
            return Arrays.equals(all.array(), start, start + length, wanted, wantedAt, wantedAt + length);
        }
        for (int i = 0; i < length; i++) {
            if (all.get(at + i) != wanted[wantedAt + i]) {
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
