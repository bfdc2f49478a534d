package org.ssdtier.segmentlog.checks;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A wait for a state that another thread or program reaches, by repeated checks. The waiting thread parks between them,
 * first for 0.1 ms, then twice as long each time, up to 10 ms: that leaves the processors to the others.
 */
public final class Polling {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long SHORTEST_PAUSE_NANOS = 100_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private final String what;
    private final long beginNanos = System.nanoTime();
    private long pauseNanos = SHORTEST_PAUSE_NANOS;

    private Polling(String what) {
        this.what = what;
    }

    /** A condition that is checked repeatedly. */
    @FunctionalInterface
    public interface Check<X extends Exception> {
        /** Returns whether the condition holds. */
        boolean holds() throws X;
    }

    /** A value that is read repeatedly. */
    @FunctionalInterface
    public interface Source<T extends @Nullable Object, X extends Exception> {
        /** Returns the present value. */
        T read() throws X;
    }

    /**
     * Waits until a condition holds.
     *
     * @param what the condition, for the message of a failure
     * @throws AssertionError if it does not hold within 60 s, or the thread is interrupted
     */
    public static <X extends Exception> void until(String what, Check<X> check) throws X {
        Polling polling = new Polling(what);
        while (!check.holds()) {
            polling.pause("");
        }
    }

    /**
     * Waits until a value is as wanted. Returns it.
     *
     * @param what the value, for the message of a failure, which contains the last value too
     * @throws AssertionError if the value is not as wanted within 60 s, or the thread is interrupted
     */
    public static <T extends @Nullable Object, X extends Exception> T value(
            String what, Source<T, X> source, Predicate<? super T> wanted) throws X {
        Polling polling = new Polling(what);
        T found = source.read();
        while (!wanted.test(found)) {
            polling.pause("; last=" + found);
            found = source.read();
        }
        return found;
    }

    private void pause(String last) {
        if (Thread.interrupted()) {
            fail(what + ": interrupted" + last);
        }
        if (System.nanoTime() - beginNanos > PATIENCE_NANOS) {
            fail(what + ": not within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s" + last);
        }
        LockSupport.parkNanos(this, pauseNanos);
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }
}
