package org.ssdtier.rowcache.compression;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A pool of reusable objects, with a bound of those that are idle. A thread usually gets the object that it returned last. If there is
 * none, a new one is made; an object for which there is no room on its return is discarded. Thread-safe, without locks.
 */
final class Slots<T> {
    private static final int PROBES = 4;

    private final AtomicReferenceArray<T> idle;
    private final Function<Slots<T>, T> maker;
    private final Consumer<T> discarder;
    private volatile boolean isClosed;

    /**
     * Creates an empty pool.
     *
     * @param count largest number of idle objects, a power of two
     * @param maker makes an object for this pool
     * @param discarder frees an object
     */
    Slots(int count, Function<Slots<T>, T> maker, Consumer<T> discarder) {
        assert Integer.bitCount(count) == 1 : "count=" + count;
        this.idle = new AtomicReferenceArray<>(count);
        this.maker = maker;
        this.discarder = discarder;
    }

    /** Returns an object, which the caller gives back. */
    T take() {
        int first = first();
        for (int probe = 0; probe < PROBES; probe++) {
            T found = idle.getAndSet(slot(first + probe), null);
            if (found != null) {
                return found;
            }
        }
        return maker.apply(this);
    }

    /** Takes an object back. */
    void give(T object) {
        int first = first();
        for (int probe = 0; probe < PROBES && !isClosed; probe++) {
            if (idle.compareAndSet(slot(first + probe), null, object)) {
                if (isClosed) {
                    discardIf(any -> true);
                }
                return;
            }
        }
        discarder.accept(object);
    }

    /** Discards the idle objects that satisfy the condition. */
    void discardIf(Predicate<T> condition) {
        for (int slot = 0; slot < idle.length(); slot++) {
            T found = idle.getAndSet(slot, null);
            if (found == null) {
                continue;
            }
            if (condition.test(found) || !idle.compareAndSet(slot, null, found)) {
                discarder.accept(found);
            }
        }
    }

    /** Discards every idle object now, and the others on their return. Idempotent. */
    void close() {
        isClosed = true;
        discardIf(any -> true);
    }

    private int first() {
        return (int) Thread.currentThread().getId();
    }

    private int slot(int number) {
        return number & (idle.length() - 1);
    }
}
