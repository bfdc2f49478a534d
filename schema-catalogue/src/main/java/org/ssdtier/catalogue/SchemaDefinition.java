package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.DefinitionDescriptor.FORM_MASK;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_BYTES;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_COLUMNS;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_NAME_BYTES;
import static org.ssdtier.catalogue.DefinitionDescriptor.MAX_PARTS;
import static org.ssdtier.catalogue.DefinitionDescriptor.OLDEST_READABLE_VERSION;
import static org.ssdtier.catalogue.DefinitionDescriptor.STATIC_FLAG;
import static org.ssdtier.catalogue.DefinitionDescriptor.VERSION;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The sorted list of a row's columns: for each present column its name, and for a map or set its keys.
 *
 * <p>Immutable. Columns and parts are in the order of the row, which is that of the table. The catalogue has no
 * comparators and does not check the order. Two definitions are equal if their {@linkplain DefinitionDescriptor
 * canonical bytes} are.
 */
public final class SchemaDefinition {
    /**
     * A hash with a random key: clients choose the map keys in definitions, but must not be able to make them collide.
     */
    private static final SipHash KEYED = SipHash.random();

    private final byte[] canonical;
    private final int columnCount;
    private final int partCount;
    /**
     * Columns, parsed on first use; null before. Writers never need them. A race parses them twice, which is harmless.
     */
    private @Nullable List<SchemaColumn> columns;
    /** Hash code, computed on first use by any thread; 0 before. */
    private int hashCode;

    private SchemaDefinition(byte[] canonical, int columnCount, int partCount, @Nullable List<SchemaColumn> columns) {
        this.canonical = canonical;
        this.columnCount = columnCount;
        this.partCount = partCount;
        this.columns = columns;
    }

    /**
     * Returns the definition that a writer has written.
     *
     * @throws IllegalArgumentException if it is longer than a definition may be
     */
    public static SchemaDefinition of(DefinitionWriter writer) {
        return new SchemaDefinition(writer.canonical(), writer.columnCount(), writer.partCount(), null);
    }

