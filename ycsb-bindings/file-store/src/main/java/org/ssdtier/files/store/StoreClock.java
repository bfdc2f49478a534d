package org.ssdtier.files.store;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time, as seen by one client. */
public interface StoreClock {
    /** The time of this machine. */
    StoreClock SYSTEM = new StoreClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long micros() {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration.toMillis());
        }
    };

    /** Returns nanoseconds since an arbitrary moment. */
    long nanoTime();

    /** Returns microseconds since 1970. */
    long micros();

    /** Waits. */
    void sleep(Duration duration) throws InterruptedException;
}
