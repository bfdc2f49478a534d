package org.ssdtier.rowcache.curve;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * A bounded queue of pairs of words for many producers and one consumer, without locks or allocation. An offer to a
 * full queue is dropped and counted.
 *
 * <p>A producer reserves a place by compare-and-set of the tail, writes the first word, and then the second, which is
 * never 0. The consumer stops at a place whose second word is still 0, and writes 0 there before it frees the place.
 */
final class SampleQueue {
    private static final long FULL = -1;

    private final AtomicLongArray words;
    private final int mask;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();
    private final LongAdder dropped = new LongAdder();

    /** The receiver of the pairs. */
    @FunctionalInterface
    interface Consumer {
        /** Receives a pair, in the order of the offers of each producer. */
        void accept(long first, long second);
    }

    /** Creates an empty queue of {@code capacity} pairs, a power of two. */
    SampleQueue(int capacity) {
        assert Integer.bitCount(capacity) == 1 : "capacity=" + capacity;
        this.words = new AtomicLongArray(2 * capacity);
        this.mask = capacity - 1;
    }

    /** Adds a pair, or drops and counts it if there is no room; {@code second} is not 0. Returns whether there was. */
    boolean offer(long first, long second) {
        boolean isAdded = tryOffer(first, second);
        if (!isAdded) {
            dropped.increment();
        }
        return isAdded;
    }

    /** Adds a pair, if there is room, and counts nothing; {@code second} is not 0. Returns whether there was. */
    boolean tryOffer(long first, long second) {
        assert second != 0 : "second=0";
        long at = reserve();
        if (at == FULL) {
            return false;
        }
        int place = ((int) at & mask) * 2;
        words.setPlain(place, first);
        words.setRelease(place + 1, second);
        return true;
    }

    /** Reserves a place and returns its number; {@link #FULL} if there is none. */
    private long reserve() {
        long at = tail.get();
        while (at - head.get() <= mask) {
            long witness = tail.compareAndExchange(at, at + 1);
            if (witness == at) {
                return at;
            }
            at = witness;
        }
        return FULL;
    }

    /** Passes all pairs to the consumer and removes them. */
    void drain(Consumer consumer) {
        long at = head.get();
        long end = tail.get();
        while (at < end) {
            int place = ((int) at & mask) * 2;
            long second = words.getAcquire(place + 1);
            if (second == 0) {
                return; // its producer has not written it yet
            }
            long first = words.getPlain(place);
            words.setPlain(place + 1, 0);
            at++;
            head.set(at);
            consumer.accept(first, second);
        }
    }

    /** Returns the number of pairs that found no room. */
    long dropped() {
        return dropped.sum();
    }
}
