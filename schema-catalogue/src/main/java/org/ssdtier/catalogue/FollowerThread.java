package org.ssdtier.catalogue;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a catalogue that writes to the log what is in memory only, as {@link LogFollower} decides. It sleeps
 * while there is nothing to write.
 */
final class FollowerThread {
    /** Delay before a write to the log, so that definitions interned at about the same time form one group. */
    private static final long GROUP_NANOS = 20_000_000L;

    private final LogWriter writer;
    private final LongSupplier nanoClock;
    private final LogFollower follower;
    private volatile @Nullable Thread thread;
    private volatile boolean isAsleep;
    private volatile boolean isStopping;

    /** Creates a follower whose thread does not run. */
    FollowerThread(LogWriter writer, LongSupplier nanoClock) {
        this.writer = writer;
        this.nanoClock = nanoClock;
        this.follower = new LogFollower(new LogFollower.Work() {
            @Override
            public boolean isNeeded() {
                return writer.isBehind();
            }

            @Override
            public boolean run() {
                return writer.sync();
            }

            @Override
            public String problem() {
                return writer.problem();
            }
        });
    }

    /** Starts the thread. */
    void start(ThreadFactory threads) {
        Thread started = threads.newThread(this::follow);
        started.setName("schema-catalogue");
        thread = started;
        started.start();
    }

    private void follow() {
        while (!isStopping) {
            long pauseNanos = follower.step(nanoClock.getAsLong());
            if (pauseNanos == LogFollower.NOTHING) {
                sleep();
            } else if (pauseNanos > 0) {
                LockSupport.parkNanos(this, pauseNanos);
            }
        }
    }

    private void sleep() {
        isAsleep = true;
        while (!isStopping && !writer.isBehind()) {
            LockSupport.park(this);
        }
        isAsleep = false;
        if (!isStopping) {
            LockSupport.parkNanos(this, GROUP_NANOS);
        }
    }

    /** Wakes the thread if it sleeps although there is something to write. */
    void wakeIfBehind() {
        if (isAsleep && writer.isBehind()) {
            wake();
        }
    }

    /** Wakes the thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Returns whether the last attempt to write to the log succeeded. */
    boolean isFollowing() {
        return !follower.isFailing();
    }

    /** Returns whether {@link #stop} was called. */
    boolean isStopping() {
        return isStopping;
    }

    /** Ends the thread, without waiting for its end. */
    void stop() {
        isStopping = true;
        wake();
    }
}
