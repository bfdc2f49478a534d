package org.ssdtier.segmentlog.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PollingTest {
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void value_becomesTheWantedOne_isReturned() {
        assertEquals(3, Polling.value("reads", reads::incrementAndGet, found -> found == 3));
    }

    @Test
    void until_holdsAtOnce_checksOnce() {
        Polling.until("reads", () -> reads.incrementAndGet() > 0);
        assertEquals(1, reads.get());
    }

    @Test
    void until_checkFails_throwsItsException() {
        assertThrows(
                IOException.class,
                () -> Polling.until("a file", () -> {
                    throw new IOException("gone");
                }));
    }

    /** The time limit of a test interrupts its thread. */
    @Test
    void value_threadIsInterrupted_failsWithTheLastValue() {
        Thread.currentThread().interrupt();
        AssertionError failure = assertThrows(
                AssertionError.class, () -> Polling.value("reads", reads::incrementAndGet, found -> false));
        assertEquals("reads: interrupted; last=1", failure.getMessage());
        assertFalse(Thread.interrupted());
    }
}
