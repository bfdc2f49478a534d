package org.ssdtier.benchmarks.schema.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("unit")
final class DataSetTest {
    private static final int MOST_DEFINITIONS = 16_384;
    private static final long MAX_BYTES = 1 << 20;

    @ParameterizedTest
    @EnumSource
    void row_hasAValueForEachColumnOfTheInsert(DataSet data) {
        String insert = data.insertStatement("k");
        long markers = insert.chars().filter(c -> c == '?').count();
        String names = insert.substring(insert.indexOf('(') + 1, insert.indexOf(')'));
        assertEquals(markers, names.split(", ", -1).length, insert);
        assertEquals(markers, data.row(3, new Random(1)).size(), insert);
    }

    @ParameterizedTest
    @EnumSource
    void rows_ofOneSeed_areTheSame(DataSet data) {
        assertEquals(data.row(7, new Random(5)), data.row(7, new Random(5)));
    }

    /** Returns the shapes that occur at least twice, which are those added to a dictionary. */
    private static Set<Set<?>> shapesThatComeAgain(DataSet data) {
        Random random = new Random(42);
        Set<Set<?>> seen = new HashSet<>();
        Set<Set<?>> again = new HashSet<>();
        for (int number = 0; number < data.rows(30_000); number++) {
            List<Object> row = data.row(number, random);
            Set<?> shape = ((Map<?, ?>) row.get(row.size() - 1)).keySet();
            if (!seen.add(shape)) {
                again.add(shape);
            }
        }
        return again;
    }

    @Test
    void shapes_ofAFewHundredAndThousand_areAsMany() {
        assertEquals(300, shapesThatComeAgain(DataSet.SHAPES_300).size());
        assertEquals(3_000, shapesThatComeAgain(DataSet.SHAPES_3000).size(), 10);
    }

    @Test
    void shapes_beyondTheCaps_areMoreThanADictionaryMayHave() {
        Set<Set<?>> many = shapesThatComeAgain(DataSet.BEYOND_COUNT);
        assertTrue(many.size() > MOST_DEFINITIONS, () -> "shapes=" + many.size());
        assertTrue(bytes(many) * MOST_DEFINITIONS / many.size() < MAX_BYTES / 2, () -> "bytes=" + bytes(many));
        Set<Set<?>> large = shapesThatComeAgain(DataSet.BEYOND_BYTES);
        assertTrue(large.size() < MOST_DEFINITIONS, () -> "shapes=" + large.size());
        assertTrue(bytes(large) > MAX_BYTES, () -> "bytes=" + bytes(large));
    }

    /** Each definition enters the dictionary, which has room for all, and serves one row. */
    @Test
    void shapes_ofTheAttack_recurOnce_andFit() {
        int rows = DataSet.PAIRS.rows(30_000);
        Set<Set<?>> pairs = shapesThatComeAgain(DataSet.PAIRS);
        assertEquals(rows / 2, pairs.size());
        assertTrue(pairs.size() <= MOST_DEFINITIONS, () -> "shapes=" + pairs.size());
        assertEquals(
                4L * pairs.size(),
                pairs.stream().flatMap(Set::stream).distinct().count(),
                4);
        assertTrue(bytes(pairs) < MAX_BYTES / 2, () -> "bytes=" + bytes(pairs));
    }

    private static long bytes(Set<Set<?>> shapes) {
        return shapes.stream()
                .flatMap(Set::stream)
                .mapToLong(key -> key.toString().length())
                .sum();
    }
}
