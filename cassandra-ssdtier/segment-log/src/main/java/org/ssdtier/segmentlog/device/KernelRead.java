package org.ssdtier.segmentlog.device;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous read by the kernel whose caller waits no longer than a bound: Linux AIO, {@code io_submit(2)} and
 * {@code io_getevents(2)}, which the JDK does not offer. A plain read would block its caller as long as the device
 * stalls. Used by one thread at a time.
 *
 * <p>The submission must not block either, as it would behind a write of the same file on Linux before 6.6, or for pages of the
 * file that the page cache has to write first: {@code RWF_NOWAIT} of {@code io_submit(2)} lets the kernel refuse such a read.
 *
 * <p>The off-heap memory shared with the kernel:
 *
 * <pre>
 *   0          8          64                  128                192
 *  +----------+----------+-------------------+------------------+---------+
 *  | context  | address  | iocb              | io_event         | timespec|
 *  |          | of iocb  | 64 bytes          | 32 bytes         | 16 bytes|
 *  +----------+----------+-------------------+------------------+---------+
 * </pre>
 *
 * <p>A late read is still in progress in the kernel: neither it nor its buffer may be freed until it has ended.
 */
public final class KernelRead {
    /** Result of {@link #await} when the bound is exceeded. */
    static final long LATE = Long.MIN_VALUE;
    /** Result of {@link #await} when the read would have blocked its caller: EAGAIN. */
    static final long WOULD_BLOCK = -11;

    private static final int CONTROL_BYTES = 256;
    private static final int IOCB_ADDRESS = 8;
    private static final int IOCB = 64;
    private static final int IOCB_FLAGS = IOCB + 12;
    private static final int IOCB_OPCODE = IOCB + 16;
    private static final int IOCB_DESCRIPTOR = IOCB + 20;
    private static final int IOCB_BUFFER = IOCB + 24;
    private static final int IOCB_BYTES = IOCB + 32;
    private static final int IOCB_OFFSET = IOCB + 40;
    private static final int EVENT = 128;
    private static final int EVENT_RESULT = EVENT + 16;
    private static final int TIMESPEC = 192;
    private static final short OPCODE_PREAD = 0;
    private static final int RWF_NOWAIT = 8;
    private static final int EINTR = 4;
    private static final int EOPNOTSUPP = 95;
    private static final int LONGEST_KEPT_BYTES = 1 << 20;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private static final @Nullable Calls CALLS = Calls.load();
    private static final Cleaner CLEANER = Cleaner.create();
    /**
     * Late reads, kept reachable so that neither their buffers nor their contexts are freed while the kernel uses
     * them.
     */
    private static final Set<KernelRead> LATE_READS = ConcurrentHashMap.newKeySet();

    private final Calls calls;
    private final long context;
    private final ByteBuffer control;
    private final long controlAddress;
    private final LongSupplier nanoClock;
    private @Nullable ByteBuffer buffer;
    private long bufferAddress;

    /** The numbers of the four system calls on this machine. */
    private record Calls(long setup, long destroy, long submit, long getEvents) {
        /** Returns the numbers, or null if they are not available: no Linux, another processor, or no JNA. */
        static @Nullable Calls load() {
            if (!System.getProperty("os.name", "").startsWith("Linux")) {
                return null;
            }
            try {
                Native.register(Kernel.class, "c");
            } catch (LinkageError missing) {
                return null;
            }
            return switch (System.getProperty("os.arch", "")) {
                case "amd64", "x86_64" -> new Calls(206, 207, 209, 208);
                case "aarch64" -> new Calls(0, 1, 2, 4);
                default -> null;
            };
        }
    }

    /** A JNA binding of {@code syscall(2)}. */
    private static final class Kernel {
        private Kernel() {}

        static native long syscall(long number, long first, long second, long third, long fourth, long fifth);
    }

    private KernelRead(Calls calls, long context, ByteBuffer control, long controlAddress, LongSupplier nanoClock) {
        this.calls = calls;
        this.context = context;
        this.control = control;
        this.controlAddress = controlAddress;
        this.nanoClock = nanoClock;
        CLEANER.register(this, () -> Kernel.syscall(calls.destroy, context, 0, 0, 0, 0));
    }

