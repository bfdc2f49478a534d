package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.SchemaLists.FILE;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.format.FormatException;

class SchemaListTest {
    private static final int[] VERSIONS = {1, 2};

    @Test
    @Tag("property")
    void decode_ofRandomLists_returnsThem() throws FormatException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            SchemaList list = seed % 3 == 0
                    ? SchemaLists.random(random, random.nextInt(8))
                    : SchemaLists.sharing(random, random.nextInt(400), 1 + random.nextInt(300));
            for (int version : VERSIONS) {
                ByteBuffer file = list.encode(version);
                assertEquals(list, SchemaList.decode(file, "file"), "seed=" + seed + " version=" + version);
                assertEquals(0, file.position(), "the position does not change");
            }
            assertEquals(list.encode(2), list.encode(), "the latest version is written");
        }
    }

    /** Frames become full by the number or the bytes of their definitions; a definition may have the maximum length. */
    @Test
    @Tag("property")
    void decode_ofListsWithLongDefinitions_returnsThem() throws FormatException {
        for (int seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            List<SchemaListEntry> entries = new ArrayList<>();
            for (int n = 0; n < 60; n++) {
                int bytes = random.nextInt(20) == 0 ? DefinitionDescriptor.MAX_BYTES : 50 + random.nextInt(40_000);
                entries.add(new SchemaListEntry(n + 1, Definitions.ofBytes(bytes, random.nextInt(3))));
            }
            SchemaList list = new SchemaList(seed, entries);
            assertEquals(list, SchemaList.decode(list.encode(), "file"), "seed=" + seed);
        }
    }

    @Test
    @Tag("unit")
    void encode_ofAlikeDefinitions_deflatesThem() {
        SchemaList list = SchemaLists.numbered(1000);
        int bytes = 0;
        for (SchemaListEntry entry : list.entries()) {
            bytes += entry.definition().length();
        }
        for (int version : VERSIONS) {
            int encoded = list.encode(version).remaining();
            assertTrue(encoded < bytes / 4, "encoded=" + encoded + " bytes=" + bytes);
        }
    }

    /** Version 2 saves the bytes of its second copies mostly by sharing names. */
    @Test
    @Tag("unit")
    void encode_besideVersion1_isLittleLongerIfSmall_andShorterIfNamesAreShared() {
        for (int entries = 0; entries <= SchemaListDescriptor.MAX_FRAME_DEFINITIONS; entries++) {
            SchemaList small = SchemaLists.sharing(new Random(entries), entries, 20);
            int longer = small.encode(2).remaining() - small.encode(1).remaining();
            assertTrue(longer <= 130, "entries=" + entries + " longer by bytes=" + longer);
        }
        SchemaList large = SchemaLists.sharing(new Random(1), 4_000, 2_000);
        double ratio = (double) large.encode(2).remaining() / large.encode(1).remaining();
        assertTrue(ratio < 1.0, "ratio=" + ratio);
    }

    /** The file is the same for every random key of the table of names. */
    @Test
    @Tag("unit")
    void encode_twice_isTheSame() {
        SchemaList list = SchemaLists.sharing(new Random(7), 500, 200);
        assertArrayEquals(SchemaLists.file(list, 2), SchemaLists.file(list, 2));
    }

    @Test
    @Tag("unit")
    void encode_ofAVersionThatIsNone_isRefused() {
        for (int version : new int[] {-1, 0, 3}) {
            assertEquals(
                    "version=" + version + ", allowed 1 to 2",
                    assertThrows(IllegalArgumentException.class, () -> SchemaLists.numbered(1)
                                    .encode(version))
                            .getMessage());
        }
    }

    /**
     * Every lost or changed bit or byte is detected. Checked by removal of each checksum, and of the comparison of the
     * two copies.
     */
    @Test
    @Tag("property")
    void decode_withAnyBitFlippedOrAnyByteCut_isRefused() {
        for (int version : VERSIONS) {
            for (int entries : new int[] {0, 1, 20}) {
                byte[] file = SchemaLists.file(SchemaLists.numbered(entries), version);
                for (int bit = 0; bit < file.length * 8; bit++) {
                    assertRefused(SchemaLists.flipped(file, bit), "bit=" + bit);
                }
                assertCutIsRefused(file);
            }
        }
    }

    @Test
    @Tag("property")
    void decode_ofLargeListWithAnyBitFlippedOrAnyByteCut_isRefused() {
        byte[] file = SchemaLists.file(SchemaLists.sharing(new Random(2), 200, 150), 2);
        for (int at = 0; at < file.length; at += 97) {
            assertRefused(SchemaLists.flipped(file, at * 8 + at % 8), "byte=" + at);
        }
        assertCutIsRefused(file);
    }

    private static void assertCutIsRefused(byte[] file) {
        for (int cut = 0; cut < file.length; cut++) {
            assertRefused(Arrays.copyOf(file, cut), "cut=" + cut);
        }
        assertRefused(Arrays.copyOf(file, file.length + 1), "longer");
    }

    private static void assertRefused(byte[] file, String what) {
        FormatException e =
                assertThrows(FormatException.Corrupt.class, () -> SchemaList.decode(ByteBuffer.wrap(file), FILE), what);
        assertTrue(e.getMessage().startsWith(FILE + " offset="), e.getMessage());
    }

    @Test
    @Tag("property")
    void decode_ofRandomBytes_isRefused() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            byte[] file = new byte[random.nextInt(400)];
            random.nextBytes(file);
            if (random.nextBoolean() && file.length >= SchemaListDescriptor.HEADER_BYTES) {
                ByteBuffer header = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
                new SchemaListPrefix(1 + random.nextInt(2), 0, 1, random.nextInt(1 << 20))
                        .write(header, 0, SchemaListDescriptor.MAGIC);
            }
            assertRefused(file, "seed=" + seed);
        }
    }

    @Test
    @Tag("format")
    void decode_ofOtherVersions_saysTooOldOrTooNew() {
        for (int version : VERSIONS) {
            assertEquals(
                    "file=x offset=4: version=3, readable 1 to 2",
                    assertThrows(FormatException.TooNew.class, () -> SchemaList.decode(of(version, 3), "file=x"))
                            .getMessage());
            assertEquals(
                    "file=x offset=4: version=0, readable 1 to 2",
                    assertThrows(FormatException.TooOld.class, () -> SchemaList.decode(of(version, 0), "file=x"))
                            .getMessage());
        }
    }

    /** A later version may have anything after the prefix. */
    @Test
    @Tag("format")
    void decode_ofLaterVersionWithNothingBehindThePrefix_saysTooNew() {
        ByteBuffer prefix = of(1, 7).limit(SchemaListDescriptor.PREFIX_BYTES);
        assertThrows(FormatException.TooNew.class, () -> SchemaList.decode(prefix, "file=x"));
    }

    private static ByteBuffer of(int written, int claimed) {
        ByteBuffer file = ByteBuffer.wrap(SchemaLists.file(SchemaLists.numbered(3), written))
                .order(ByteOrder.LITTLE_ENDIAN);
        new SchemaListPrefix(claimed, 0, 1, 3).write(file, 0, SchemaListDescriptor.MAGIC);
        return file;
    }

    /** Nothing here is deflated, so these bytes do not depend on the deflater. */
    @Test
    @Tag("format")
    void encode_ofTwoShortDefinitions_isWhatTheDrawingSays() throws FormatException {
        SchemaList list = new SchemaList(
                0x0102030405060708L,
                List.of(
                        new SchemaListEntry(5, SchemaDefinition.of(List.of(Definitions.simple("ab")))),
                        new SchemaListEntry(3, SchemaDefinition.of(List.of(Definitions.map("m", "x", "yz"))))));
        String prefix = "0200" + "0000" + "0807060504030201" + "02000000";
        String sizes = "08000000" + "0a000000" + "00000000" + "17000000";
        String ids = "d0b34c73" + "01" + "02" + "0a" + "03";
        String directory = "ed63732a" + "02" + "04" + "00" + "01" + "0217";
        String definitions =
                "ebf21c76" + "04" + "11" + "0002" + "01" + "00046162" + "01" + "01026d" + "02" + "027804797a";
        String golden = "5353444c" + prefix + "e14831cd" + sizes + "ff0fc529"
                + ids + directory + definitions + directory + ids
                + "4c445353" + prefix + "97124647" + sizes + "ff0fc529";
        assertEquals(golden, HexFormat.of().formatHex(SchemaLists.file(list, 2)));
        assertEquals(list, SchemaList.decode(ByteBuffer.wrap(HexFormat.of().parseHex(golden)), "file"));
    }
}
