package org.ssdtier.segmentlog;

import static org.ssdtier.segmentlog.format.RecordDescriptor.FLAGS_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.GENERATION_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.HEADER_BYTES;
import static org.ssdtier.segmentlog.format.RecordDescriptor.HEADER_CHECKSUM_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.KEY_BYTES_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.KEY_HASH_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.MAGIC;
import static org.ssdtier.segmentlog.format.RecordDescriptor.MAGIC_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.RECORD_CHECKSUM_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.RECORD_OFFSET_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.SEQUENCE_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.VALUE_BYTES_OFFSET;
import static org.ssdtier.segmentlog.format.RecordDescriptor.VERSION_OFFSET;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/**
 * A view of a record in a buffer, which decodes and verifies it without copying. Reused for many records; not
 * thread-safe.
 */
public final class RecordView {
    /** Shared by all views that are not attached yet. */
    private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);

    private final CRC32C crc = new CRC32C();
    private ByteBuffer memory = NONE;
    private ByteBuffer checksummed = memory;
    private ByteBuffer key = memory;
    private ByteBuffer value = memory;
    private int start;
    private int sequence;
    private int offset;
    private int keyBytes;
    private int valueBytes;

    RecordView() {}

    /** Attaches this view to another buffer. */
    void attach(ByteBuffer buffer) {
        memory = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        checksummed = buffer.duplicate();
        key = buffer.duplicate();
        value = buffer.duplicate();
    }

    /**
     * Parses the header of the record at an offset of a segment.
     *
     * @param at index in the buffer
     * @param segmentBytes size of the segment; a record that ends beyond it is invalid
     * @return whether there is a valid header; if so, the length of the record is known
     */
    boolean parseHeader(int at, int recordOffset, SegmentIdentity segment, long segmentBytes) {
        start = at;
        sequence = segment.sequence();
        offset = recordOffset;
        if (memory.get(at + MAGIC_OFFSET) != MAGIC
                || memory.get(at + VERSION_OFFSET) != segment.recordVersion()
                || memory.getInt(at + SEQUENCE_OFFSET) != sequence
                || memory.getInt(at + RECORD_OFFSET_OFFSET) != offset) {
            return false;
        }
        crc.reset();
        crc.update(checksummed.limit(at + HEADER_CHECKSUM_OFFSET).position(at));
        if (((int) crc.getValue() ^ segment.salt()) != memory.getInt(at + HEADER_CHECKSUM_OFFSET)) {
            return false;
        }
        keyBytes = Short.toUnsignedInt(memory.getShort(at + KEY_BYTES_OFFSET));
        valueBytes = memory.getInt(at + VALUE_BYTES_OFFSET);
        return valueBytes >= 0 && offset + RecordDescriptor.recordBytes(keyBytes, valueBytes) <= segmentBytes;
    }

    /** Returns whether the checksum of the whole record is valid. Call once, immediately after {@link #parseHeader}. */
    boolean verifyBody() {
        int body = start + HEADER_BYTES;
        crc.update(checksummed.limit(body + keyBytes + valueBytes).position(body));
        return (int) crc.getValue() == memory.getInt(start + RECORD_CHECKSUM_OFFSET);
    }

    /** Returns the location of the record. */
    public long location() {
        return Location.of(sequence, offset);
    }

    /** Returns the hash the record was appended with. */
    public long keyHash() {
        return memory.getLong(start + KEY_HASH_OFFSET);
    }

    /** Returns the generation the record was appended with. */
    public int generation() {
        return memory.getInt(start + GENERATION_OFFSET);
    }

    /** Returns the owner's 16 flag bits. */
    public int flags() {
        return Short.toUnsignedInt(memory.getShort(start + FLAGS_OFFSET));
    }

    /** Returns the length of the record in bytes, with its header and without padding. */
    public int recordBytes() {
        return HEADER_BYTES + keyBytes + valueBytes;
    }

    /** Returns the key: a view of the buffer. Every call returns the same object and sets it to the key again. */
    public ByteBuffer key() {
        int from = start + HEADER_BYTES;
        return key.limit(from + keyBytes).position(from);
    }

    /** Returns the value: a view of the buffer. Every call returns the same object and sets it to the value again. */
    public ByteBuffer value() {
        int from = start + HEADER_BYTES + keyBytes;
        return value.limit(from + valueBytes).position(from);
    }
}
