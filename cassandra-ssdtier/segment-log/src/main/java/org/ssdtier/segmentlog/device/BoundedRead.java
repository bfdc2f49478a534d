package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader of devices whose caller waits no longer than a bound, whatever the device does; one read at a time. The
 * kernel performs the read where file and machine allow it ({@link KernelRead}: no thread switch) and the caller need not
 * wait for that, otherwise a thread of an executor.
 *
 * <p>A read that is late continues in the background and uses the buffer until {@link #hasEnded} returns true. Used by
 * one thread at a time.
 */
public final class BoundedRead {
    /** Result of {@link #read} when the bound is exceeded. */
    public static final int LATE = -1;

    private final Executor executor;
    private final long timeoutNanos;
    private final LongSupplier nanoClock;
    private boolean kernelTried;
    private @Nullable KernelRead kernel;
    private @Nullable Handover late;

    /**
     * Creates a reader.
     *
     * @param executor executor of the reads that the kernel does not perform; one thread for each read in progress
     * @param timeoutNanos bound of a read; 0 means none: the calling thread reads itself
     * @param nanoClock clock of the bound, in nanoseconds
     */
    public BoundedRead(Executor executor, long timeoutNanos, LongSupplier nanoClock) {
        this.executor = executor;
        this.timeoutNanos = timeoutNanos;
        this.nanoClock = nanoClock;
    }

    /**
     * Reads as {@link Device#read} does, within the bound.
     *
     * @return number of bytes read; {@link #LATE} when the bound is exceeded
     * @throws IOException when the device fails
     */
    public int read(Device device, ByteBuffer destination, long position) throws IOException {
        assert late == null || late.isDone() : "a late read still uses the buffer";
        if (timeoutNanos == 0) {
            return device.read(destination, position);
        }
        if (!kernelTried) {
            kernelTried = true;
            kernel = KernelRead.open(nanoClock);
        }
        KernelRead read = kernel;
        if (read != null && device.submit(read, destination, position)) {
            late = null;
            long result = read.await(timeoutNanos);
            if (result != KernelRead.WOULD_BLOCK) {
                return bytes(result);
            }
        }
        return handOver(device, destination, position);
    }

    /** Returns whether a read that was {@link #LATE} has ended. */
    public boolean hasEnded() {
        Handover handedOver = late;
        if (handedOver != null) {
            return handedOver.isDone();
        }
        KernelRead read = kernel;
        return read == null || read.hasEnded();
    }

    private static int bytes(long result) throws IOException {
        if (result == KernelRead.LATE) {
            return LATE;
        }
        if (result < 0) {
            throw new IOException("asynchronous read failed: errno=" + -result);
        }
        return (int) result;
    }

    private int handOver(Device device, ByteBuffer destination, long position) throws IOException {
        Handover handover = new Handover(device, destination, position, Thread.currentThread());
        try {
            executor.execute(handover);
        } catch (RejectedExecutionException closed) {
            throw new IOException("the log is being closed", closed);
        }
        if (handover.await(timeoutNanos, nanoClock)) {
            late = null;
            return handover.result();
        }
        late = handover;
        return LATE;
    }

    /** A read performed by another thread, and its outcome. */
    private static final class Handover implements Runnable {
        private final Device device;
        private final ByteBuffer destination;
        private final long position;
        private final Thread caller;
        /** Number of bytes, or the exception thrown; null until the read has ended. */
        private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

        Handover(Device device, ByteBuffer destination, long position, Thread caller) {
            this.device = device;
            this.destination = destination;
            this.position = position;
            this.caller = caller;
        }

        @Override
        public void run() {
            try {
                outcome.set(device.read(destination, position));
            } catch (IOException | RuntimeException | Error e) { // the caller waits for an outcome of any kind
                outcome.set(e);
            }
            LockSupport.unpark(caller);
        }

        boolean isDone() {
            return outcome.get() != null;
        }

        /** Waits for the end. An interrupt of the caller has no effect and is set again afterwards. */
        boolean await(long timeoutNanos, LongSupplier nanoClock) {
            long deadlineNanos = nanoClock.getAsLong() + timeoutNanos;
            boolean interrupted = false;
            long leftNanos = timeoutNanos;
            while (!isDone() && leftNanos > 0) {
                LockSupport.parkNanos(this, Math.min(leftNanos, TimeUnit.SECONDS.toNanos(1)));
                interrupted |= Thread.interrupted();
                leftNanos = deadlineNanos - nanoClock.getAsLong();
            }
            if (interrupted) {
                caller.interrupt();
            }
            return isDone();
        }

        int result() throws IOException {
            Object end = outcome.get();
            assert end != null : "the read has not ended";
            if (end instanceof Integer bytes) {
                return bytes;
            }
            throw new IOException("read on another thread failed", (Throwable) end);
        }
    }
}
