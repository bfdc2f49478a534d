package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The layout of a record's key: the table's id, most significant half first, then the bytes of the partition key.
 *
 * <p>A read compares all of it, so it never returns the image of another key.
 */
final class RecordKey {
    /** The length of the table's id, before the partition key, bytes. */
    static final int TABLE_BYTES = 2 * Long.BYTES;

    private RecordKey() {}

    /** Writes table and key into the cleared buffer, and flips it. */
    static void encode(ByteBuffer to, UUID table, ByteBuffer key) {
        to.clear();
        to.putLong(table.getMostSignificantBits());
        to.putLong(table.getLeastSignificantBits());
        to.put(key);
        to.flip();
    }

    /** Returns whether a record's key, from position to limit and big endian, is exactly {@code key}. */
    static boolean matches(ByteBuffer recordKey, RowKey key) {
        byte[] bytes = key.key();
        if (recordKey.remaining() != TABLE_BYTES + bytes.length
                || !table(recordKey).equals(key.table.id())) {
            return false;
        }
        int from = recordKey.position() + TABLE_BYTES;
        for (int i = 0; i < bytes.length; i++) {
            if (recordKey.get(from + i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the table's id. */
    static UUID table(ByteBuffer recordKey) {
        int at = recordKey.position();
        return new UUID(recordKey.getLong(at), recordKey.getLong(at + Long.BYTES));
    }
}
