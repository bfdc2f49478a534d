package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_BYTES;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_COLUMNS;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_NAME_BYTES;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_PARTS;
import static org.ssdtier.catalogue.DefinitionDescriptor.STATIC_FLAG;
import static org.ssdtier.catalogue.DefinitionDescriptor.VERSION;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A writer of the {@linkplain DefinitionDescriptor canonical bytes} of definitions: a column, all its parts, then the
 * next column. It can be reused for one definition after another, with the same array. Not thread-safe.
 */
public final class DefinitionWriter {
    private final GrowingBytes bytes = new GrowingBytes();
    private int columns;
    private int parts;

    /**
     * Begins a definition.
     *
     * @throws IllegalArgumentException if there are more columns than a definition may have
     */
    public void begin(int columnCount) {
        columns = requireAtMost("columns", columnCount, MAX_COLUMNS);
        parts = 0;
        bytes.truncate(0);
        bytes.writeVarint(VERSION);
        bytes.writeVarint(columns);
    }

    /**
     * Adds a column whose form has no parts.
     *
     * @param name read from position to limit; neither changes
     * @throws IllegalArgumentException if the name is too long
     */
    public void column(ByteBuffer name, boolean isStatic, ColumnForm form) {
        bytes.writeByte(form.code() | (isStatic ? STATIC_FLAG : 0));
        int length = requireAtMost("column name bytes", name.remaining(), MAX_NAME_BYTES);
        bytes.writeVarint(length);
        bytes.write(name, name.position());
    }

    /**
     * Adds a column whose form has parts; they are added next.
     *
     * @param name read from position to limit; neither changes
     * @throws IllegalArgumentException if the name is too long, or there are more parts than a column may have
     */
    public void column(ByteBuffer name, boolean isStatic, ColumnForm form, int partCount) {
        column(name, isStatic, form);
        bytes.writeVarint(requireAtMost("parts", partCount, MAX_PARTS));
        parts += partCount;
    }

    /** Adds a part: {@code length} bytes of a buffer, whose position does not change. */
    public void part(ByteBuffer from, int start, int length) {
        bytes.writeVarint(length);
        bytes.write(from, start, length);
    }

    /** Adds a part: the bytes of an array from an index to its end. */
    public void part(byte[] from, int start) {
        int length = from.length - start;
        bytes.writeVarint(length);
        bytes.write(from, start, length);
    }

    /** Returns the current length of the definition in bytes. */
    public int length() {
        return bytes.length();
    }

    /** Returns the number of columns of the definition. */
    int columnCount() {
        return columns;
    }

    /** Returns the number of parts of all columns of the definition. */
    int partCount() {
        return parts;
    }

    /**
     * Returns the canonical bytes of the definition, in a new array.
     *
     * @throws IllegalArgumentException if it is longer than a definition may be
     */
    byte[] canonical() {
        requireAtMost("definition bytes", bytes.length(), MAX_BYTES);
        return Arrays.copyOf(bytes.array(), bytes.length());
    }

    private static int requireAtMost(String name, int value, int max) {
        if (value > max) {
            throw new IllegalArgumentException(name + "=" + value + ", allowed 0 to " + max);
        }
        return value;
    }
}
