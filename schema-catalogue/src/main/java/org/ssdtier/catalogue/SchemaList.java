package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.HEADER_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_BODY_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_ENTRIES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A dictionary that an SSTable carries with it: by ordinal, the definitions its rows have and the IDs they had in the
 * catalogue of the node that wrote it.
 *
 * @param instanceId identity of that catalogue; 0 for none
 * @param entries by ordinal
 */
public record SchemaList(long instanceId, List<Entry> entries) {
    /**
     * A definition and its ID.
     *
     * @param id an unsigned 32-bit number; {@link SchemaIds#NONE} when it has none
     * @param definition what it stands for
     */
    public record Entry(int id, SchemaDefinition definition) {}

    /** Makes the list unchangeable. */
    public SchemaList {
        entries = List.copyOf(entries);
    }

    /**
     * Returns the file: {@link SchemaListDescriptor}.
     *
     * @throws IllegalArgumentException when it would have more entries or bytes than the descriptor allows
     */
    public ByteBuffer encode() {
        if (entries.size() > MAX_ENTRIES) {
            throw new IllegalArgumentException("entries=" + entries.size() + ", allowed 0 to " + MAX_ENTRIES);
        }
        long bodyBytes = bodyBytes();
        if (bodyBytes > MAX_BODY_BYTES) {
            throw new IllegalArgumentException("body bytes=" + bodyBytes + ", allowed 0 to " + MAX_BODY_BYTES);
        }
        ByteBuffer body = ByteBuffer.allocate((int) bodyBytes);
        for (Entry entry : entries) {
            UnsignedVarint.write(entry.id(), body);
            UnsignedVarint.write(entry.definition().length(), body);
            entry.definition().writeTo(body);
        }
        return SchemaListFraming.encode(instanceId, entries.size(), body.flip());
    }

    /**
     * Reads a list from the bytes of its file.
     *
     * @param bytes the whole file, from position to limit; the position stays
     * @param file names it, for messages
     * @throws FormatException when it is damaged, too old or too new; it names file and offset
     */
    public static SchemaList decode(ByteBuffer bytes, String file) throws FormatException {
        SchemaListFraming framing = SchemaListFraming.decode(bytes, file);
        ByteBuffer body = framing.body();
        // A deflated body has no offsets in the file: those in messages are what they would be if it were not.
        BoundedReader reader = new BoundedReader(body, file, HEADER_BYTES);
        List<Entry> entries = new ArrayList<>(Math.min(framing.count(), body.remaining()));
        for (int ordinal = 0; ordinal < framing.count(); ordinal++) {
            int id = reader.readVarint("schema ID");
            int definitionBytes = reader.readSize("definition bytes", DefinitionDescriptor.MAX_BYTES);
            int at = reader.position();
            ByteBuffer definition = reader.readBytes("definition", definitionBytes);
            entries.add(new Entry(id, SchemaDefinition.parse(definition, file, (long) HEADER_BYTES + at)));
        }
        if (reader.remaining() > 0) {
            throw reader.corrupt(
                    reader.position(), "bytes=" + reader.remaining() + " beyond the last entry, allowed 0");
        }
        return new SchemaList(framing.instanceId(), entries);
    }

    /**
     * Reads a list from its file.
     *
     * @throws FormatException when it is damaged, too old or too new; it names file and offset
     * @throws IOException when it can not be read
     */
    public static SchemaList read(Path file) throws IOException {
        return decode(ByteBuffer.wrap(Files.readAllBytes(file)), "file=" + file);
    }

    private long bodyBytes() {
        long bytes = 0;
        for (Entry entry : entries) {
            int definitionBytes = entry.definition().length();
            bytes += (long) UnsignedVarint.bytes(entry.id()) + UnsignedVarint.bytes(definitionBytes) + definitionBytes;
        }
        return bytes;
    }
}
