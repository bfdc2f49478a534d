package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the wait for an idle machine, with a load and a sleep of their own. */
@Tag("unit")
final class IdleMachineTest {
    private final List<String> said = new ArrayList<>();
    private final Deque<Double> loads = new ArrayDeque<>();
    private long slept;

    @Test
    void await_lowLoad_beginsAtOnceAndSaysNothing() throws Exception {
        machine(0.5).await(180, said::add);
        assertEquals(0, slept);
        assertEquals(List.of(), said);
    }

    @Test
    void await_loadThatFalls_waitsAndSaysSo() throws Exception {
        machine(2.4, 1.1, 0.42).await(180, said::add);
        assertEquals(10, slept);
        assertEquals(
                List.of(
                        "load average 2.40, allowed 0.5 before a result that is kept: waiting up to 180 s",
                        "load average 0.42 after 10 s"),
                said);
    }

    @Test
    void await_loadThatStays_isRefusedWithTheLoadAndTheLimit() {
        IOException refused =
                assertThrows(IOException.class, () -> machine(3, 2.5).await(12, said::add));
        assertEquals(12, slept);
        assertTrue(
                refused.getMessage()
                        .startsWith("load_average=2.50 after a wait of 12 s: allowed at most 0.5 before a result that"),
                refused.getMessage());
        assertTrue(refused.getMessage().contains("--force"), refused.getMessage());
    }

    @Test
    void await_noWaitAllowed_isRefusedAtOnce() {
        assertThrows(IOException.class, () -> machine(0.51).await(0, said::add));
        assertEquals(0, slept);
        assertEquals(List.of(), said);
    }

    @Test
    void isBusy_onlyAboveTheLimit_andNotIfTheLoadIsUnknown() {
        IdleMachine machine = machine(0.51, 0.5, -1);
        assertTrue(machine.isBusy());
        assertFalse(machine.isBusy());
        assertFalse(machine.isBusy());
        assertEquals(0, slept);
    }

    /** Returns a machine with these loads, one after the other; the last one stays. */
    private IdleMachine machine(double... readings) {
        for (double reading : readings) {
            loads.add(reading);
        }
        return new IdleMachine(
                () -> loads.size() > 1 ? loads.removeFirst() : loads.getFirst(), seconds -> slept += seconds);
    }
}
