package org.ssdtier.benchmarks.schema.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("unit")
final class DataSetTest {
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
}
