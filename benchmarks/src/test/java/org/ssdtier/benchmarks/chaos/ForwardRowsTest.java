package org.ssdtier.benchmarks.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ForwardRowsTest {
    @Test
    void add_versionThatGoesBack_isFalseAndDoesNotHideTheNext() {
        ForwardRows rows = new ForwardRows(2);
        assertTrue(rows.add(0, 0));
        assertTrue(rows.add(0, 5));
        assertTrue(rows.add(0, 5));
        assertTrue(rows.add(1, 1));
        assertFalse(rows.add(0, 4));
        assertFalse(rows.add(0, 0));
        assertEquals(5, rows.newest(0));
    }

    @Test
    void add_versionOfARowThatWasGone_isFalse() {
        ForwardRows rows = new ForwardRows(2);
        rows.addAbsence(0);
        assertTrue(rows.add(0, 1), "it was not there before");
        rows.addAbsence(0);
        rows.addAbsence(0);
        assertTrue(rows.isGone(0));
        assertFalse(rows.add(0, 1), "the version that was deleted");
        assertTrue(rows.add(0, 3));
        assertTrue(rows.add(0, 3));
        rows.addAbsence(0);
        assertFalse(rows.add(0, 2));
        rows.forget();
        assertTrue(rows.add(0, 1));
    }

    @Test
    void forget_allowsAnyVersion() {
        ForwardRows rows = new ForwardRows(1);
        rows.add(0, 5);
        rows.forget();
        assertTrue(rows.add(0, 0));
    }
}
