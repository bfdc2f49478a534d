package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.COUNT_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FLAGS_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.FORMAT_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.INSTANCE_ID_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_ENTRIES;
import static org.ssdtier.catalogue.SchemaListDescriptor.OLDEST_READABLE_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.PREFIX_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.PREFIX_CHECKSUM_OFFSET;
import static org.ssdtier.catalogue.SchemaListDescriptor.VERSION_OFFSET;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The prefix of a dictionary's file, which is the same in every version.
 *
 * @param version format version
 * @param flags flags, whose meaning depends on the version
 * @param instanceId instance ID of the catalogue
 * @param count number of entries of the list
 */
record SchemaListPrefix(int version, int flags, long instanceId, int count) {
    /** Writes the prefix to a little-endian buffer. */
    void write(ByteBuffer to, int at, int magic) {
        to.putInt(at + MAGIC_OFFSET, magic);
        to.putShort(at + VERSION_OFFSET, (short) version);
        to.putShort(at + FLAGS_OFFSET, (short) flags);
        to.putLong(at + INSTANCE_ID_OFFSET, instanceId);
        to.putInt(at + COUNT_OFFSET, count);
        to.putInt(at + PREFIX_CHECKSUM_OFFSET, checksum(to, at, PREFIX_CHECKSUM_OFFSET));
    }

    /**
     * Reads the prefix.
     *
     * @param from begins with the prefix, at index 0
     * @param offset offset in the file of index 0
     * @throws FormatException if it is damaged or has a version that cannot be read
     */
    static SchemaListPrefix read(ByteBuffer from, int magic, String file, long offset) throws FormatException {
        if (from.limit() < PREFIX_BYTES) {
            throw corrupt(file, offset, "bytes=" + from.limit() + ", allowed " + PREFIX_BYTES + " at least");
        }
        ByteBuffer bytes = from.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        expect(file, offset + MAGIC_OFFSET, "magic", bytes.getInt(MAGIC_OFFSET), magic);
        expect(
                file,
                offset + PREFIX_CHECKSUM_OFFSET,
                "header checksum",
                bytes.getInt(PREFIX_CHECKSUM_OFFSET),
                checksum(bytes, 0, PREFIX_CHECKSUM_OFFSET));
        int version = Short.toUnsignedInt(bytes.getShort(VERSION_OFFSET));
        checkVersion(version, file, offset + VERSION_OFFSET);
        int count = bytes.getInt(COUNT_OFFSET);
        limit(file, offset + COUNT_OFFSET, "entries", count, MAX_ENTRIES);
        int flags = Short.toUnsignedInt(bytes.getShort(FLAGS_OFFSET));
        return new SchemaListPrefix(version, flags, bytes.getLong(INSTANCE_ID_OFFSET), count);
    }

    private static void checkVersion(int version, String file, long offset) throws FormatException {
        String found = file + " offset=" + offset + ": version=" + version + ", readable " + OLDEST_READABLE_VERSION
                + " to " + FORMAT_VERSION;
        if (version < OLDEST_READABLE_VERSION) {
            throw new FormatException.TooOld(found);
        }
        if (version > FORMAT_VERSION) {
            throw new FormatException.TooNew(found);
        }
    }

    static void expect(String file, long offset, String name, int found, int expected) throws FormatException.Corrupt {
        if (found != expected) {
            throw corrupt(file, offset, String.format(Locale.ROOT, "%s=%08x, expected %08x", name, found, expected));
        }
    }

    static void limit(String file, long offset, String name, int found, int max) throws FormatException.Corrupt {
        if (found < 0 || found > max) {
            throw corrupt(file, offset, name + "=" + found + ", allowed 0 to " + max);
        }
    }

    static FormatException.Corrupt corrupt(String file, long offset, String message) {
        return new FormatException.Corrupt(file + " offset=" + offset + ": " + message);
    }

    /** Returns the CRC32C of a range of a buffer. */
    static int checksum(ByteBuffer bytes, int at, int lengthBytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(at, lengthBytes));
        return (int) crc.getValue();
    }
}
