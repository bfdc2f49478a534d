package org.ssdtier.segmentlog.format;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Manifest layout: two copies of the same structure, written in turn, each {@link #COPY_BYTES} long. The readable copy
 * with the higher epoch is used, so if a crash tears one copy, the previous one remains.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                         Magic "SLMF"                          |   0
 *  +-------------------------------+-------------------------------+
 *  |        Format Version         |    State: 0 open, 1 clean     |   4
 *  +-------------------------------+-------------------------------+
 *  |                          Instance ID                          |   8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                             Epoch                             |  16
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                         Segment Bytes                         |  24
 *  +---------------------------------------------------------------+
 *  |                         Segment Count                         |  28
 *  +---------------------------------------------------------------+
 *  |                     Next Sequence Number                      |  32
 *  +---------------------------------------------------------------+
 *  |                     Owner Payload Length                      |  36
 *  +---------------------------------------------------------------+
 *  |                CRC32C of the owner's payload                  |  40
 *  +---------------------------------------------------------------+
 *  |                         zeros to 60 ...                       |  44
 *  +---------------------------------------------------------------+
 *  |                            CRC32C                             |  60
 *  +---------------------------------------------------------------+
 *  |                      Owner Payload ...                        |  64
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * <p>In state clean the next sequence number is exact. In state open it is a bound above all numbers in use, so that
 * numbers do not repeat after a crash.
 */
public final class ManifestDescriptor {
    /** "SLMF", read as a little-endian number. */
    public static final int MAGIC = 'S' | 'L' << 8 | 'M' << 16 | 'F' << 24;
    /** State while a log is open, and after a crash. */
    public static final int STATE_OPEN = 0;
    /** State after a clean stop. */
    public static final int STATE_CLEAN = 1;
    /** Length of one of the two copies. */
    public static final int COPY_BYTES = 128 * 1024;
    /** Largest payload of the owner. */
    public static final int MAX_PAYLOAD_BYTES = COPY_BYTES - HeaderDescriptor.HEADER_BYTES;

    /** Offset of the 64-bit epoch. */
    public static final int EPOCH_OFFSET = 16;
    /** Offset of the 32-bit segment length in bytes. */
    public static final int SEGMENT_BYTES_OFFSET = 24;
    /** Offset of the 32-bit number of segments. */
    public static final int SEGMENT_COUNT_OFFSET = 28;
    /** Offset of the 32-bit next sequence number. */
    public static final int NEXT_SEQUENCE_OFFSET = 32;
    /** Offset of the 32-bit payload length in bytes. */
    public static final int PAYLOAD_BYTES_OFFSET = 36;
    /** Offset of the 32-bit payload checksum. */
    public static final int PAYLOAD_CHECKSUM_OFFSET = 40;
    /** Offset of the payload. */
    public static final int PAYLOAD_OFFSET = HeaderDescriptor.HEADER_BYTES;

    private ManifestDescriptor() {}

    /**
     * A manifest, decoded.
     *
     * @param isClean whether the log was stopped cleanly
     * @param instanceId instance ID of the log
     * @param epoch number that grows with every manifest written
     * @param segmentBytes length of each segment
     * @param segmentCount number of slots of the log
     * @param nextSequence lowest sequence number that is certainly not in use
     * @param payload payload of the owner; read-only, position 0
     */
    public record Fields(
            boolean isClean,
            long instanceId,
            long epoch,
            int segmentBytes,
            int segmentCount,
            int nextSequence,
            ByteBuffer payload) {}

    /** Writes a manifest at the start of a zeroed little-endian buffer of {@link #COPY_BYTES}. */
    public static void encode(ByteBuffer buffer, Fields fields) {
        int payloadBytes = fields.payload().remaining();
        HeaderDescriptor.begin(buffer, 0, MAGIC, fields.isClean() ? STATE_CLEAN : STATE_OPEN, fields.instanceId());
        buffer.putLong(EPOCH_OFFSET, fields.epoch());
        buffer.putInt(SEGMENT_BYTES_OFFSET, fields.segmentBytes());
        buffer.putInt(SEGMENT_COUNT_OFFSET, fields.segmentCount());
        buffer.putInt(NEXT_SEQUENCE_OFFSET, fields.nextSequence());
        buffer.putInt(PAYLOAD_BYTES_OFFSET, payloadBytes);
        buffer.put(PAYLOAD_OFFSET, fields.payload(), fields.payload().position(), payloadBytes);
        buffer.putInt(PAYLOAD_CHECKSUM_OFFSET, HeaderDescriptor.checksum(buffer, PAYLOAD_OFFSET, payloadBytes));
        HeaderDescriptor.seal(buffer, 0);
    }

    /**
     * Reads a manifest at the start of a buffer of {@link #COPY_BYTES}.
     *
     * @param what name of the file, for messages
     * @throws FormatException when it is damaged or of a version that is not read
     */
    public static Fields decode(ByteBuffer buffer, String what) throws FormatException {
        HeaderDescriptor.check(buffer, 0, MAGIC, what);
        int payloadBytes = buffer.getInt(PAYLOAD_BYTES_OFFSET);
        if (payloadBytes < 0 || payloadBytes > MAX_PAYLOAD_BYTES) {
            throw new FormatException.Corrupt(
                    what + ": payload bytes=" + payloadBytes + ", allowed 0 to " + MAX_PAYLOAD_BYTES);
        }
        int stored = buffer.getInt(PAYLOAD_CHECKSUM_OFFSET);
        int computed = HeaderDescriptor.checksum(buffer, PAYLOAD_OFFSET, payloadBytes);
        if (stored != computed) {
            throw new FormatException.Corrupt(
                    what + String.format(Locale.ROOT, ": payload checksum=%08x, computed %08x", stored, computed));
        }
        ByteBuffer payload = ByteBuffer.allocate(payloadBytes);
        payload.put(0, buffer, PAYLOAD_OFFSET, payloadBytes);
        return new Fields(
                buffer.getShort(HeaderDescriptor.STATE_OFFSET) == STATE_CLEAN,
                buffer.getLong(HeaderDescriptor.INSTANCE_ID_OFFSET),
                buffer.getLong(EPOCH_OFFSET),
                buffer.getInt(SEGMENT_BYTES_OFFSET),
                buffer.getInt(SEGMENT_COUNT_OFFSET),
                buffer.getInt(NEXT_SEQUENCE_OFFSET),
                payload.asReadOnlyBuffer());
    }
}
