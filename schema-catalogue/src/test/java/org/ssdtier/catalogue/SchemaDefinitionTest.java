package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.format.FormatException;

class SchemaDefinitionTest {
    private static final SchemaDefinition EXAMPLE = SchemaDefinition.of(List.of(
            SchemaColumn.of(Definitions.bytes("owner"), true, ColumnForm.SIMPLE),
            Definitions.simple("name"),
            Definitions.map("attrs", "color", "size"),
            SchemaColumn.of(Definitions.bytes("events"), false, ColumnForm.INLINE),
            new SchemaColumn(
                    Definitions.bytes("tags"), false, ColumnForm.FROZEN_MAP, List.of(ByteBuffer.wrap(new byte[] {0, 1
                    })))));

    @Test
    @Tag("unit")
    void toString_ofEveryForm_namesThem() {
        assertEquals("{static owner, name, attrs[color, size], events(inline), tags<0x0001>}", EXAMPLE.toString());
    }

    @Test
    @Tag("unit")
    void equals_ofSameColumns_isTrue_andOfOthersFalse() {
        assertEquals(Definitions.numbered(1), Definitions.numbered(1));
        assertEquals(Definitions.numbered(1).hash(), Definitions.numbered(1).hash());
        assertNotEquals(Definitions.numbered(1), Definitions.numbered(2));
        assertNotEquals(Definitions.numbered(1).hash(), Definitions.numbered(2).hash());
        SchemaColumn asCells = Definitions.map("tags", "a");
        SchemaColumn asFrozen = new SchemaColumn(asCells.name(), false, ColumnForm.FROZEN_MAP, asCells.parts());
        assertNotEquals(SchemaDefinition.of(List.of(asCells)), SchemaDefinition.of(List.of(asFrozen)));
        SchemaColumn asStatic = new SchemaColumn(asCells.name(), true, ColumnForm.CELLS, asCells.parts());
        assertNotEquals(SchemaDefinition.of(List.of(asCells)), SchemaDefinition.of(List.of(asStatic)));
    }

    @Test
    @Tag("unit")
    void of_changedBuffersLater_keepsItsOwn() {
        ByteBuffer name = Definitions.bytes("name");
        SchemaDefinition definition = SchemaDefinition.of(List.of(SchemaColumn.of(name, false, ColumnForm.SIMPLE)));
        name.put(0, (byte) 'X');
        assertEquals("{name}", definition.toString());
        assertEquals(4, name.remaining());
    }

    @Test
    @Tag("unit")
    void of_tooLong_isRefusedNamingTheLimit() {
        SchemaColumn column = Definitions.simple("x".repeat(60_000));
        List<SchemaColumn> columns = Collections.nCopies(20, column);
        assertTrue(SchemaDefinition.bytesOf(columns) > DefinitionDescriptor.MAX_BYTES);
        String message = assertThrows(IllegalArgumentException.class, () -> SchemaDefinition.of(columns))
                .getMessage();
        assertEquals("definition bytes=1200082, allowed 0 to 1048576", message);
        List<SchemaColumn> longName = List.of(Definitions.simple("x".repeat(70_000)));
        assertEquals(
                "column name bytes=70000, allowed 0 to 65535",
                assertThrows(IllegalArgumentException.class, () -> SchemaDefinition.of(longName))
                        .getMessage());
    }

    @Test
    @Tag("unit")
    void column_withPartsItsFormHasNot_isRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new SchemaColumn(
                        Definitions.bytes("a"), false, ColumnForm.SIMPLE, List.of(Definitions.bytes("b"))));
    }

    @Test
    @Tag("property")
    void parse_ofRandomDefinitions_returnsThem() throws FormatException {
        for (int seed = 0; seed < 2_000; seed++) {
            SchemaDefinition definition = Definitions.random(new Random(seed));
            SchemaDefinition back = SchemaDefinition.parse(definition.bytes(), "file", 0);
            assertEquals(definition, back, "seed=" + seed);
            assertEquals(definition.columns(), back.columns(), "seed=" + seed);
            assertEquals(definition, SchemaDefinition.of(back.columns()), "seed=" + seed);
            assertEquals(definition.length(), SchemaDefinition.bytesOf(definition.columns()), "seed=" + seed);
        }
    }

    /** Damaged bytes are either another valid definition or rejected. */
    @Test
    @Tag("property")
    void parse_ofDamagedBytes_isRefusedOrCanonical() {
        int refused = 0;
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[EXAMPLE.length()];
            EXAMPLE.bytes().get(bytes);
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            ByteBuffer damaged = ByteBuffer.wrap(bytes, 0, bytes.length - (random.nextInt(3) == 0 ? 1 : 0));
            try {
                SchemaDefinition parsed = SchemaDefinition.parse(damaged.duplicate(), "file=x", 100);
                assertEquals(damaged, SchemaDefinition.of(parsed.columns()).bytes(), "seed=" + seed);
            } catch (FormatException e) {
                refused++;
                assertTrue(e.getMessage().startsWith("file=x offset=1"), "seed=" + seed + " " + e.getMessage());
            }
        }
        assertTrue(refused > 1_000, "refused=" + refused);
    }

    @Test
    @Tag("unit")
    void parse_ofLaterVersion_isTooNew() {
        byte[] bytes = {2, 0};
        FormatException e = assertThrows(
                FormatException.TooNew.class, () -> SchemaDefinition.parse(ByteBuffer.wrap(bytes), "file=x", 7));
        assertEquals("file=x offset=7: definition version=2, readable 1 to 1", e.getMessage());
    }

    @Test
    @Tag("unit")
    void parse_ofNumberInMoreBytesThanNeeded_isRefused() {
        byte[] bytes = {1, (byte) 0x80, 0};
        FormatException e = assertThrows(
                FormatException.Corrupt.class, () -> SchemaDefinition.parse(ByteBuffer.wrap(bytes), "file=x", 0));
        assertEquals("file=x offset=1: columns: not a 32-bit unsigned varint in its shortest form", e.getMessage());
    }

    @Test
    @Tag("unit")
    void parse_ofUnknownForm_namesWhatIsAllowed() {
        byte[] bytes = {1, 1, 4, 0};
        FormatException e = assertThrows(
                FormatException.Corrupt.class, () -> SchemaDefinition.parse(ByteBuffer.wrap(bytes), "file=x", 0));
        assertEquals("file=x offset=2: column flags=4, allowed a form of 0 to 3 and static=8", e.getMessage());
    }

    /** With {@code Arrays.hashCode}, all of these would collide in any hash map: "Aa" and "BB" have the same hash. */
    @Test
    @Tag("unit")
    void hashCode_ofKeysMadeToCollide_differs() {
        Set<Integer> plain = new HashSet<>();
        Set<Integer> keyed = new HashSet<>();
        for (int n = 0; n < 1_024; n++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                key.append((n >> bit & 1) == 0 ? "Aa" : "BB");
            }
            SchemaDefinition definition = SchemaDefinition.of(List.of(Definitions.map("tags", key.toString())));
            byte[] bytes = new byte[definition.length()];
            definition.bytes().get(bytes);
            plain.add(Arrays.hashCode(bytes));
            keyed.add(definition.hashCode());
        }
        assertEquals(1, plain.size());
        assertTrue(keyed.size() > 1_020, "different=" + keyed.size());
    }
}
