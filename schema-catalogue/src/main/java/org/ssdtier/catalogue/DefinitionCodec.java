package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.ssdtier.segmentlog.format.FormatException;

/** A codec for definitions in a dictionary's file, with references to names: {@link SchemaListDescriptor}. */
final class DefinitionCodec {
    /** The version of the canonical bytes that this encoding represents. */
    private static final int DEFINITION_VERSION = 1;

    private DefinitionCodec() {}

    /** The names that references refer to, by number. */
    interface Names {
        /** An empty name for every number, to skip a definition. */
        Names NONE = number -> new byte[0];

        byte[] get(int number) throws IOException;
    }

    /** The numbers of the names in the table. */
    interface Numbers {
        /** Returns the number of a name, given as a range of an array; negative if it is not in the table. */
        int of(byte[] array, int at, int bytes);
    }

    /** Writes a definition, read with the cursor. */
    static void write(SchemaDefinition definition, DefinitionCursor cursor, Numbers numbers, GrowingBytes to) {
        int columns = cursor.begin(definition);
        to.writeVarint(columns);
        int lastColumn = 0;
        for (int column = 0; column < columns; column++) {
            cursor.nextColumn();
            to.writeByte(cursor.form().code() | (cursor.isStatic() ? DefinitionDescriptor.STATIC_FLAG : 0));
            lastColumn = writeString(cursor, lastColumn, numbers, to);
            if (cursor.form().hasParts()) {
                to.writeVarint(cursor.partCount());
                int lastPart = 0;
                for (int part = 0; part < cursor.partCount(); part++) {
                    cursor.nextPart();
                    lastPart = writeString(cursor, lastPart, numbers, to);
                }
            }
        }
    }

    /** Writes a string or a reference to it. Returns the number to which the next difference is relative. */
    private static int writeString(DefinitionCursor string, int last, Numbers numbers, GrowingBytes to) {
        int number = numbers.of(string.array(), string.stringStart(), string.stringLength());
        if (number < 0) {
            to.writeVarint(string.stringLength() << 1);
            to.write(string.array(), string.stringStart(), string.stringLength());
            return last;
        }
        to.writeVarint((zigzag(number - last) << 1) | 1);
        return number;
    }

    /**
     * Reads a definition and appends its canonical bytes, at most {@link DefinitionDescriptor#MAX_BYTES}. Whether they
     * are a valid definition is checked only when they are parsed.
     */
    static void read(BoundedReader from, Names names, GrowingBytes to) throws IOException {
        int start = to.length();
        to.writeVarint(DEFINITION_VERSION);
        int columns = from.readSize("columns", DefinitionDescriptor.MAX_COLUMNS);
        to.writeVarint(columns);
        int lastColumn = 0;
        for (int column = 0; column < columns; column++) {
            int at = from.position();
            int form = from.readByte("column flags");
            to.writeByte(form);
            lastColumn = readString(from, lastColumn, names, to, start);
            if ((form & DefinitionDescriptor.FORM_MASK) >= ColumnForm.count()) {
                throw from.corrupt(at, "column flags=" + form + ", allowed a form of 0 to " + (ColumnForm.count() - 1));
            }
            if (ColumnForm.of(form & DefinitionDescriptor.FORM_MASK).hasParts()) {
                readParts(from, names, to, start);
            }
        }
    }

    private static void readParts(BoundedReader from, Names names, GrowingBytes to, int start) throws IOException {
        int parts = from.readSize("parts", DefinitionDescriptor.MAX_PARTS);
        to.writeVarint(parts);
        int last = 0;
        for (int part = 0; part < parts; part++) {
            last = readString(from, last, names, to, start);
        }
    }

    private static int readString(BoundedReader from, int last, Names names, GrowingBytes to, int start)
            throws IOException {
        int at = from.position();
        int reference = from.readVarint("name");
        if ((reference & 1) == 0) {
            ByteBuffer literal = from.readBytes("name", reference >>> 1);
            requireRoom(from, at, literal.remaining(), to, start);
            to.writeVarint(literal.remaining());
            to.write(literal, 0);
            return last;
        }
        int number = last + unzigzag(reference >>> 1);
        if (number < 0 || number >= SchemaListDescriptor.MAX_NAMES) {
            throw from.corrupt(at, "name number=" + number + ", allowed 0 to " + (SchemaListDescriptor.MAX_NAMES - 1));
        }
        byte[] name = names.get(number);
        requireRoom(from, at, name.length, to, start);
        to.writeVarint(name.length);
        to.write(name, 0, name.length);
        return number;
    }

    private static void requireRoom(BoundedReader from, int at, int bytes, GrowingBytes to, int start)
            throws FormatException.Corrupt {
        long definitionBytes = (long) to.length() - start + bytes;
        if (definitionBytes > DefinitionDescriptor.MAX_BYTES) {
            throw from.corrupt(
                    at, "definition bytes=" + definitionBytes + ", allowed 0 to " + DefinitionDescriptor.MAX_BYTES);
        }
    }

    static int zigzag(int value) {
        return (value << 1) ^ (value >> 31);
    }

    static int unzigzag(int value) {
        return (value >>> 1) ^ -(value & 1);
    }
}
