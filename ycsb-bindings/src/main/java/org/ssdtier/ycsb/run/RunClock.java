package org.ssdtier.ycsb.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The clock of a run; tests use their own. */
interface RunClock {
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

    long nanoTime();

    /**
     * Waits until {@code deadlineNanos}. Returns immediately if that has passed, and early if {@code stop} is true and
     * the thread is unparked.
     */
    void sleepUntil(long deadlineNanos, BooleanSupplier stop);
}
