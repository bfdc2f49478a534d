package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Payload layout: the catalogue's part of its log's manifest, which has a checksum of its own.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-------------------------------+-------------------------------+
 *  |          Version (1)          |               0               |   0
 *  +-------------------------------+-------------------------------+
 *  |       ID Bound: highest ID that may be assigned               |   4
 *  +---------------------------------------------------------------+
 *  |       Durable LSN: all below it were durable at the write     |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |       Owner: the node that owns the catalogue                 |  16
 *  |                           128 bits                            |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Every assigned ID is at most the bound, as an unsigned number. After a crash, new IDs are above it. So an ID is
 * never assigned twice, even if no durable record has it. After a clean stop the bound is exact.
 */
final class CataloguePayloadDescriptor {
    static final short VERSION = 1;
    static final int VERSION_OFFSET = 0;
    static final int ID_BOUND_OFFSET = 4;
    static final int DURABLE_LSN_OFFSET = 8;
    static final int OWNER_OFFSET = 16;
    static final int PAYLOAD_BYTES = 32;

    private CataloguePayloadDescriptor() {}

    /**
     * The decoded payload.
     *
     * @param idBound highest ID that may have been assigned
     * @param durableLsn the durable LSN: all LSNs below it were durable
     * @param owner the node that owns the catalogue
     */
    record Fields(long idBound, long durableLsn, UUID owner) {}

    static ByteBuffer encode(Fields fields) {
        ByteBuffer payload = ByteBuffer.allocate(PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        payload.putShort(VERSION_OFFSET, VERSION);
        payload.putInt(ID_BOUND_OFFSET, (int) fields.idBound());
        payload.putLong(DURABLE_LSN_OFFSET, fields.durableLsn());
        payload.putLong(OWNER_OFFSET, fields.owner().getMostSignificantBits());
        payload.putLong(OWNER_OFFSET + Long.BYTES, fields.owner().getLeastSignificantBits());
        return payload;
    }

    /** Decodes a payload. An empty payload is that of a log whose first opening was interrupted. */
    static Fields decode(ByteBuffer payload, String what) throws FormatException {
        if (!payload.hasRemaining()) {
            return new Fields(0, 0, CatalogueRecord.NO_TABLE);
        }
        if (payload.remaining() < PAYLOAD_BYTES) {
            throw new FormatException.Corrupt(what + ": catalogue payload bytes=" + payload.remaining() + ", allowed "
                    + PAYLOAD_BYTES + " at least");
        }
        ByteBuffer fields = payload.slice().order(ByteOrder.LITTLE_ENDIAN);
        short version = fields.getShort(VERSION_OFFSET);
        if (version != VERSION) {
            String found = what + ": catalogue payload version=" + version + ", readable " + VERSION + " to " + VERSION;
            throw version < VERSION ? new FormatException.TooOld(found) : new FormatException.TooNew(found);
        }
        return new Fields(
                Integer.toUnsignedLong(fields.getInt(ID_BOUND_OFFSET)),
                fields.getLong(DURABLE_LSN_OFFSET),
                new UUID(fields.getLong(OWNER_OFFSET), fields.getLong(OWNER_OFFSET + Long.BYTES)));
    }
}
