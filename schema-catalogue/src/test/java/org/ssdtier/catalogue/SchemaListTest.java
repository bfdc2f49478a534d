package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.format.FormatException;

class SchemaListTest {
    private static SchemaList list(int entries) {
        List<SchemaList.Entry> all = new ArrayList<>();
        for (int n = 0; n < entries; n++) {
            all.add(new SchemaList.Entry(n == 0 ? -1 : n, Definitions.numbered(n)));
        }
        return new SchemaList(0x0123456789ABCDEFL, all);
    }

    @Test
    @Tag("property")
    void decode_ofRandomLists_returnsThem() throws FormatException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<SchemaList.Entry> entries = new ArrayList<>();
            for (int left = random.nextInt(8); left > 0; left--) {
                entries.add(new SchemaList.Entry(random.nextInt(), Definitions.random(random)));
            }
            SchemaList list = new SchemaList(random.nextLong(), entries);
            assertEquals(list, SchemaList.decode(list.encode(), "file"), "seed=" + seed);
        }
    }

    @Test
    @Tag("unit")
    void encode_ofAlikeDefinitions_deflatesThem() {
        int bytes = 0;
        for (SchemaList.Entry entry : list(1000).entries()) {
            bytes += entry.definition().length();
        }
        int encoded = list(1000).encode().remaining();
        assertTrue(encoded < bytes / 4, "encoded=" + encoded + " bytes=" + bytes);
    }

    /** No bit and no byte can be lost or changed without it being noticed: each checksum was left out once. */
    @Test
    @Tag("property")
    void decode_withAnyBitFlippedOrAnyByteCut_isRefused() {
        for (int entries : new int[] {0, 1, 20}) {
            ByteBuffer file = list(entries).encode();
            for (int bit = 0; bit < file.limit() * 8; bit++) {
                ByteBuffer damaged = copy(file);
                damaged.put(bit / 8, (byte) (damaged.get(bit / 8) ^ 1 << bit % 8));
                int at = bit;
                FormatException e = assertThrows(
                        FormatException.Corrupt.class,
                        () -> SchemaList.decode(damaged, "file=Schemas.db"),
                        () -> "bit=" + at);
                assertTrue(e.getMessage().startsWith("file=Schemas.db offset="), e.getMessage());
            }
            for (int cut = 0; cut < file.limit(); cut++) {
                ByteBuffer damaged = copy(file).limit(cut);
                assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(damaged, "file=Schemas.db"));
            }
            ByteBuffer longer =
                    ByteBuffer.allocate(file.limit() + 1).put(file.duplicate()).rewind();
            assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(longer, "file=Schemas.db"));
        }
    }

    @Test
    @Tag("format")
    void decode_ofOtherVersions_saysTooOldOrTooNew() {
        assertEquals(
                "file=x offset=4: version=2, readable 1 to 1",
                assertThrows(FormatException.TooNew.class, () -> SchemaList.decode(ofVersion(2), "file=x"))
                        .getMessage());
        assertEquals(
                "file=x offset=4: version=0, readable 1 to 1",
                assertThrows(FormatException.TooOld.class, () -> SchemaList.decode(ofVersion(0), "file=x"))
                        .getMessage());
    }

    private static ByteBuffer ofVersion(int version) {
        ByteBuffer file = copy(list(3).encode()).order(ByteOrder.LITTLE_ENDIAN);
        file.putShort(SchemaListDescriptor.VERSION_OFFSET, (short) version);
        CRC32C crc = new CRC32C();
        crc.update(file.slice(0, SchemaListDescriptor.HEADER_CHECKSUM_OFFSET));
        return file.putInt(SchemaListDescriptor.HEADER_CHECKSUM_OFFSET, (int) crc.getValue());
    }

    private static ByteBuffer copy(ByteBuffer file) {
        return ByteBuffer.allocate(file.remaining()).put(file.duplicate()).rewind();
    }
}
