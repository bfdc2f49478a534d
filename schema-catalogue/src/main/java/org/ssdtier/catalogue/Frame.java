package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.format.FormatException;

/** A frame: a part of a dictionary's file with a checksum of its own, see {@link SchemaListDescriptor}. */
final class Frame {
    /** The kind of a frame, which limits the length of its content. */
    enum Kind {
        /** The IDs of all entries. */
        IDS(1, 5 * SchemaListDescriptor.MAX_ENTRIES),
        /** Number of items and length of each frame of the next two kinds, in one and five bytes, and two counts. */
        DIRECTORY(2, 8 * (SchemaListDescriptor.MAX_ENTRIES + SchemaListDescriptor.MAX_NAMES)),
        /** Some names. */
        NAMES(3, SchemaListDescriptor.MAX_FRAME_NAMES * (SchemaListDescriptor.MAX_NAME_BYTES + 8)),
        /**
         * Some definitions: nearly a full frame and one more. Its lengths may take a byte more than in canonical bytes.
         */
        DEFINITIONS(4, 2 * (SchemaListDescriptor.FULL_FRAME_BYTES + DefinitionDescriptor.MAX_BYTES));

        private final int code;
        private final int maxContentBytes;

        Kind(int code, int maxContentBytes) {
            this.code = code;
            this.maxContentBytes = maxContentBytes;
        }

        /** Returns the maximum length of a frame, whose content is then not deflated. */
        int maxFrameBytes() {
            return maxContentBytes + MAX_OVERHEAD_BYTES;
        }
    }

    /** Minimum length of a frame: checksum, kind and content length. */
    static final int MIN_BYTES = 6;

    private static final int MAX_OVERHEAD_BYTES = Integer.BYTES + 1 + 5 + 5;
    private static final int DEFLATED_FLAG = 0x80;

    private Frame() {}

    /** Appends a frame and returns its length. */
    static int write(Kind kind, GrowingBytes content, Deflation deflation, GrowingBytes to) {
        int contentBytes = content.length();
        if (contentBytes > kind.maxContentBytes) {
            throw new AssertionError(kind + " bytes=" + contentBytes + ", allowed 0 to " + kind.maxContentBytes);
        }
        byte[] deflated = new byte[contentBytes];
        int deflatedBytes = deflation.deflate(content.array(), contentBytes, deflated, 0);
        boolean isDeflated = deflatedBytes + UnsignedVarint.bytes(deflatedBytes) < contentBytes;
        int start = to.length();
        to.write(new byte[Integer.BYTES], 0, Integer.BYTES);
        to.writeByte(kind.code | (isDeflated ? DEFLATED_FLAG : 0));
        to.writeVarint(contentBytes);
        if (isDeflated) {
            to.writeVarint(deflatedBytes);
            to.write(deflated, 0, deflatedBytes);
        } else {
            to.write(content.array(), 0, contentBytes);
        }
        CRC32C crc = new CRC32C();
        crc.update(to.from(start + Integer.BYTES));
        to.setInt(start, (int) crc.getValue());
        return to.length() - start;
    }

    /**
     * Returns a frame's content, from index 0 to its limit. Verifies the checksum before any field is used or memory
     * allocated.
     *
     * @param frame the frame: all remaining bytes
     * @param offset offset of the frame in the file
     */
    static ByteBuffer read(Kind kind, ByteBuffer frame, String file, long offset) throws FormatException {
        ByteBuffer all = frame.slice().order(ByteOrder.LITTLE_ENDIAN);
        BoundedReader reader = new BoundedReader(all, file, offset);
        reader.readBytes(kind + " checksum", Integer.BYTES);
        SchemaListPrefix.expect(
                file,
                offset,
                kind + " checksum",
                all.getInt(0),
                SchemaListPrefix.checksum(all, Integer.BYTES, all.limit() - Integer.BYTES));
        int code = reader.readByte("kind");
        SchemaListPrefix.expect(file, offset + Integer.BYTES, "kind", code & ~DEFLATED_FLAG, kind.code);
        int contentBytes = reader.readSize(kind + " bytes", kind.maxContentBytes);
        boolean isDeflated = (code & DEFLATED_FLAG) != 0;
        int storedBytes = isDeflated ? reader.readSize(kind + " deflated bytes", contentBytes) : contentBytes;
        if (storedBytes != reader.remaining()) {
            throw reader.corrupt(
                    reader.position(),
                    kind + " bytes=" + reader.remaining() + " to the frame's end, expected " + storedBytes);
        }
        int at = reader.position();
        ByteBuffer stored = reader.readBytes(kind.name(), storedBytes);
        return isDeflated ? Deflation.inflate(stored, contentBytes, file, offset + at) : stored;
    }
}
