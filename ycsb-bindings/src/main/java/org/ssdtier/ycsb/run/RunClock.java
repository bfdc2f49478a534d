package org.ssdtier.ycsb.run;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The time of a run; tests bring their own. */
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

    /** Returns at {@code deadlineNanos}, at once if that has passed; early if {@code stop} holds and it is unparked. */
    void sleepUntil(long deadlineNanos, BooleanSupplier stop);
}
