package org.ssdtier.catalogue;

import java.nio.ByteBuffer;

/**
 * Static methods for unsigned 32-bit numbers in one to five bytes, in the form described in
 * {@link DefinitionDescriptor}.
 */
final class UnsignedVarint {
    private UnsignedVarint() {}

    /** Returns the number of bytes that a number takes. */
    static int bytes(int value) {
        return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }

    static void write(int value, ByteBuffer to) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            to.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        to.put((byte) rest);
    }
}
