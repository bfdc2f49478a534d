package org.ssdtier.rowcache.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SampleQueueTest {
    private static final int CAPACITY = 64;
    private static final int PRODUCERS = 4;
    private static final int OFFERS = 50_000;

    private final SampleQueue queue = new SampleQueue(CAPACITY);

    @Test
    void offer_full_isDroppedAndCounted() {
        for (int i = 1; i <= CAPACITY; i++) {
            assertTrue(queue.offer(-i, i));
        }
        assertFalse(queue.offer(-1, 1));
        assertEquals(1, queue.dropped());
        List<Long> taken = drain();
        assertEquals(CAPACITY, taken.size());
        assertEquals(1L, taken.get(0));
        assertTrue(queue.offer(-7, 7));
        assertEquals(List.of(7L), drain());
        assertEquals(List.of(), drain());
    }

    /** Every pair that was accepted comes once, whole, and in the order of its producer. */
    @Test
    void drain_whileManyOffer_eachAcceptedPairComesOnceInOrder() throws InterruptedException {
        long[] accepted = new long[PRODUCERS];
        List<Thread> producers = new ArrayList<>();
        for (int number = 0; number < PRODUCERS; number++) {
            int producer = number;
            producers.add(new Thread(() -> {
                for (long i = 1; i <= OFFERS; i++) {
                    long word = i * PRODUCERS + producer;
                    accepted[producer] += queue.offer(~word, word) ? 1 : 0;
                }
            }));
        }
        producers.forEach(Thread::start);
        long[] last = new long[PRODUCERS];
        long[] taken = new long[PRODUCERS];
        SampleQueue.Consumer check = (first, second) -> {
            int producer = (int) (second % PRODUCERS);
            assertEquals(~second, first);
            assertTrue(second > last[producer], "second=" + second + " last=" + last[producer]);
            last[producer] = second;
            taken[producer]++;
        };
        while (producers.stream().anyMatch(Thread::isAlive)) {
            queue.drain(check);
        }
        for (Thread producer : producers) {
            producer.join();
        }
        queue.drain(check);
        long offered = 0;
        for (int producer = 0; producer < PRODUCERS; producer++) {
            assertEquals(accepted[producer], taken[producer]);
            offered += accepted[producer];
        }
        assertEquals((long) PRODUCERS * OFFERS, offered + queue.dropped());
    }

    private List<Long> drain() {
        List<Long> taken = new ArrayList<>();
        queue.drain((first, second) -> {
            assertEquals(-second, first);
            taken.add(second);
        });
        return taken;
    }
}
