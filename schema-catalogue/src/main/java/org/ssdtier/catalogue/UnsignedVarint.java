package org.ssdtier.catalogue;

import java.nio.ByteBuffer;

/** Unsigned 32-bit numbers in one to five bytes, as {@link DefinitionDescriptor} says. */
final class UnsignedVarint {
    private UnsignedVarint() {}

    /** Returns how many bytes a number takes. */
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
