package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A growing array to which bytes are appended. Not thread-safe. */
final class GrowingBytes {
    private byte[] bytes = new byte[256];
    private int length;

    int length() {
        return length;
    }

    /** Returns the array, whose first {@link #length} bytes are valid until the next write. */
    byte[] array() {
        return bytes;
    }

    /** Returns a view of the bytes from an index on, valid until the next write. */
    ByteBuffer from(int index) {
        return ByteBuffer.wrap(bytes, index, length - index).slice();
    }

    /** Drops everything after the first {@code lengthBytes} bytes. */
    void truncate(int lengthBytes) {
        length = lengthBytes;
    }

    void writeByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    /** Writes an unsigned varint, in the same form as {@link UnsignedVarint#write}. */
    void writeVarint(int value) {
        reserve(5);
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void write(byte[] from, int at, int lengthBytes) {
        reserve(lengthBytes);
        System.arraycopy(from, at, bytes, length, lengthBytes);
        length += lengthBytes;
    }

    /** Writes the bytes of a buffer from an index to its limit. */
    void write(ByteBuffer from, int at) {
        write(from, at, from.limit() - at);
    }

    /** Writes {@code lengthBytes} bytes of a buffer from an index on. */
    void write(ByteBuffer from, int at, int lengthBytes) {
        reserve(lengthBytes);
        from.get(at, bytes, length, lengthBytes);
        length += lengthBytes;
    }

    /** Overwrites four bytes written before, in little-endian order. */
    void setInt(int at, int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[at + i] = (byte) (value >>> (8 * i));
        }
    }

    private void reserve(int lengthBytes) {
        if (bytes.length - length < lengthBytes) {
            long wanted = Math.max((long) length + lengthBytes, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
    }
}
