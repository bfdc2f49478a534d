package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.CatalogueRecordDescriptor.CHECKPOINT_BEGIN;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.CHECKPOINT_END;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.DEFINITION;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.DURABLE_LSN_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.ID_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.LSN_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.MARK;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.REFERENCE_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.TABLE_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.TYPE_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.VERSION;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.VERSION_OFFSET;
import static org.ssdtier.catalogue.CatalogueRecordDescriptor.VOID;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * A decoded record of the catalogue's log.
 *
 * @param type one of {@link CatalogueRecordDescriptor}'s types
 * @param reference the LSN that a void record or the end of a checkpoint refers to; else 0
 * @param id schema ID of a definition; else 0
 * @param table the table a definition was first written for
 * @param body canonical bytes of a definition: a view, valid as long as the bytes it was decoded from
 */
record CatalogueRecord(byte type, long reference, int id, UUID table, ByteBuffer body) {
    static final UUID NO_TABLE = new UUID(0, 0);
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    static CatalogueRecord definition(int id, UUID table, ByteBuffer body) {
        return new CatalogueRecord(DEFINITION, 0, id, table, body);
    }

    static CatalogueRecord voiding(long firstLsn) {
        return new CatalogueRecord(VOID, firstLsn, 0, NO_TABLE, EMPTY);
    }

    static CatalogueRecord checkpointBegin() {
        return new CatalogueRecord(CHECKPOINT_BEGIN, 0, 0, NO_TABLE, EMPTY);
    }

    static CatalogueRecord checkpointEnd(long beginLsn) {
        return new CatalogueRecord(CHECKPOINT_END, beginLsn, 0, NO_TABLE, EMPTY);
    }

    static CatalogueRecord mark() {
        return new CatalogueRecord(MARK, 0, 0, NO_TABLE, EMPTY);
    }

    /**
     * Returns the bytes of a segment that a definition of this length takes, not counting padding at the end of a page.
     */
    static int segmentBytes(int definitionBytes) {
        return RecordDescriptor.paddedBytes((int) RecordDescriptor.recordBytes(0, HEADER_BYTES + definitionBytes));
    }

    ByteBuffer encode(long lsn, long durableLsn) {
        ByteBuffer value = ByteBuffer.allocate(HEADER_BYTES + body.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        value.putLong(LSN_OFFSET, lsn);
        value.putLong(DURABLE_LSN_OFFSET, durableLsn);
        value.put(TYPE_OFFSET, type);
        value.put(VERSION_OFFSET, VERSION);
        value.putInt(ID_OFFSET, id);
        if (type == DEFINITION) {
            value.putLong(TABLE_OFFSET, table.getMostSignificantBits());
            value.putLong(TABLE_OFFSET + Long.BYTES, table.getLeastSignificantBits());
        } else {
            value.putLong(REFERENCE_OFFSET, reference);
        }
        value.put(HEADER_BYTES, body, body.position(), body.remaining());
        return value;
    }

    static long lsn(RecordView record) {
        return little(record).getLong(LSN_OFFSET);
    }

    static long durableLsn(RecordView record) {
        return little(record).getLong(DURABLE_LSN_OFFSET);
    }

    /**
     * Decodes a record whose checksums are valid.
     *
     * @param what file and offset, for messages
     * @throws FormatException if it has another version or is not a record of a catalogue
     */
    static CatalogueRecord decode(RecordView record, String what) throws FormatException {
        ByteBuffer value = record.value();
        if (value.remaining() < HEADER_BYTES) {
            throw new FormatException.Corrupt(
                    what + ": catalogue record bytes=" + value.remaining() + ", allowed " + HEADER_BYTES + " at least");
        }
        ByteBuffer fields = little(record);
        byte version = fields.get(VERSION_OFFSET);
        byte type = fields.get(TYPE_OFFSET);
        if (version != VERSION) {
            String found = what + ": catalogue record version=" + version + ", readable " + VERSION + " to " + VERSION;
            throw version < VERSION ? new FormatException.TooOld(found) : new FormatException.TooNew(found);
        }
        if (type < DEFINITION || type > MARK) {
            throw new FormatException.Corrupt(
                    what + ": catalogue record type=" + type + ", allowed " + DEFINITION + " to " + MARK);
        }
        ByteBuffer body = fields.slice(HEADER_BYTES, fields.limit() - HEADER_BYTES);
        if (type != DEFINITION) {
            return new CatalogueRecord(type, fields.getLong(REFERENCE_OFFSET), 0, NO_TABLE, body);
        }
        UUID table = new UUID(fields.getLong(TABLE_OFFSET), fields.getLong(TABLE_OFFSET + Long.BYTES));
        return new CatalogueRecord(type, 0, fields.getInt(ID_OFFSET), table, body);
    }

    private static ByteBuffer little(RecordView record) {
        return record.value().slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
