package org.ssdtier.segmentlog.device;

import java.util.function.LongSupplier;

/**
 * The machine's monotonic clock. No other class of the product reads it: each takes a {@link LongSupplier} of
 * nanoseconds from its creator, so that a test can set the time.
 *
 * <p>Decisions and waits have separate clocks. A <b>decision</b> (a back-off, a rate, a time limit) uses the clock of
 * its owner's options. A <b>wait</b> of a thread, for another thread or for the kernel, uses a clock of its own, because
 * with one that a test holds still it would never end.
 */
public final class NanoClock {
    /** The clock of the machine: {@link System#nanoTime}, of any origin, comparable only by difference. */
    public static final LongSupplier SYSTEM = System::nanoTime;

    private NanoClock() {}
}
