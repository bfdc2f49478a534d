package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class StateChangesTest {
    private static final long SECOND_NANOS = 1_000_000_000;
    /** The clock's origin is arbitrary; it passes the largest number here. */
    private static final long BEGIN = Long.MAX_VALUE - 2 * SECOND_NANOS;

    private final StateChanges changes = new StateChanges();

    @Test
    void last_isTheLastObservedState() {
        assertEquals("", changes.last());
        changes.observe(BEGIN, "ONLINE");
        changes.observe(at(1), "OFFLINE");
        assertEquals("OFFLINE", changes.last());
    }

    @Test
    void secondsUntil_laterState_countFromTheGivenTime() {
        changes.observe(BEGIN, "ONLINE");
        changes.observe(at(2), "ONLINE");
        changes.observe(at(3), "OFFLINE");
        changes.observe(at(7), "ONLINE");
        assertEquals(OptionalDouble.of(2), changes.secondsUntil("OFFLINE", at(1)));
        assertEquals(OptionalDouble.of(4), changes.secondsUntil("ONLINE", at(3)));
    }

    @Test
    void secondsUntil_presentState_isZero() {
        changes.observe(BEGIN, "ONLINE");
        assertEquals(OptionalDouble.of(0), changes.secondsUntil("ONLINE", at(1)));
        changes.observe(at(3), "OFFLINE");
        assertEquals(OptionalDouble.of(0), changes.secondsUntil("ONLINE", at(1)));
    }

    @Test
    void secondsUntil_stateThatNeverCame_isEmpty() {
        changes.observe(BEGIN, "ONLINE");
        changes.observe(at(3), "OFFLINE");
        assertEquals(OptionalDouble.empty(), changes.secondsUntil("ONLINE", at(4)));
        assertEquals(OptionalDouble.empty(), changes.secondsUntil("RECOVERING", BEGIN));
    }

    private static long at(long seconds) {
        return BEGIN + seconds * SECOND_NANOS;
    }
}
