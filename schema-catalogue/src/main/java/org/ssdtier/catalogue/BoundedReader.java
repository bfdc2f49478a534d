package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.FormatException;

/** A reader of numbers and byte strings from bytes that may be damaged. Every error names the file and the offset. */
final class BoundedReader {
    private final ByteBuffer bytes;
    private final String file;
    private final long fileOffset;

    /**
     * Creates a reader that starts at a buffer's position.
     *
     * @param bytes read from its position to its limit; the position moves
     * @param file name of the file, for messages
     * @param fileOffset offset in the file of the buffer's index 0
     */
    BoundedReader(ByteBuffer bytes, String file, long fileOffset) {
        this.bytes = bytes;
        this.file = file;
        this.fileOffset = fileOffset;
    }

    int remaining() {
        return bytes.remaining();
    }

    int readByte(String name) throws FormatException {
        require(name, 1);
        return Byte.toUnsignedInt(bytes.get());
    }

    /** Reads an unsigned varint of up to 32 bits. */
    int readVarint(String name) throws FormatException {
        int at = bytes.position();
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            require(name, 1);
            byte next = bytes.get();
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                if ((next == 0 && shift > 0) || value > 0xFFFF_FFFFL) {
                    break;
                }
                return (int) value;
            }
        }
        throw corrupt(at, name + ": not a 32-bit unsigned varint in its shortest form");
    }

    /** Reads an unsigned varint that is a count or a length. */
    int readSize(String name, int max) throws FormatException {
        int at = bytes.position();
        int value = readVarint(name);
        if (value < 0 || value > max) {
            throw corrupt(at, name + "=" + Integer.toUnsignedLong(value) + ", allowed 0 to " + max);
        }
        return value;
    }

    /** Reads the next bytes and returns a view of them, from index 0 to its limit. */
    ByteBuffer readBytes(String name, int lengthBytes) throws FormatException {
        require(name, lengthBytes);
        ByteBuffer window = bytes.slice(bytes.position(), lengthBytes);
        bytes.position(bytes.position() + lengthBytes);
        return window;
    }

    FormatException.Corrupt corrupt(int index, String message) {
        return new FormatException.Corrupt(at(index) + ": " + message);
    }

    /** Returns the file and the offset of a buffer's index, for messages. */
    String at(int index) {
        return file + " offset=" + (fileOffset + index);
    }

    int position() {
        return bytes.position();
    }

    /** Checks that all bytes have been read. */
    void requireEnd() throws FormatException {
        if (remaining() > 0) {
            throw corrupt(position(), "bytes=" + remaining() + " beyond the last item, allowed 0");
        }
    }

    private void require(String name, int lengthBytes) throws FormatException {
        if (bytes.remaining() < lengthBytes) {
            throw corrupt(bytes.position(), name + ": bytes=" + lengthBytes + " expected, found " + bytes.remaining());
        }
    }
}
