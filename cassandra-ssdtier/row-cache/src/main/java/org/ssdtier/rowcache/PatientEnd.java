package org.ssdtier.rowcache;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of the tier, on a thread of its own: whoever stops the node waits for it as long as the device answers, and no longer.
 * What is given up goes on by itself, and the next start is cold.
 */
final class PatientEnd {
    private static final Logger logger = LoggerFactory.getLogger(PatientEnd.class);
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long LOOK_MILLIS = 20;

    private final DeviceOperations operations;
    private final @Nullable ThreadFactory threads;
    private boolean givenUp;

    /**
     * Makes one.
     *
     * @param threads null runs everything on the caller's thread
     */
    PatientEnd(DeviceOperations operations, @Nullable ThreadFactory threads) {
        this.operations = operations;
        this.threads = threads;
    }

    /** Runs one of the last actions, unless an earlier one was given up. An interrupt changes nothing and is set afterwards. */
    synchronized void run(Runnable action) {
        if (threads == null) {
            action.run();
            return;
        }
        if (givenUp) {
            return;
        }
        Thread end = threads.newThread(action);
        end.setName("ssd-row-cache-end");
        end.start();
        DeviceOperations.Sightings seen = operations.new Sightings();
        boolean interrupted = false;
        while (end.isAlive() && !givenUp) {
            try {
                end.join(LOOK_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            givenUp = end.isAlive() && seen.longestNanos(System.nanoTime()) >= PATIENCE_NANOS;
        }
        if (givenUp) {
            logger.warn(
                    "Row cache on SSD: the device has not answered for ms={}, the stop goes on without it;"
                            + " the next start is cold",
                    TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
