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
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The sorted list of what a row has: for each present column its name, and for a map or set its keys.
 *
 * <p>Immutable. Columns and parts are in the order the row has them, which is the table's: the catalogue has no comparators
 * and judges no order. Two definitions are equal if their {@linkplain DefinitionDescriptor canonical bytes} are.
 */
public final class SchemaDefinition {
    /** Clients choose the map keys in definitions, and must not choose which of them collide. */
    private static final SipHash KEYED = SipHash.random();

    private final byte[] canonical;
    private final int columnCount;
    private final int partCount;
    /** Parsed on first use, which writers never need; null before. A race only parses them twice: the list is immutable. */
    private @Nullable List<SchemaColumn> columns;
    /** 0 until somebody asks; any thread may find it out. */
    private int hashCode;

    private SchemaDefinition(byte[] canonical, int columnCount, int partCount, @Nullable List<SchemaColumn> columns) {
        this.canonical = canonical;
        this.columnCount = columnCount;
        this.partCount = partCount;
        this.columns = columns;
    }

    /** Returns the definition that a {@link DefinitionWriter} has put together, whose array it takes over. */
    static SchemaDefinition ofCanonical(byte[] canonical, int columnCount, int partCount) {
        return new SchemaDefinition(canonical, columnCount, partCount, null);
    }

    /**
     * Returns the definition of these columns, whose bytes are copied.
     *
     * @param columns in the order of the row
     * @throws IllegalArgumentException when a count or length is beyond what {@link DefinitionDescriptor} allows;
     *     {@link #bytesOf} tells before
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
        return writer.end();
    }

    /** Returns how long the definition of these columns would be; {@link DefinitionDescriptor#MAX_BYTES} is allowed. */
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
     * Reads a definition from its canonical bytes.
     *
     * @param bytes all that remains is the definition, and is copied; the position moves to the limit
     * @param file names the file, for messages
     * @param fileOffset where in the file the buffer's index 0 is
     * @throws FormatException naming file, offset, what was found and what is allowed
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

    /** Reads a definition from an array, which it takes over, as {@link #parse}. */
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
                throw new AssertionError("what was written cannot be read", e);
            }
            columns = known;
        }
        return known;
    }

    /** Returns the canonical bytes, read-only, from position 0 to the limit. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(canonical).asReadOnlyBuffer();
    }

    /** Returns the canonical bytes themselves, to be read only. */
    byte[] canonical() {
        return canonical;
    }

    /** Returns how many canonical bytes there are. */
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

    /** Returns the hash of a definition's canonical bytes, whose position stays. */
    static int hash(ByteBuffer canonical) {
        CRC32C crc = new CRC32C();
        crc.update(canonical.duplicate());
        return (int) crc.getValue();
    }

    /** Returns about how much heap this takes, in bytes. */
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

    /** Returns the definition for people: {@code {name, static owner, attrs[color, size], tags(inline)}}. */
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

    /** Returns text as it is, and anything else in hexadecimal. */
    private static String readable(ByteBuffer bytes) {
        StringBuilder hexadecimal = new StringBuilder("0x");
        boolean isText = bytes.hasRemaining();
        for (int at = bytes.position(); at < bytes.limit(); at++) {
            int value = Byte.toUnsignedInt(bytes.get(at));
            isText &= value >= ' ' && value != 0x7F;
            hexadecimal.append(String.format("%02x", value));
        }
        String text = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        return isText && text.indexOf('\uFFFD') < 0 ? text : hexadecimal.toString();
    }
}
