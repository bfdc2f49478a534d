package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The key of a record: the table's id, most significant half first, then the bytes of the partition key.
 *
 * <p>Comparing all of it is what makes an answer never foreign.
 */
final class RecordKey {
    /** The bytes before the partition key. */
    static final int TABLE_BYTES = 2 * Long.BYTES;

    private RecordKey() {}

    /** Writes table and key, and flips. */
    static void encode(ByteBuffer to, UUID table, ByteBuffer key) {
        to.clear();
        to.putLong(table.getMostSignificantBits());
        to.putLong(table.getLeastSignificantBits());
        to.put(key);
        to.flip();
    }

    /** Returns whether a record's key, from position to limit and big endian, is just this one. */
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
