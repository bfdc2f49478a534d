package org.ssdtier.benchmarks.varied;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.varied.ColumnStates.Form;
import org.ssdtier.benchmarks.varied.ColumnStates.State;

@Tag("unit")
final class ColumnStatesTest {
    private static final long ROW = 7;

    private final ColumnStates states = new ColumnStates();

    @Test
    void write_changesItsColumnsOnly() {
        Set<Form> seen = EnumSet.noneOf(Form.class);
        State before = ColumnStates.ABSENT;
        for (long version = 1; version <= 50; version++) {
            State after = states.add(ROW, version);
            Form form = ColumnStates.form(ROW, version);
            seen.add(form);
            boolean isWhole = form == Form.WHOLE;
            assertEquals(isWhole || form == Form.PART ? version : before.a(), after.a(), form + " a");
            assertEquals(isWhole ? version : before.b(), after.b(), form + " b");
            assertEquals(isWhole || form == Form.MARKS ? version : before.c(), after.c(), form + " c");
            assertEquals(
                    isWhole || form == Form.TAG ? (Long) version : before.tags().get(ColumnStates.tag(version)),
                    after.tags().get(ColumnStates.tag(version)),
                    form + " tag");
            assertTrue(
                    form != Form.WHOLE || after.tags().size() == 1, "a whole write replaces the tags: " + after.tags());
            before = after;
        }
        assertEquals(EnumSet.allOf(Form.class), seen);
    }

    @Test
    void oldVersion_keepsItsColumns_untilItIsTooOldToBeKnown() {
        State first = states.add(ROW, 1);
        states.add(ROW, 2);
        assertEquals(first, states.of(ROW, 1));
        for (long version = 3; version <= 100; version++) {
            states.add(ROW, version);
        }
        assertNull(states.of(ROW, 1));
        assertNotNull(states.of(ROW, 90));
        assertNull(states.of(ROW + 1, 90));
    }

    /** A failed request may have changed the row or not: only its version can be judged until all columns are written. */
    @Test
    void failure_leavesColumnsUnknown_untilAllAreWritten() {
        states.add(ROW, 1);
        states.fail(ROW);
        long version = 2;
        while (ColumnStates.form(ROW, version) == Form.WHOLE) {
            version++;
        }
        states.add(ROW, version);
        assertNull(states.of(ROW, version));
        assertEquals(ColumnStates.UNKNOWN, states.newest(ROW));
        while (ColumnStates.form(ROW, version) != Form.WHOLE) {
            version++;
        }
        State whole = states.add(ROW, version);
        assertEquals(whole, states.of(ROW, version));
        assertEquals(version, whole.b());
        states.fail(ROW);
        states.delete(ROW);
        assertEquals(ColumnStates.ABSENT, states.newest(ROW));
    }

    /** A partial write after it must not bring back what was written before. */
    @Test
    void truncate_leavesNothingForTheNextVersion_ofAnyRow() {
        for (long version = 1; version <= 20; version++) {
            states.add(ROW, version);
            states.add(ROW + 1, version);
        }
        assertTrue(states.newest(ROW + 1).b() > 0);
        states.truncate(true);
        assertEquals(ColumnStates.ABSENT, states.newest(ROW));
        State after = states.add(ROW + 1, partial(ROW + 1, 21));
        assertEquals(0, after.b(), after.toString());
    }

    /** A request that failed before may be executed after it. */
    @Test
    void truncate_afterAFailure_leavesColumnsUnknown() {
        states.add(ROW, 1);
        states.fail(ROW);
        states.truncate(true);
        assertEquals(ColumnStates.UNKNOWN, states.newest(ROW));
    }

    @Test
    void truncateThatFailed_leavesColumnsUnknown_unlessTheRowWasAbsent() {
        states.add(ROW, 1);
        states.add(ROW + 1, 1);
        states.delete(ROW + 1);
        states.truncate(false);
        assertEquals(ColumnStates.UNKNOWN, states.newest(ROW));
        assertEquals(ColumnStates.ABSENT, states.newest(ROW + 1));
    }

    private static long partial(long row, long from) {
        long version = from;
        while (ColumnStates.form(row, version) == Form.WHOLE) {
            version++;
        }
        return version;
    }

    @Test
    void delete_leavesNothingForTheNextVersion() {
        for (long version = 1; version <= 20; version++) {
            states.add(ROW, version);
        }
        states.delete(ROW);
        assertEquals(ColumnStates.ABSENT, states.newest(ROW));
        State after = states.add(ROW, 22);
        long written = after.a()
                + after.b()
                + after.c()
                + after.tags().values().stream().mapToLong(Long::longValue).sum();
        assertEquals(0, written % 22, "only version 22 has written columns: " + after);
        assertTrue(after.tags().equals(Map.of()) || after.tags().equals(Map.of(ColumnStates.tag(22), 22L)));
    }
}
