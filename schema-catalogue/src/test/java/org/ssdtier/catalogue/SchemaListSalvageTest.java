package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.catalogue.SchemaLists.FILE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.format.FormatException;

class SchemaListSalvageTest {
    private static SchemaListSalvage salvage(byte[] file) throws IOException {
        return SchemaListSalvage.of(SchemaLists.input(file), FILE);
    }

    /** Checks that all definitions that are not lost are those of the list, and returns the number of lost ones. */
    private static int assertSurvivorsMatch(SchemaList list, SchemaListSalvage salvage, String what) {
        assertEquals(list.instanceId(), salvage.instanceId(), what);
        assertEquals(list.entries().size(), salvage.slots().size(), what);
        for (int ordinal = 0; ordinal < list.entries().size(); ordinal++) {
            SchemaListSalvage.Slot slot = salvage.slots().get(ordinal);
            SchemaListEntry entry = list.entries().get(ordinal);
            assertTrue(slot.id() == entry.id() || slot.id() == SchemaIds.NONE, what + " ordinal=" + ordinal);
            assertTrue(slot.isLost() || entry.definition().equals(slot.definition()), what + " ordinal=" + ordinal);
        }
        if (salvage.hasIds()) {
            assertAllIds(list, salvage, what);
        }
        return salvage.lost();
    }

    private static void assertAllIds(SchemaList list, SchemaListSalvage salvage, String what) {
        assertEquals(
                list.entries().stream().map(SchemaListEntry::id).toList(),
                salvage.slots().stream().map(SchemaListSalvage.Slot::id).toList(),
                what);
    }

