package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.BODY_BYTES_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.BODY_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.COUNT_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.DEFLATED_FLAG;
import static org.ssdtier.catalogue.SchemaListDescriptor.FLAGS_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.FOOTER_MAGIC_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FORMAT_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.INSTANCE_ID_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_BODY_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_ENTRIES;
import static org.ssdtier.catalogue.SchemaListDescriptor.OLDEST_READABLE_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.VERSION_OFFSET;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * What stands around the body of a {@link SchemaList}, checked.
 *
 * @param instanceId identity of the catalogue
 * @param count how many entries the body has
 * @param body inflated, from position 0 to its limit
 */
record SchemaListFraming(long instanceId, int count, ByteBuffer body) {
    static ByteBuffer encode(long instanceId, int count, ByteBuffer body) {
        int bodyBytes = body.remaining();
        ByteBuffer file =
                ByteBuffer.allocate(HEADER_BYTES + bodyBytes + FOOTER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int deflatedBytes = deflate(body, file);
        boolean deflated = deflatedBytes < bodyBytes;
        int storedBytes = deflated ? deflatedBytes : bodyBytes;
        if (!deflated) {
            file.put(HEADER_BYTES, body, body.position(), bodyBytes);
        }
        file.putInt(MAGIC_OFFSET, MAGIC);
        file.putShort(VERSION_OFFSET, (short) FORMAT_VERSION);
        file.putShort(FLAGS_OFFSET, (short) (deflated ? DEFLATED_FLAG : 0));
        file.putLong(INSTANCE_ID_OFFSET, instanceId);
        file.putInt(COUNT_OFFSET, count);
        file.putInt(HEADER_CHECKSUM_OFFSET, checksum(file, 0, HEADER_CHECKSUM_OFFSET, 0, 0));
        int footer = HEADER_BYTES + storedBytes;
        file.putInt(footer + BODY_BYTES_OFFSET, bodyBytes);
        file.putInt(footer + BODY_CHECKSUM_OFFSET, checksum(file, HEADER_BYTES, storedBytes, 0, 0));
        file.putInt(footer + FOOTER_CHECKSUM_OFFSET, checksum(file, 0, HEADER_BYTES, footer, FOOTER_CHECKSUM_OFFSET));
        file.putInt(footer + FOOTER_MAGIC_OFFSET, FOOTER_MAGIC);
        return file.limit(footer + FOOTER_BYTES).position(0);
    }

    /** Looks at magic, header checksum, version, footer and body checksum, in this order. */
    static SchemaListFraming decode(ByteBuffer bytes, String file) throws FormatException {
        ByteBuffer all = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (all.limit() < HEADER_BYTES + FOOTER_BYTES) {
            throw new FormatException.Corrupt(file + " offset=0: bytes=" + all.limit() + ", allowed "
                    + (HEADER_BYTES + FOOTER_BYTES) + " at least");
        }
        expect(file, MAGIC_OFFSET, "magic", all.getInt(MAGIC_OFFSET), MAGIC);
        expect(
                file,
                HEADER_CHECKSUM_OFFSET,
                "header checksum",
                all.getInt(HEADER_CHECKSUM_OFFSET),
                checksum(all, 0, HEADER_CHECKSUM_OFFSET, 0, 0));
        checkVersion(Short.toUnsignedInt(all.getShort(VERSION_OFFSET)), file);
        int footer = all.limit() - FOOTER_BYTES;
        checkFooter(all, footer, file);
        int flags = Short.toUnsignedInt(all.getShort(FLAGS_OFFSET));
        limit(file, FLAGS_OFFSET, "flags", flags, DEFLATED_FLAG);
        int count = all.getInt(COUNT_OFFSET);
        limit(file, COUNT_OFFSET, "entries", count, MAX_ENTRIES);
        int bodyBytes = all.getInt(footer + BODY_BYTES_OFFSET);
        limit(file, footer + BODY_BYTES_OFFSET, "body bytes", bodyBytes, MAX_BODY_BYTES);
        ByteBuffer stored = all.slice(HEADER_BYTES, footer - HEADER_BYTES);
        ByteBuffer body = flags == DEFLATED_FLAG ? inflate(stored, bodyBytes, file) : stored;
        expect(file, footer + BODY_BYTES_OFFSET, "body bytes", bodyBytes, body.remaining());
        return new SchemaListFraming(all.getLong(INSTANCE_ID_OFFSET), count, body);
    }

    private static void checkVersion(int version, String file) throws FormatException {
        String found = file + " offset=" + VERSION_OFFSET + ": version=" + version + ", readable "
                + OLDEST_READABLE_VERSION + " to " + FORMAT_VERSION;
        if (version < OLDEST_READABLE_VERSION) {
            throw new FormatException.TooOld(found);
        }
        if (version > FORMAT_VERSION) {
            throw new FormatException.TooNew(found);
        }
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
                checksum(all, 0, HEADER_BYTES, footer, FOOTER_CHECKSUM_OFFSET));
        expect(
                file,
                footer + BODY_CHECKSUM_OFFSET,
                "body checksum",
                all.getInt(footer + BODY_CHECKSUM_OFFSET),
                checksum(all, HEADER_BYTES, footer - HEADER_BYTES, 0, 0));
    }

    private static void expect(String file, int offset, String name, int found, int expected)
            throws FormatException.Corrupt {
        if (found != expected) {
            throw new FormatException.Corrupt(
                    file + " offset=" + offset + String.format(": %s=%08x, expected %08x", name, found, expected));
        }
    }

    private static void limit(String file, int offset, String name, int found, int max) throws FormatException.Corrupt {
        if (found < 0 || found > max) {
            throw new FormatException.Corrupt(
                    file + " offset=" + offset + ": " + name + "=" + found + ", allowed 0 to " + max);
        }
    }

    /** Deflates the body to behind the header; returns its length there, or the body's own if it would not be shorter. */
    private static int deflate(ByteBuffer body, ByteBuffer file) {
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setInput(body.duplicate());
            deflater.finish();
            int bytes = deflater.deflate(file.slice(HEADER_BYTES, body.remaining()));
            return deflater.finished() ? bytes : body.remaining();
        } finally {
            deflater.end();
        }
    }

    private static ByteBuffer inflate(ByteBuffer stored, int bodyBytes, String file) throws FormatException.Corrupt {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored);
            ByteBuffer body = ByteBuffer.allocate(bodyBytes);
            inflater.inflate(body);
            // With room for nothing more, the end of the stream is seen by one more step only.
            if (!inflater.finished() && (inflater.inflate(ByteBuffer.allocate(1)) > 0 || !inflater.finished())) {
                throw new DataFormatException("it does not end after bytes=" + bodyBytes);
            }
            return body.flip();
        } catch (DataFormatException e) {
            throw new FormatException.Corrupt(
                    file + " offset=" + HEADER_BYTES + ": the body can not be inflated: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Returns the CRC32C of two stretches, one after the other. */
    private static int checksum(ByteBuffer bytes, int from, int lengthBytes, int thenFrom, int thenLengthBytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(from, lengthBytes));
        crc.update(bytes.slice(thenFrom, thenLengthBytes));
        return (int) crc.getValue();
    }
}
