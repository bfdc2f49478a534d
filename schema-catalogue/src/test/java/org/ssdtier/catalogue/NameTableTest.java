package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class NameTableTest {
    private static final String COLUMN = "m";

    private static void count(NameTable table, List<String> names, int frames) {
        SchemaDefinition definition =
                SchemaDefinition.of(List.of(Definitions.map(COLUMN, names.toArray(new String[0]))));
        for (int frame = 0; frame < frames; frame++) {
            table.count(definition, new DefinitionCursor(), frame);
        }
    }

    private static int[] numbers(NameTable table, List<String> names) {
        return names.stream().mapToInt(name -> number(table, name)).toArray();
    }

    /** Returns the number of a name that is in the middle of an array. */
    private static int number(NameTable table, String name) {
        byte[] array = ("<" + name + ">").getBytes(StandardCharsets.UTF_8);
        return table.of(array, 1, array.length - 2);
    }

    @Test
    void of_numbersWhatThreeFramesHave_inTheOrderOfBytes() {
        NameTable table = new NameTable();
        count(table, List.of("seldom"), SchemaListDescriptor.MIN_NAME_FRAMES - 1);
        count(table, List.of("size", "\u00e9tat", "color", "colour", "ab"), SchemaListDescriptor.MIN_NAME_FRAMES);
        table.number();
        assertEquals(
                List.of(0, 1, 2, 3, -1, -1, -1, -1),
                IntStream.of(numbers(
                                table,
                                List.of("color", "colour", "size", "\u00e9tat", "ab", "seldom", COLUMN, "unheard of")))
                        .boxed()
                        .toList());
    }

    /**
     * Without the bound on probes, each of these names would be compared with all others, and all would be numbered.
     */
    @Test
    void of_namesThatCollide_numbersABoundedNumber() {
        NameTable table = new NameTable(42);
        List<String> colliding = new ArrayList<>();
        for (int n = 0; colliding.size() < 200; n++) {
            byte[] name = ("name" + n).getBytes(StandardCharsets.UTF_8);
            if ((table.hash(name, 0, name.length) & 0xFFF) == 7) {
                colliding.add("name" + n);
            }
        }
        count(table, colliding, SchemaListDescriptor.MIN_NAME_FRAMES);
        table.number();
        Set<Integer> numbers = new HashSet<>();
        IntStream.of(numbers(table, colliding)).forEach(numbers::add);
        assertTrue(numbers.contains(-1));
        assertEquals(NameTable.MAX_PROBES + 1, numbers.size());
    }

    @Test
    void of_moreNamesThanAllowed_numbersTheFirst() {
        NameTable table = new NameTable();
        List<String> names = new ArrayList<>();
        for (int n = 0; n < SchemaListDescriptor.MAX_NAMES + 100; n++) {
            names.add(Integer.toString(100_000 + n));
        }
        for (int from = 0; from < names.size(); from += 50_000) {
            count(
                    table,
                    names.subList(from, Math.min(from + 50_000, names.size())),
                    SchemaListDescriptor.MIN_NAME_FRAMES);
        }
        table.number();
        int[] numbers = numbers(table, names);
        assertTrue(IntStream.of(numbers).max().orElse(-1) < SchemaListDescriptor.MAX_NAMES);
        assertTrue(IntStream.of(numbers).filter(number -> number < 0).count() >= 100);
        assertTrue(IntStream.of(numbers).filter(number -> number < 0).count() < 200);
        assertEquals(-1, number(table, ""));
    }
}