    @Test
    @Tag("property")
    void salvage_ofSoundFile_isTheList() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            SchemaList list = SchemaLists.sharing(random, random.nextInt(300), 1 + random.nextInt(300));
            for (int version : new int[] {1, 2}) {
                SchemaListSalvage salvage = salvage(SchemaLists.file(list, version));
                assertEquals(List.of(), salvage.findings());
                assertEquals(0, assertSurvivorsMatch(list, salvage, "seed=" + seed));
                assertTrue(salvage.hasIds());
                assertAllIds(list, salvage, "seed=" + seed);
            }
        }
    }

    /** Checked by removal: without the checksum of frames, an entry is wrong or the file cannot be read. */
    @Test
    @Tag("property")
    void salvage_withAnyByteDamaged_losesAtMostOneFrame_andFindsTheDamage() throws IOException {
        for (SchemaList list : List.of(SchemaLists.numbered(5), SchemaLists.sharing(new Random(5), 300, 100))) {
            byte[] file = SchemaLists.file(list, 2);
            SchemaListHeader header = SchemaLists.header(file);
            for (int at = 0; at < file.length; at += list.entries().size() < 10 ? 1 : 97) {
                SchemaListSalvage salvage = salvage(SchemaLists.flipped(file, 8 * at + at % 8));
                String what = "byte=" + at + " findings=" + salvage.findings();
                int lost = assertSurvivorsMatch(list, salvage, what);
                assertTrue(salvage.hasIds(), what);
                assertAllIds(list, salvage, what);
                boolean isDefinition = at >= header.definitionsOffset() && at < header.lastNamesOffset();
                assertEquals(isDefinition, lost > 0, what);
                assertTrue(lost <= SchemaListDescriptor.MAX_FRAME_DEFINITIONS, what);
                assertFalse(salvage.findings().isEmpty(), what);
                for (String finding : salvage.findings()) {
                    assertTrue(finding.startsWith(FILE + " offset="), finding);
                }
            }
        }
    }

    @Test
    @Tag("property")
    void salvage_withManyBytesDamaged_isTrueAsFarAsItGoes() throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(8), 400, 200);
        byte[] file = SchemaLists.file(list, 2);
        int refused = 0;
        int saved = 0;
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            byte[] damaged = file.clone();
            for (int left = 1 + random.nextInt(6); left > 0; left--) {
                int from = random.nextInt(file.length);
                int to = Math.min(file.length, from + 1 + random.nextInt(random.nextBoolean() ? 4 : 2_000));
                byte[] other = new byte[to - from];
                random.nextBytes(other);
                System.arraycopy(other, 0, damaged, from, other.length);
            }
            try {
                SchemaListSalvage salvage = salvage(damaged);
                saved += list.entries().size() - assertSurvivorsMatch(list, salvage, "seed=" + seed);
                assertFalse(salvage.findings().isEmpty());
            } catch (FormatException.Corrupt e) {
                refused++;
            }
        }
        assertTrue(saved > 0 && refused < 100, "saved=" + saved + " refused=" + refused);
    }

    @Test
    @Tag("property")
    void salvage_ofCutFile_hasEveryFrameBeforeTheCut() throws IOException {
        SchemaList list = SchemaLists.sharing(new Random(9), 150, 100);
        byte[] file = SchemaLists.file(list, 2);
        SchemaListHeader header = SchemaLists.header(file);
        int leastLost = list.entries().size();
        for (int cut = 0; cut < file.length; cut++) {
            byte[] damaged = Arrays.copyOf(file, cut);
            if (cut < SchemaListDescriptor.HEADER_BYTES) {
                assertThrows(FormatException.Corrupt.class, () -> salvage(damaged), "cut=" + cut);
                continue;
            }
            SchemaListSalvage salvage = salvage(damaged);
            int lost = assertSurvivorsMatch(list, salvage, "cut=" + cut);
            assertTrue(lost <= leastLost, "cut=" + cut + ": a longer file must not lose more than a shorter one");
            leastLost = lost;
            assertFalse(salvage.findings().isEmpty());
        }
        assertEquals(0, leastLost);
        assertEquals(
                0, salvage(Arrays.copyOf(file, (int) header.lastNamesOffset())).lost());
    }

    @Test
    @Tag("property")
    void salvage_ofRandomBytes_isRefused() {
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            byte[] file = new byte[random.nextInt(400)];
            random.nextBytes(file);
            assertThrows(FormatException.Corrupt.class, () -> salvage(file), "seed=" + seed);
        }
    }

    @Test
    @Tag("unit")
    void salvage_ofDamagedVersion1_hasNoDefinitions() throws IOException {
        SchemaList list = SchemaLists.numbered(20);
        byte[] file = SchemaLists.file(list, 1);
        SchemaListSalvage salvage = salvage(SchemaLists.flipped(file, 8 * 60));
        assertEquals(20, assertSurvivorsMatch(list, salvage, "version 1"));
        assertEquals(1, salvage.findings().size());
    }

    @Test
    @Tag("unit")
    void salvage_ofBothTablesOfIds_hasTheDefinitions() throws IOException {
        SchemaList list = SchemaLists.numbered(100);
        byte[] file = SchemaLists.file(list, 2);
        SchemaListHeader header = SchemaLists.header(file);
        file[(int) header.idsOffset() + 8] ^= 1;
        file[(int) header.lastIdsOffset() + 8] ^= 1;
        SchemaListSalvage salvage = salvage(file);
        assertEquals(0, assertSurvivorsMatch(list, salvage, "no IDs"));
        assertTrue(salvage.slots().stream().allMatch(slot -> slot.id() == SchemaIds.NONE));
        assertEquals(2, salvage.findings().size(), salvage.findings().toString());
    }

    /** A definition that uses none of the lost names is still there. */
    @Test
    @Tag("unit")
    void salvage_ofBothCopiesOfNames_hasWhatNeedsNone() throws IOException {
        SchemaList names = SchemaLists.sharing(new Random(10), 120, 10);
        List<SchemaListEntry> entries = new java.util.ArrayList<>(names.entries());
        entries.add(60, new SchemaListEntry(9, SchemaDefinition.of(List.of(Definitions.simple("of its own")))));
        SchemaList list = new SchemaList(names.instanceId(), entries);
        byte[] file = SchemaLists.file(list, 2);
        SchemaListHeader header = SchemaLists.header(file);
        file[(int) header.namesOffset() + 8] ^= 1;
        file[(int) header.lastNamesOffset() + 8] ^= 1;
        SchemaListSalvage salvage = salvage(file);
        assertEquals(120, assertSurvivorsMatch(list, salvage, "no names"));
        assertFalse(salvage.slots().get(60).isLost());
        assertAllIds(list, salvage, "no names");
        assertEquals(2, salvage.findings().size(), salvage.findings().toString());
    }

    @Test
    @Tag("unit")
    void read_ofAFile_namesItsPath(@TempDir Path directory) throws IOException {
        SchemaList list = SchemaLists.numbered(40);
        byte[] file = SchemaLists.file(list, 2);
        int at = (int) SchemaLists.header(file).definitionsOffset() + 9;
        Path path = directory.resolve("Schemas.db");
        Files.write(path, SchemaLists.flipped(file, 8 * at));
        SchemaListSalvage salvage = SchemaListSalvage.read(path);
        assertEquals(32, salvage.lost());
        assertTrue(salvage.findings().get(0).startsWith("file=" + path + " offset=" + (at - 9) + ": DEFINITIONS"));
    }

    @Test
    @Tag("format")
    void salvage_ofLaterVersion_saysTooNew() {
        byte[] file = SchemaLists.file(SchemaLists.numbered(3), 2);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        new SchemaListPrefix(3, 0, 1, 3).write(bytes, 0, SchemaListDescriptor.MAGIC);
        assertThrows(FormatException.TooNew.class, () -> salvage(file));
    }
}
