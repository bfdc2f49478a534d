package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.DefinitionDescriptor.FORM_MASK;
import static org.ssdtier.catalogue.DefinitionDescriptor.STATIC_FLAG;

import java.nio.ByteBuffer;

/**
 * A cursor over the {@linkplain DefinitionDescriptor canonical bytes} of definitions: a column, then all its parts,
 * then the next column. It can be reused for one definition after another and makes no objects of columns or parts.
 * Not thread-safe.
 *
 * <p>The bytes are those of a {@link SchemaDefinition}, which has checked them.
 */
public final class DefinitionCursor {
    private byte[] bytes = {};
    private int next;
    private int flags;
    private int partCount;
    /** Start of the current string: the column's name until its first part is read, then the part. */
    private int stringAt;

    private int stringBytes;

    /** Moves before the first column of a definition and returns the number of its columns. */
    public int begin(SchemaDefinition definition) {
        bytes = definition.canonical();
        next = 0;
        readVarint(); // the version
        return readVarint();
    }

    /** Moves to the next column. */
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

    /** Returns the number of parts of the column. */
    public int partCount() {
        return partCount;
    }

    /** Moves to the next part of the column. */
    public void nextPart() {
        readString();
    }

    /** Returns the {@link ByteBuffer#hashCode} of a buffer with the name or the part. */
    public int stringHash() {
        return ByteBuffer.wrap(bytes, stringAt, stringBytes).hashCode();
    }

    /** Returns the index in {@link #array} at which the name or the part begins. */
    public int stringStart() {
        return stringAt;
    }

    /** Returns the length of the name or the part in bytes. */
    public int stringLength() {
        return stringBytes;
    }

    /** Copies the first {@code length} bytes of the name or the part. */
    public void copyString(byte[] to, int at, int length) {
        System.arraycopy(bytes, stringAt, to, at, length);
    }

    /** Returns the canonical bytes: the definition's own array. */
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
