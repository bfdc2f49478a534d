package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.FLAGS_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC;
import static org.ssdtier.catalogue.SchemaListPrefix.corrupt;
import static org.ssdtier.catalogue.SchemaListPrefix.expect;
import static org.ssdtier.catalogue.SchemaListPrefix.limit;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.BODY_BYTES_OFFSET;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.BODY_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.DEFLATED_FLAG;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.FOOTER_BYTES;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.FOOTER_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.FOOTER_MAGIC_OFFSET;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListV1Descriptor.VERSION;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A codec for version 1 of a dictionary's file, {@link SchemaListV1Descriptor}, which is read and written as a whole.
 */
final class SchemaListV1 {
    private SchemaListV1() {}

    static ByteBuffer encode(long instanceId, List<SchemaListEntry> entries) {
        ByteBuffer body = ByteBuffer.allocate(
                entries.stream().mapToInt(SchemaListEntry::bodyBytes).sum());
        for (SchemaListEntry entry : entries) {
            UnsignedVarint.write(entry.id(), body);
            UnsignedVarint.write(entry.definition().length(), body);
            entry.definition().writeTo(body);
        }
        return encode(instanceId, entries.size(), body.array());
    }

    private static ByteBuffer encode(long instanceId, int count, byte[] body) {
        ByteBuffer file =
                ByteBuffer.allocate(HEADER_BYTES + body.length + FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int storedBytes;
        boolean deflated;
        try (Deflation deflation = new Deflation()) {
            int deflatedBytes = deflation.deflate(body, body.length, file.array(), HEADER_BYTES);
            deflated = deflatedBytes < body.length;
            storedBytes = Math.min(deflatedBytes, body.length);
        }
        if (!deflated) {
            file.put(HEADER_BYTES, body);
        }
        new SchemaListPrefix(VERSION, deflated ? DEFLATED_FLAG : 0, instanceId, count).write(file, 0, MAGIC);
        int footer = HEADER_BYTES + storedBytes;
        file.putInt(footer + BODY_BYTES_OFFSET, body.length);
        file.putInt(footer + BODY_CHECKSUM_OFFSET, SchemaListPrefix.checksum(file, HEADER_BYTES, storedBytes));
        file.putInt(footer + FOOTER_CHECKSUM_OFFSET, footerChecksum(file, footer));
        file.putInt(footer + FOOTER_MAGIC_OFFSET, FOOTER_MAGIC);
        return file.limit(footer + FOOTER_BYTES).position(0);
    }

    /**
     * Decodes the entries of a file whose prefix has been read.
     *
     * @param all the file, from index 0 to its limit, little-endian
     * @param maxBodyBytes maximum bytes to inflate
     */
    static List<SchemaListEntry> decode(ByteBuffer all, SchemaListPrefix prefix, String file, int maxBodyBytes)
            throws FormatException {
        BoundedReader reader = new BoundedReader(body(all, prefix, file, maxBodyBytes), file, HEADER_BYTES);
        List<SchemaListEntry> entries = new ArrayList<>(Math.min(prefix.count(), reader.remaining()));
        for (int ordinal = 0; ordinal < prefix.count(); ordinal++) {
            int id = reader.readVarint("schema ID");
            int definitionBytes = reader.readSize("definition bytes", DefinitionDescriptor.MAX_BYTES);
            int at = reader.position();
            ByteBuffer definition = reader.readBytes("definition", definitionBytes);
            // Parts of a deflated body have no offset in the file: messages use the one of a body that is not deflated.
            entries.add(new SchemaListEntry(id, SchemaDefinition.parse(definition, file, (long) HEADER_BYTES + at)));
        }
        if (reader.remaining() > 0) {
            throw reader.corrupt(
                    reader.position(), "bytes=" + reader.remaining() + " beyond the last entry, allowed 0");
        }
        return entries;
    }

    /** Returns the body. Checks the footer and the body checksum, in this order, before it allocates memory. */
    private static ByteBuffer body(ByteBuffer all, SchemaListPrefix prefix, String file, int maxBodyBytes)
            throws FormatException.Corrupt {
        if (all.limit() < HEADER_BYTES + FOOTER_BYTES) {
            throw corrupt(file, 0, "bytes=" + all.limit() + ", allowed " + (HEADER_BYTES + FOOTER_BYTES) + " at least");
        }
        int footer = all.limit() - FOOTER_BYTES;
        checkFooter(all, footer, file);
        limit(file, FLAGS_OFFSET, "flags", prefix.flags(), DEFLATED_FLAG);
        int bodyBytes = all.getInt(footer + BODY_BYTES_OFFSET);
        limit(file, footer + BODY_BYTES_OFFSET, "body bytes", bodyBytes, maxBodyBytes);
        ByteBuffer stored = all.slice(HEADER_BYTES, footer - HEADER_BYTES);
        if (prefix.flags() == DEFLATED_FLAG) {
            return Deflation.inflate(stored, bodyBytes, file, HEADER_BYTES);
        }
        expect(file, footer + BODY_BYTES_OFFSET, "body bytes", bodyBytes, stored.remaining());
        return stored;
    }

    private static void checkFooter(ByteBuffer all, int footer, String file) throws FormatException.Corrupt {
        expect(
                file,
                footer + FOOTER_MAGIC_OFFSET,
                "footer magic",
                all.getInt(footer + FOOTER_MAGIC_OFFSET),
                FOOTER_MAGIC);
        expect(
                file,
                footer + FOOTER_CHECKSUM_OFFSET,
                "footer checksum",
                all.getInt(footer + FOOTER_CHECKSUM_OFFSET),
                footerChecksum(all, footer));
        expect(
                file,
                footer + BODY_CHECKSUM_OFFSET,
                "body checksum",
                all.getInt(footer + BODY_CHECKSUM_OFFSET),
                SchemaListPrefix.checksum(all, HEADER_BYTES, footer - HEADER_BYTES));
    }

    /** Returns the CRC32C of the header and of the footer before its checksum. */
    private static int footerChecksum(ByteBuffer bytes, int footer) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(0, HEADER_BYTES));
        crc.update(bytes.slice(footer, FOOTER_CHECKSUM_OFFSET));
        return (int) crc.getValue();
    }
}
