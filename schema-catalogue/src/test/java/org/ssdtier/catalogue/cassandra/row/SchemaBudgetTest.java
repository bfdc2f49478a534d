package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;

/** Tests of what definitions cost, and of when they are too dear. */
@Tag("unit")
final class SchemaBudgetTest {
    private static final int MOST = 1 << 14;

    private final SchemaBudget budget = new SchemaBudget();
    private final Random random = new Random(1);

    @Test
    void nothingIsMeasured_noDefinitionIsRefused() {
        assertEquals(MOST, made(0));
    }

    @Test
    void rowsSaveNothing_theAdvanceIsSpent() {
        budget.measured(0);
        int made = made(1);
        int cost = SchemaBudget.ADVANCE_BYTES / made;
        assertTrue(cost >= 20 && cost <= 80, "bytes=" + cost + " of a definition of four keys of 8 bytes");
    }

    @Test
    void rowsSaveMoreThanADefinitionCosts_noneIsRefused() {
        budget.measured(100);
        assertEquals(MOST, made(1));
    }

    /** If one row saves less than a definition costs, the budget runs out later; twenty rows pay for a definition. */
    @Test
    void rowsSaveLittle_enoughOfThemPay() {
        budget.measured(5);
        assertTrue(made(1) < MOST);
        budget.measured(5);
        for (int row = 0; row < 1_000; row++) {
            budget.served();
        }
        assertFalse(budget.isExhausted(), "rows of the definitions that are there");
        assertEquals(MOST, made(20));
    }

    /**
     * Shapes at the start of the SSTable that do not pay do not close it to those behind them. Checked by removal: with an
     * advance that does not grow, no further definition is made.
     */
    @Test
    void muchIsWritten_definitionsAreTriedAgain() {
        budget.measured(0);
        int first = made(1);
        assertTrue(budget.isExhausted());
        budget.written(8 << 20);
        assertFalse(budget.isExhausted());
        assertTrue(made(1) > first, "twice the advance");
    }

    /** The rows before the first sample count as much as those after it. */
    @Test
    void firstSample_valuesTheRowsBeforeIt() {
        assertEquals(MOST, made(1));
        budget.measured(100);
        assertFalse(budget.isExhausted());
        SchemaBudget same = new SchemaBudget();
        same.spend(definition());
        same.measured(-1);
        assertFalse(same.isExhausted(), "the advance");
    }

    /** The estimate is that of the file, within a third: with keys that no other definition has, and with shared ones. */
    @Test
    void cost_isThatOfTheFile() {
        for (int keys : new int[] {200, 5_000, 1 << 30}) {
            for (int bytes : new int[] {8, 40}) {
                DictionaryCost cost = new DictionaryCost();
                List<SchemaListEntry> entries = new ArrayList<>();
                for (int n = 1; n <= 2_000; n++) {
                    SchemaDefinition definition = definition(keys, bytes);
                    cost.add(definition);
                    entries.add(new SchemaListEntry(n, definition));
                }
                cost.measure();
                double file = new SchemaList(1, entries).encode().remaining();
                assertEquals(1, cost.bytes() / file, 0.34, "keys=" + keys + " bytes=" + bytes + " file=" + file);
            }
        }
    }

    /** Returns how many definitions are made, each followed by a number of rows. */
    private int made(int rows) {
        int made = 0;
        for (; made < MOST && !budget.isExhausted(); made++) {
            budget.spend(definition());
            for (int row = 0; row < rows; row++) {
                budget.served();
            }
        }
        return made;
    }

    private SchemaDefinition definition() {
        return definition(1 << 30, 8);
    }

    private SchemaDefinition definition(int keys, int keyBytes) {
        List<ByteBuffer> parts = IntStream.generate(() -> random.nextInt(keys))
                .limit(4)
                .sorted()
                .mapToObj(key -> ByteBuffer.wrap(String.format("%0" + keyBytes + "x", 0x9e3779b97f4a7c15L * key)
                        .substring(0, keyBytes)
                        .getBytes(StandardCharsets.UTF_8)))
                .toList();
        ByteBuffer name = ByteBuffer.wrap("attrs".getBytes(StandardCharsets.UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(name, false, ColumnForm.CELLS, parts)));
    }
}
