package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.DEFINITIONS_BYTES_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.DIRECTORY_BYTES_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FLAGS_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FORMAT_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.IDS_BYTES_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_BODY_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.NAMES_BYTES_OFFSET;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The header or the footer of a dictionary's file: {@link SchemaListDescriptor}.
 *
 * @param instanceId instance ID of the catalogue
 * @param count number of entries of the list
 * @param idsBytes length of the IDs
 * @param directoryBytes length of the directory
 * @param namesBytes length of the names
 * @param definitionsBytes length of the definitions
 */
record SchemaListHeader(
        long instanceId, int count, int idsBytes, int directoryBytes, int namesBytes, int definitionsBytes) {
    /** Writes the header, or the footer, to a little-endian buffer. */
    void write(ByteBuffer to, int at, int magic) {
        new SchemaListPrefix(FORMAT_VERSION, 0, instanceId, count).write(to, at, magic);
        to.putInt(at + IDS_BYTES_OFFSET, idsBytes);
        to.putInt(at + DIRECTORY_BYTES_OFFSET, directoryBytes);
        to.putInt(at + NAMES_BYTES_OFFSET, namesBytes);
        to.putInt(at + DEFINITIONS_BYTES_OFFSET, definitionsBytes);
        to.putInt(at + HEADER_CHECKSUM_OFFSET, SchemaListPrefix.checksum(to, at, HEADER_CHECKSUM_OFFSET));
    }

    /**
     * Reads a header or footer whose prefix has been read.
     *
     * @param from begins with the header or footer, at index 0
     * @param offset offset in the file of index 0
     */
    static SchemaListHeader read(ByteBuffer from, SchemaListPrefix prefix, String file, long offset)
            throws FormatException {
        if (from.limit() < HEADER_BYTES) {
            throw SchemaListPrefix.corrupt(file, offset, "header bytes=" + from.limit() + ", expected " + HEADER_BYTES);
        }
        ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        SchemaListPrefix.expect(
                file,
                offset + HEADER_CHECKSUM_OFFSET,
                "header checksum",
                bytes.getInt(HEADER_CHECKSUM_OFFSET),
                SchemaListPrefix.checksum(bytes, 0, HEADER_CHECKSUM_OFFSET));
        SchemaListPrefix.limit(file, offset + FLAGS_OFFSET, "flags", prefix.flags(), 0);
        return new SchemaListHeader(
                prefix.instanceId(),
                prefix.count(),
                length(bytes, IDS_BYTES_OFFSET, Frame.Kind.IDS.maxFrameBytes(), file, offset),
                length(bytes, DIRECTORY_BYTES_OFFSET, Frame.Kind.DIRECTORY.maxFrameBytes(), file, offset),
                length(bytes, NAMES_BYTES_OFFSET, MAX_BODY_BYTES, file, offset),
                length(bytes, DEFINITIONS_BYTES_OFFSET, 2 * MAX_BODY_BYTES, file, offset));
    }

    private static int length(ByteBuffer bytes, int at, int max, String file, long offset)
            throws FormatException.Corrupt {
        SchemaListPrefix.limit(file, offset + at, "section bytes", bytes.getInt(at), max);
        return bytes.getInt(at);
    }

    long idsOffset() {
        return HEADER_BYTES;
    }

    long directoryOffset() {
        return idsOffset() + idsBytes;
    }

    long namesOffset() {
        return directoryOffset() + directoryBytes;
    }

    long definitionsOffset() {
        return namesOffset() + namesBytes;
    }

    /** Returns the offset of the second copy of the names, which is the end of the definitions. */
    long lastNamesOffset() {
        return definitionsOffset() + definitionsBytes;
    }

    long lastDirectoryOffset() {
        return lastNamesOffset() + namesBytes;
    }

    long lastIdsOffset() {
        return lastDirectoryOffset() + directoryBytes;
    }

    long footerOffset() {
        return lastIdsOffset() + idsBytes;
    }

    /** Returns the length of the whole file. */
    long fileBytes() {
        return footerOffset() + HEADER_BYTES;
    }
}
