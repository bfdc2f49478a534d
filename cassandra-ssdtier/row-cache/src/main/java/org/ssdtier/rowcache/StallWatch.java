package org.ssdtier.rowcache;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.CpuWitness;
import org.ssdtier.segmentlog.LateReads;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.DeviceOperations;

/**
 * A watchdog that takes the tier offline when the device stalls: reads are late and none ends, too many are late though the
 * processor is not short, or another operation on the device does not end. The writer cannot do that, because it is blocked
 * itself.
 *
 * <p>{@link #look} does one check. The thread only repeats it, so a test can call it directly.
 */
final class StallWatch {
    private static final Logger logger = LoggerFactory.getLogger(StallWatch.class);
    private static final long POLL_NANOS = 250_000_000;
    private static final long STALL_NANOS = 1_000_000_000;
    /** The time from one look to the next above which the process did not run: nothing could be seen to end. */
    private static final long LONGEST_LOOK_NANOS = STALL_NANOS;

    /**
     * The time after which an operation counts as stalled. Longer than that of reads, because a force takes long, as
     * does an allocation where the file system has to write zeros.
     */
    private static final long LONGEST_OPERATION_NANOS = 3_000_000_000L;

    private final SsdParts parts;
    private DeviceOperations.Sightings operations;
    private final LongSupplier nanoClock;
    private final CpuWitness witness;
    private final RateLimitedWarning warning;
    private long readsEnded;
    private long stuckSinceNanos;
    private long lookedNanos;
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    /**
     * Creates a watchdog.
     *
     * @param witness a witness of its own
     */
    StallWatch(SsdParts parts, LongSupplier nanoClock, CpuWitness witness) {
        this.parts = parts;
        this.witness = witness;
        this.operations = parts.operations.new Sightings();
        this.nanoClock = nanoClock;
        this.warning = RateLimitedWarning.of(logger, nanoClock);
        this.stuckSinceNanos = nanoClock.getAsLong();
        this.lookedNanos = stuckSinceNanos;
    }

    /** Returns a watchdog of this machine. Without threads there is none that could wait for a processor. */
    static StallWatch of(SsdParts parts, LongSupplier nanoClock, long readTimeoutNanos, boolean hasThreads) {
        CpuWitness witness = hasThreads
                ? CpuWitness.ofThisMachine(readTimeoutNanos)
                : new CpuWitness(nanoClock, nanos -> {}, readTimeoutNanos);
        return new StallWatch(parts, nanoClock, witness);
    }

    void start(ThreadFactory threads) {
        Thread started = threads.newThread(this::run);
        started.setName("ssd-row-cache-watch");
        thread = started;
        started.start();
    }

    /** Requests the thread to stop, without waiting for its end. Idempotent. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
    }

    /** Compares the device's progress with that at the last call. */
    synchronized void look() {
        SegmentLog log = parts.log();
        LateReads reads = log == null ? new LateReads(0, 0) : log.lateReads();
        assert reads.late() >= 0 && reads.ended() >= 0 : "reads=" + reads;
        long nowNanos = nanoClock.getAsLong();
        boolean hasPaused = nowNanos - lookedNanos > LONGEST_LOOK_NANOS;
        if (hasPaused) {
            operations = parts.operations.new Sightings();
        }
        if (reads.late() == 0 || reads.ended() != readsEnded || hasPaused) {
            readsEnded = reads.ended();
            stuckSinceNanos = nowNanos;
        }
        lookedNanos = nowNanos;
        long operationNanos = operations.longestNanos(nowNanos);
        if (nowNanos - stuckSinceNanos >= STALL_NANOS) {
            parts.health.stalled("the device stalls: late reads=" + reads.late() + ", none has ended for ms="
                    + TimeUnit.NANOSECONDS.toMillis(nowNanos - stuckSinceNanos));
        } else if (operationNanos >= LONGEST_OPERATION_NANOS) {
            parts.health.stalled("the device stalls: a write or another operation has not ended for ms="
                    + TimeUnit.NANOSECONDS.toMillis(operationNanos));
        } else if (parts.health.hasTooManyLate(reads.late() > 0)) {
            if (witness.isCpuShort()) {
                parts.health.forgiveLate();
            } else {
                parts.health.stalled("too many reads exceed read_timeout");
            }
        }
    }

    private void run() {
        while (!stopping) {
            try {
                look();
            } catch (Throwable e) {
                warning.say("look at the device", e);
            }
            witness.sleep(POLL_NANOS);
        }
    }
}
