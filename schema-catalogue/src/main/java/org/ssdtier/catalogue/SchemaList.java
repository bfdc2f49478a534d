package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.FORMAT_VERSION;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAGIC;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_BODY_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_ENTRIES;
import static org.ssdtier.catalogue.SchemaListDescriptor.OLDEST_READABLE_VERSION;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A dictionary that an SSTable carries with it: the definitions of its rows, by ordinal, and the IDs that they had in
 * the catalogue of the node that wrote it.
 *
 * @param instanceId instance ID of that catalogue; 0 for none
 * @param entries the entries, by ordinal
 */
public record SchemaList(long instanceId, List<SchemaListEntry> entries) {
    /** Makes the list unmodifiable. */
    public SchemaList {
        entries = List.copyOf(entries);
    }

    /**
     * Returns the dictionary's file in the current version: {@link SchemaListDescriptor}.
     *
     * @throws IllegalArgumentException if it would have more entries or bytes than the descriptor allows
     */
    public ByteBuffer encode() {
        return encode(FORMAT_VERSION);
    }

    /**
     * Returns the dictionary's file in a version that the receiver can read.
     *
     * @param version {@link SchemaListDescriptor#OLDEST_READABLE_VERSION} to
     *     {@link SchemaListDescriptor#FORMAT_VERSION}
     * @throws IllegalArgumentException if there is no such version, or the file would have more entries or bytes than
     *     allowed
     */
    public ByteBuffer encode(int version) {
        if (version < OLDEST_READABLE_VERSION || version > FORMAT_VERSION) {
            throw new IllegalArgumentException(
                    "version=" + version + ", allowed " + OLDEST_READABLE_VERSION + " to " + FORMAT_VERSION);
        }
        if (entries.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("entries=" + entries.size() + ", allowed 0 to " + MAX_ENTRIES);
        }
        long bodyBytes = bodyBytes();
        if (bodyBytes > MAX_BODY_BYTES) {
            throw new IllegalArgumentException("body bytes=" + bodyBytes + ", allowed 0 to " + MAX_BODY_BYTES);
        }
        return version == SchemaListV1Descriptor.VERSION
                ? SchemaListV1.encode(instanceId, entries)
                : SchemaListV2.encode(instanceId, entries);
    }

    /**
     * Decodes a dictionary from the bytes of its file, of any readable version.
     *
     * @param bytes the whole file, from position to limit; the position does not change
     * @param file name of the file, for messages
     * @throws FormatException if any part is damaged, or the version is too old or too new; the message names file and
     *     offset
     */
    public static SchemaList decode(ByteBuffer bytes, String file) throws FormatException {
        return decode(bytes, file, MAX_BODY_BYTES);
    }

    /**
     * Decodes a dictionary like {@link #decode(ByteBuffer, String)}, if its sender must not control how much heap it
     * takes.
     *
     * @param maxBodyBytes maximum bytes of all definitions, with the ID and the length of each
     */
    public static SchemaList decode(ByteBuffer bytes, String file, int maxBodyBytes) throws FormatException {
        ByteBuffer all = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
        SchemaListPrefix prefix = SchemaListPrefix.read(all, MAGIC, file, 0);
        List<SchemaListEntry> entries = prefix.version() == SchemaListV1Descriptor.VERSION
                ? SchemaListV1.decode(all, prefix, file, maxBodyBytes)
                : SchemaListV2.decode(all, prefix, file, maxBodyBytes);
        return new SchemaList(prefix.instanceId(), entries);
    }

    /**
     * Reads a dictionary from its file.
     *
     * @throws FormatException if it is damaged, too old or too new; the message names file and offset
     * @throws IOException if it cannot be read
     */
    public static SchemaList read(Path file) throws IOException {
        return decode(ByteBuffer.wrap(Files.readAllBytes(file)), "file=" + file);
    }

    /** Reads a dictionary from its file, as {@link #read(Path)} does. */
    public static SchemaList read(PositionalInput input, String file) throws IOException {
        long size = input.size();
        if (size > Integer.MAX_VALUE) {
            throw SchemaListPrefix.corrupt(
                    file, Integer.MAX_VALUE, "bytes=" + size + ", allowed 0 to " + Integer.MAX_VALUE);
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size);
        input.readFully(0, bytes);
        return decode(bytes.flip(), file);
    }

    /** Returns the definitions, by ordinal. */
    public List<SchemaDefinition> definitions() {
        return entries.stream().map(SchemaListEntry::definition).toList();
    }

    /** Returns the bytes of all definitions, with an ID and a length before each. */
    public long bodyBytes() {
        return entries.stream().mapToLong(SchemaListEntry::bodyBytes).sum();
    }
}
