package org.ssdtier.segmentlog;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * A witness of a shortage of processor time: its thread sleeps, and wakes much later than it should. Where threads wait for a
 * processor, or are stopped by the garbage collector or a limit of the container, reads are late although the device is not to
 * blame: the kernel's own threads that carry out the reads of many devices (encrypted ones, loop devices, network volumes) wait,
 * too. One thread at a time.
 */
public final class CpuWitness {
    /** The shortest delay of a wake-up that shows a shortage: several time slices of the Linux scheduler. */
    private static final long LEAST_DELAY_NANOS = 10_000_000;
    /** Divisor of a read's bound: shorter delays do not explain that a read exceeds it. */
    private static final int DELAY_DIVISOR = 4;

    /** The time for which a delay counts. */
    private static final long VALID_NANOS = 1_000_000_000;

    private static final long NAP_NANOS = 10_000_000;
    private static final int NAPS = 10;

    private final LongSupplier nanoClock;
    private final LongConsumer sleep;
    private final long delayNanos;
    private long seenNanos;

    /**
     * Creates a witness that has seen nothing.
     *
     * @param nanoClock a clock in nanoseconds
     * @param sleep makes the calling thread sleep for a number of nanoseconds, or less
     * @param readTimeoutNanos bound of the reads in question
     */
    public CpuWitness(LongSupplier nanoClock, LongConsumer sleep, long readTimeoutNanos) {
        this.delayNanos = Math.max(LEAST_DELAY_NANOS, readTimeoutNanos / DELAY_DIVISOR);
        this.nanoClock = nanoClock;
        this.sleep = sleep;
        this.seenNanos = nanoClock.getAsLong() - VALID_NANOS;
    }

    /** Returns a witness of this machine, for reads with a bound. */
    public static CpuWitness ofThisMachine(long readTimeoutNanos) {
        return new CpuWitness(NanoClock.SYSTEM, LockSupport::parkNanos, readTimeoutNanos);
    }

    /** Sleeps on the calling thread, at most for the given time unless the processor is short; notes if it is. */
    public void sleep(long nanos) {
        long startNanos = nanoClock.getAsLong();
        sleep.accept(nanos);
        long nowNanos = nanoClock.getAsLong();
        if (nowNanos - startNanos - nanos >= delayNanos) {
            seenNanos = nowNanos;
        }
    }

    /** Returns whether a shortage was seen within the last second, or is seen in the next tenth of a second. */
    public boolean isCpuShort() {
        for (int nap = 0; nap < NAPS && !isSeen(); nap++) {
            sleep(NAP_NANOS);
        }
        return isSeen();
    }

    private boolean isSeen() {
        return nanoClock.getAsLong() - seenNanos < VALID_NANOS;
    }
}
