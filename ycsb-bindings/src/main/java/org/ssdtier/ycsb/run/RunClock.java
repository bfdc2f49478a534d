package org.ssdtier.ycsb.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The clock of a run or a schedule; tests use their own. */
public interface RunClock {
    /** The machine's monotonic clock. */
    RunClock SYSTEM = new RunClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void sleepUntil(long deadlineNanos, BooleanSupplier stop) {
            long left = deadlineNanos - System.nanoTime();
            while (left > 0 && !stop.getAsBoolean()) {
                LockSupport.parkNanos(left);
                left = deadlineNanos - System.nanoTime();
            }
        }
    };

    /** Returns the time in nanoseconds since an arbitrary origin. */
    long nanoTime();

    /**
     * Waits until {@code deadlineNanos}. Returns immediately if that has passed, and early if {@code stop} is true and
     * the thread is unparked.
     */
    void sleepUntil(long deadlineNanos, BooleanSupplier stop);
}
