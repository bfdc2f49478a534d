package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** Static methods to create dictionaries and their files for tests. */
final class SchemaLists {
    static final String FILE = "file=Schemas.db";
    private static final long INSTANCE_ID = 0x0123456789ABCDEFL;

    private SchemaLists() {}

    /** Returns a list of nearly identical definitions. */
    static SchemaList numbered(int entries) {
        List<SchemaListEntry> all = new ArrayList<>();
        for (int n = 0; n < entries; n++) {
            all.add(new SchemaListEntry(n == 0 ? -1 : n, Definitions.numbered(n)));
        }
        return new SchemaList(INSTANCE_ID, all);
    }

    /** Returns a list of random definitions. */
    static SchemaList random(Random random, int entries) {
        List<SchemaListEntry> all = new ArrayList<>();
        for (int n = 0; n < entries; n++) {
            all.add(new SchemaListEntry(random.nextInt(), Definitions.random(random)));
        }
        return new SchemaList(random.nextLong(), all);
    }

    /**
     * Returns a list whose definitions each have up to 12 of the given keys, mostly in order, and sometimes a unique
     * one.
     */
    static SchemaList sharing(Random random, int entries, int keys) {
        List<SchemaListEntry> all = new ArrayList<>();
        for (int n = 0; n < entries; n++) {
            TreeSet<String> names = new TreeSet<>();
            for (int left = random.nextInt(12); left > 0; left--) {
                names.add("key-" + random.nextInt(keys) * 0x9E3779B1L);
            }
            List<String> chosen = new ArrayList<>(names);
            if (random.nextInt(8) == 0) {
                chosen.add(random.nextInt(chosen.size() + 1), "own-" + random.nextLong());
            }
            if (random.nextInt(8) == 0) {
                chosen.add("k".repeat(random.nextInt(2 * SchemaListDescriptor.MAX_NAME_BYTES)));
            }
            int id = random.nextInt(4) == 0 ? SchemaIds.NONE : random.nextInt(1 << 20);
            all.add(new SchemaListEntry(
                    id,
                    SchemaDefinition.of(
                            List.of(Definitions.simple("name"), Definitions.map("m", chosen.toArray(new String[0]))))));
        }
        return new SchemaList(INSTANCE_ID, all);
    }

    /** Returns a file's bytes. */
    static byte[] file(SchemaList list, int version) {
        return bytes(list.encode(version));
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Returns a copy with one bit flipped. */
    static byte[] flipped(byte[] file, int bit) {
        byte[] damaged = file.clone();
        damaged[bit / 8] ^= (byte) (1 << (bit % 8));
        return damaged;
    }

    static PositionalInput input(byte[] file) {
        return PositionalInput.of(ByteBuffer.wrap(file));
    }

    static SchemaListHeader header(byte[] file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(file);
            return SchemaListHeader.read(
                    bytes, SchemaListPrefix.read(bytes, SchemaListDescriptor.MAGIC, FILE, 0), FILE, 0);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a file of these sections, with valid checksums whatever the content. */
    static byte[] assemble(SchemaListHeader header, GrowingBytes... sections) {
        int bytes = 0;
        for (GrowingBytes section : sections) {
            bytes += section.length();
        }
        ByteBuffer file = ByteBuffer.allocate(bytes + 2 * SchemaListDescriptor.HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(SchemaListDescriptor.HEADER_BYTES);
        header.write(file, 0, SchemaListDescriptor.MAGIC);
        for (GrowingBytes section : sections) {
            file.put(section.from(0));
        }
        header.write(file, file.position(), SchemaListDescriptor.FOOTER_MAGIC);
        return file.array();
    }
}
