package org.ssdtier.catalogue.cassandra.row;

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
 * The value of a frozen map, split into keys and values. An instance is reused for one row after another.
 *
 * <pre>
 *  [ count, 32 bits ] ( [ key length, 32 bits ] [ key ] [ value length, 32 bits ] [ value ] )*
 * </pre>
 *
 * <p>Cassandra stores the bytes that a client sends, so only a value that parses exactly is split: {@link
 * FrozenMapTemplate} then restores the same bytes. A {@link FrozenMapCell} is already split.
 */
final class FrozenMap {
    private static final int KEPT_BYTES = 64 << 10;

    /** The value that is split; null if it was already split. */
    private @Nullable ByteBuffer bytes;

    private @Nullable FrozenMapCell cell;
    private int[] keyStarts = new int[16];
    private int[] keyLengths = new int[16];
    private int[] lengths = new int[16];
    private byte[] values = new byte[256];
    private int valuesLength;
    private int count;

    /** Splits a cell's value. Returns false if it is empty, is not a map without null values, or has trailing bytes. */
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

    /** Returns the length stored at an offset; a negative number if it is not followed by that many bytes. */
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

    /** Releases the value. */
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

    /** Returns the length of a key in bytes. */
    int keyLength(int index) {
        return cell == null ? keyLengths[index] : cell.template().lengthAndKey(index).length - Integer.BYTES;
    }

    /** Copies a key, preceded by its length, to an array with enough room. */
    void copyLengthAndKey(int index, byte[] to, int at) {
        if (cell == null) {
            bytes().get(keyStarts[index] - Integer.BYTES, to, at, Integer.BYTES + keyLengths[index]);
        } else {
            byte[] key = cell.template().lengthAndKey(index);
            System.arraycopy(key, 0, to, at, key.length);
        }
    }

    /** Returns whether an array contains a key, preceded by its length, at an index. */
    boolean isLengthAndKey(int index, byte[] other, int at) {
        int length = Integer.BYTES + keyLength(index);
        if (other.length - at < length) {
            return false;
        }
        return cell == null
                ? has(other, at, keyStarts[index] - Integer.BYTES, length)
                : Arrays.equals(cell.template().lengthAndKey(index), 0, length, other, at, at + length);
    }

    /** Returns the template that contains the value's keys and reassembles it; null if it was not already split. */
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

    /** Returns the lengths of the values, one per key, in an array that may be longer and must not be changed. */
    int[] lengths() {
        return cell == null ? lengths : cell.lengths();
    }

    /** Writes the values, one after another. */
    void writeValues(DataOutputPlus out) throws IOException {
        if (cell == null) {
            out.write(values, 0, valuesLength);
        } else {
            out.write(cell.values(), 0, cell.values().length);
        }
    }
}