    /**
     * Returns a new read, or null if the kernel has no asynchronous reads or no free context.
     *
     * @param nanoClock clock of the bounds, in nanoseconds
     */
    static @Nullable KernelRead open(LongSupplier nanoClock) {
        if (CALLS == null) {
            return null;
        }
        ByteBuffer control = ByteBuffer.allocateDirect(CONTROL_BYTES).order(ByteOrder.nativeOrder());
        long address = Pointer.nativeValue(Native.getDirectBufferPointer(control));
        if (Kernel.syscall(CALLS.setup, 1, address, 0, 0, 0) != 0) {
            return null;
        }
        control.putLong(IOCB_ADDRESS, address + IOCB);
        control.putInt(IOCB_FLAGS, RWF_NOWAIT);
        return new KernelRead(CALLS, control.getLong(0), control, address, nanoClock);
    }

    /**
     * Starts a read, unless the kernel refuses. After a success the caller must call {@link #await}.
     *
     * @param descriptor open file that bypasses the page cache; may be closed after this method has returned
     * @param destination aligned buffer; the kernel uses its memory from position to limit until the read has ended
     */
    @SuppressWarnings("ReferenceEquality") // whether it is the same memory
    boolean submit(int descriptor, ByteBuffer destination, long position) {
        assert destination.isDirect() : "the kernel cannot use a buffer on the heap";
        assert !LATE_READS.contains(this) : "a late read still uses the context";
        if (destination != buffer) {
            buffer = destination;
            bufferAddress = Pointer.nativeValue(Native.getDirectBufferPointer(destination));
        }
        control.putShort(IOCB_OPCODE, OPCODE_PREAD)
                .putInt(IOCB_DESCRIPTOR, descriptor)
                .putLong(IOCB_BUFFER, bufferAddress + destination.position())
                .putLong(IOCB_BYTES, destination.remaining())
                .putLong(IOCB_OFFSET, position);
        return submit() || (isFlagUnknown(-Native.getLastError()) && submit());
    }

    private boolean submit() {
        return Kernel.syscall(calls.submit, context, 1, controlAddress + IOCB_ADDRESS, 0, 0) == 1;
    }

    /** Returns whether an error is the refusal of the flag, which some file systems and devices do not have; then omits it. */
    private boolean isFlagUnknown(long error) {
        if (control.getInt(IOCB_FLAGS) == 0 || error != -EOPNOTSUPP) {
            return false;
        }
        control.putInt(IOCB_FLAGS, 0);
        return true;
    }

    /**
     * Waits for the end of the read. Returns the number of bytes, a negative error number, {@link #WOULD_BLOCK} among them, or
     * {@link #LATE}.
     */
    long await(long timeoutNanos) {
        long deadlineNanos = nanoClock.getAsLong() + timeoutNanos;
        long leftNanos = timeoutNanos;
        while (true) {
            control.putLong(TIMESPEC, leftNanos / SECOND_NANOS).putLong(TIMESPEC + 8, leftNanos % SECOND_NANOS);
            long events =
                    Kernel.syscall(calls.getEvents, context, 1, 1, controlAddress + EVENT, controlAddress + TIMESPEC);
            if (events == 1) {
                long result = control.getLong(EVENT_RESULT);
                forgetLargeBuffer();
                return isFlagUnknown(result) ? WOULD_BLOCK : result;
            }
            leftNanos = deadlineNanos - nanoClock.getAsLong();
            boolean signalled = events < 0 && Native.getLastError() == EINTR;
            if (!signalled || leftNanos <= 0) {
                LATE_READS.add(this);
                return LATE;
            }
        }
    }

    /** The address of a large buffer is not worth keeping its memory. */
    private void forgetLargeBuffer() {
        ByteBuffer last = buffer;
        if (last != null && last.capacity() > LONGEST_KEPT_BYTES) {
            buffer = null;
        }
    }

    /** Returns whether a read that was {@link #LATE} has ended. */
    boolean hasEnded() {
        control.putLong(TIMESPEC, 0).putLong(TIMESPEC + 8, 0);
        boolean ended =
                Kernel.syscall(calls.getEvents, context, 0, 1, controlAddress + EVENT, controlAddress + TIMESPEC) == 1;
        if (ended) {
            LATE_READS.remove(this);
        }
        return ended;
    }
}