    /**
     * Returns the definition of these columns; their bytes are copied.
     *
     * @param columns in the order of the row
     * @throws IllegalArgumentException if a count or length exceeds a limit of {@link DefinitionDescriptor};
     *     {@link #bytesOf} returns the total length in advance
     */
    public static SchemaDefinition of(List<SchemaColumn> columns) {
        long bytes = bytesOf(columns);
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("definition bytes=" + bytes + ", allowed 0 to " + MAX_BYTES);
        }
        DefinitionWriter writer = new DefinitionWriter();
        writer.begin(columns.size());
        for (SchemaColumn column : columns) {
            if (column.form().hasParts()) {
                writer.column(
                        column.name(),
                        column.isStatic(),
                        column.form(),
                        column.parts().size());
                column.parts().forEach(part -> writer.part(part, part.position(), part.remaining()));
            } else {
                writer.column(column.name(), column.isStatic(), column.form());
            }
        }
        return of(writer);
    }

    /**
     * Returns the length that a definition of these columns would have; the limit is
     * {@link DefinitionDescriptor#MAX_BYTES}.
     */
    public static long bytesOf(List<SchemaColumn> columns) {
        long bytes = (long) UnsignedVarint.bytes(VERSION) + UnsignedVarint.bytes(columns.size());
        for (SchemaColumn column : columns) {
            bytes += 1L + stringBytes(column.name());
            if (column.form().hasParts()) {
                bytes += UnsignedVarint.bytes(column.parts().size());
                for (ByteBuffer part : column.parts()) {
                    bytes += stringBytes(part);
                }
            }
        }
        return bytes;
    }

    /**
     * Parses a definition from its canonical bytes.
     *
     * @param bytes the definition: all remaining bytes, which are copied; the position moves to the limit
     * @param file name of the file, for messages
     * @param fileOffset offset in the file of the buffer's index 0
     * @throws FormatException naming the file, the offset, the value found and the values allowed
     */
    public static SchemaDefinition parse(ByteBuffer bytes, String file, long fileOffset) throws FormatException {
        int start = bytes.position();
        if (bytes.remaining() > MAX_BYTES) {
            throw new FormatException.Corrupt(file + " offset=" + (fileOffset + start) + ": definition bytes="
                    + bytes.remaining() + ", allowed 0 to " + MAX_BYTES);
        }
        byte[] canonical = new byte[bytes.remaining()];
        bytes.get(canonical);
        return adopt(canonical, file, fileOffset + start);
    }

    /** Parses a definition from an array like {@link #parse}, but keeps the array instead of a copy. */
    static SchemaDefinition adopt(byte[] canonical, String file, long fileOffset) throws FormatException {
        List<SchemaColumn> columns = readColumns(canonical, file, fileOffset);
        int parts = 0;
        for (SchemaColumn column : columns) {
            parts += column.parts().size();
        }
        return new SchemaDefinition(canonical, columns.size(), parts, columns);
    }

    private static List<SchemaColumn> readColumns(byte[] canonical, String file, long fileOffset)
            throws FormatException {
        BoundedReader reader = new BoundedReader(ByteBuffer.wrap(canonical), file, fileOffset);
        checkVersion(reader);
        int count = reader.readSize("columns", MAX_COLUMNS);
        List<SchemaColumn> columns = new ArrayList<>(Math.min(count, canonical.length));
        for (int column = 0; column < count; column++) {
            columns.add(readColumn(reader));
        }
        if (reader.remaining() > 0) {
            throw reader.corrupt(
                    reader.position(), "bytes=" + reader.remaining() + " beyond the last column, allowed 0");
        }
        return List.copyOf(columns);
    }

    /** Returns the columns in the order of the row. */
    public List<SchemaColumn> columns() {
        List<SchemaColumn> known = columns;
        if (known == null) {
            try {
                known = readColumns(canonical, "definition", 0);
            } catch (FormatException e) {
                throw new AssertionError("a definition that was written cannot be read", e);
            }
            columns = known;
        }
        return known;
    }

    /** Returns the canonical bytes, read-only, from position 0 to the limit. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(canonical).asReadOnlyBuffer();
    }

    /** Returns the array of the canonical bytes, which must not be changed. */
    byte[] canonical() {
        return canonical;
    }

    /** Returns the number of canonical bytes. */
    public int length() {
        return canonical.length;
    }

    /** Writes the canonical bytes. */
    public void writeTo(ByteBuffer to) {
        to.put(canonical);
    }

    /** Returns a 32-bit hash of the canonical bytes, the same in every JVM: their CRC32C. */
    public int hash() {
        return hash(ByteBuffer.wrap(canonical));
    }

    /** Returns the hash of a definition's canonical bytes; the buffer's position does not change. */
    static int hash(ByteBuffer canonical) {
        CRC32C crc = new CRC32C();
        crc.update(canonical.duplicate());
        return (int) crc.getValue();
    }

    /** Returns the approximate heap that this definition takes, in bytes. */
    public int heapBytes() {
        return 64 + canonical.length + 72 * columnCount + 56 * (columnCount + partCount);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SchemaDefinition definition && Arrays.equals(canonical, definition.canonical);
    }

    /** Returns a hash under a random key of this JVM. */
    @Override
    public int hashCode() {
        int known = hashCode;
        if (known == 0) {
            known = (int) KEYED.of(canonical);
            hashCode = known;
        }
        return known;
    }

    /** Returns the definition as readable text: {@code {name, static owner, attrs[color, size], tags(inline)}}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (SchemaColumn column : columns()) {
            text.append(text.length() > 1 ? ", " : "")
                    .append(column.isStatic() ? "static " : "")
                    .append(readable(column.name()));
            if (column.form().hasParts()) {
                String separator = column.form() == ColumnForm.CELLS ? "[" : "<";
                for (ByteBuffer part : column.parts()) {
                    text.append(separator).append(readable(part));
                    separator = ", ";
                }
                text.append(column.parts().isEmpty() ? separator : "")
                        .append(column.form() == ColumnForm.CELLS ? "]" : ">");
            } else if (column.form() == ColumnForm.INLINE) {
                text.append("(inline)");
            }
        }
        return text.append('}').toString();
    }

    private static int stringBytes(ByteBuffer string) {
        return UnsignedVarint.bytes(string.remaining()) + string.remaining();
    }

    private static void checkVersion(BoundedReader reader) throws FormatException {
        int at = reader.position();
        int version = reader.readVarint("definition version");
        if (Integer.compareUnsigned(version, OLDEST_READABLE_VERSION) >= 0
                && Integer.compareUnsigned(version, VERSION) <= 0) {
            return;
        }
        String found = reader.at(at) + ": definition version=" + Integer.toUnsignedLong(version) + ", readable "
                + OLDEST_READABLE_VERSION + " to " + VERSION;
        if (version == 0) {
            throw new FormatException.Corrupt(found);
        }
        if (Integer.compareUnsigned(version, OLDEST_READABLE_VERSION) < 0) {
            throw new FormatException.TooOld(found);
        }
        throw new FormatException.TooNew(found);
    }

    private static SchemaColumn readColumn(BoundedReader reader) throws FormatException {
        int at = reader.position();
        int flags = reader.readByte("column flags");
        int form = flags & FORM_MASK;
        if ((flags & ~(FORM_MASK | STATIC_FLAG)) != 0 || form >= ColumnForm.count()) {
            throw reader.corrupt(
                    at,
                    "column flags=" + flags + ", allowed a form of 0 to " + (ColumnForm.count() - 1) + " and static="
                            + STATIC_FLAG);
        }
        ByteBuffer name = reader.readBytes("column name", reader.readSize("column name bytes", MAX_NAME_BYTES));
        ColumnForm columnForm = ColumnForm.of(form);
        List<ByteBuffer> parts = List.of();
        if (columnForm.hasParts()) {
            int count = reader.readSize("parts", MAX_PARTS);
            parts = new ArrayList<>(Math.min(count, reader.remaining()));
            for (int part = 0; part < count; part++) {
                parts.add(reader.readBytes("part", reader.readSize("part bytes", MAX_BYTES)));
            }
        }
        return new SchemaColumn(name, (flags & STATIC_FLAG) != 0, columnForm, parts);
    }

    /** Returns printable text unchanged, and anything else in hexadecimal. */
    private static String readable(ByteBuffer bytes) {
        StringBuilder hexadecimal = new StringBuilder("0x");
        boolean isText = bytes.hasRemaining();
        for (int at = bytes.position(); at < bytes.limit(); at++) {
            int value = Byte.toUnsignedInt(bytes.get(at));
            isText &= value >= ' ' && value != 0x7F;
            hexadecimal.append(String.format(Locale.ROOT, "%02x", value));
        }
        String text = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        return isText && text.indexOf('\uFFFD') < 0 ? text : hexadecimal.toString();
    }
}
