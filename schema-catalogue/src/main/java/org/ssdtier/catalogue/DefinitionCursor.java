package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.DefinitionDescriptor.FORM_MASK;
import static org.ssdtier.catalogue.DefinitionDescriptor.STATIC_FLAG;

import java.nio.ByteBuffer;

/**
 * Goes over the {@linkplain DefinitionDescriptor canonical bytes} of one definition after another and makes no object of
 * anything: a column, then all its parts, then the next column. Not safe for several threads.
 *
 * <p>The bytes are a {@link SchemaDefinition}'s, which has checked them.
 */
public final class DefinitionCursor {
    private byte[] bytes = {};
    private int next;
    private int flags;
    private int partCount;
    /** The column's name, until its first part is read; then the part. */
    private int stringAt;

    private int stringBytes;

    /** Begins before the first column of a definition, and returns how many columns it has. */
    public int begin(SchemaDefinition definition) {
        bytes = definition.canonical();
        next = 0;
        readVarint(); // the version
        return readVarint();
    }

    /** Goes to the next column. */
    public void nextColumn() {
        flags = bytes[next++];
        readString();
        partCount = form().hasParts() ? readVarint() : 0;
    }

    /** Returns the column's form. */
    public ColumnForm form() {
        return ColumnForm.of(flags & FORM_MASK);
    }

    /** Returns whether the column is static. */
    public boolean isStatic() {
        return (flags & STATIC_FLAG) != 0;
    }

    /** Returns how many parts the column has. */
    public int partCount() {
        return partCount;
    }

    /** Goes to the next part of the column. */
    public void nextPart() {
        readString();
    }

    /** Returns a buffer's {@link ByteBuffer#hashCode} of the name or the part. */
    public int stringHash() {
        return ByteBuffer.wrap(bytes, stringAt, stringBytes).hashCode();
    }

    /** Returns where in {@link #array} the name, or the part, begins. */
    public int stringStart() {
        return stringAt;
    }

    /** Returns how long the name, or the part, is. */
    public int stringLength() {
        return stringBytes;
    }

    /** Returns the canonical bytes, in the definition's own array. */
    byte[] array() {
        return bytes;
    }

    private void readString() {
        stringBytes = readVarint();
        stringAt = next;
        next += stringBytes;
    }

    private int readVarint() {
        int value = bytes[next++];
        if (value >= 0) {
            return value;
        }
        value &= 0x7F;
        for (int shift = 7; ; shift += 7) {
            int more = bytes[next++];
            value |= (more & 0x7F) << shift;
            if (more >= 0) {
                return value;
            }
        }
    }
}
