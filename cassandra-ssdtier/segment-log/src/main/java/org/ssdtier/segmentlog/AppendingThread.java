package org.ssdtier.segmentlog;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A check that a log is appended to by one thread at a time. */
final class AppendingThread {
    private final AtomicReference<@Nullable Thread> current = new AtomicReference<>();

    /** Begins an operation of the appending thread; {@link #exit} ends it, in a finally block. */
    void enter() {
        Thread self = Thread.currentThread();
        Thread other = current.compareAndExchange(null, self);
        if (other != null) {
            throw new IllegalStateException("thread=" + self.getName() + ": thread=" + other.getName()
                    + " is appending; a log has one appending thread");
        }
    }

    /** Ends the operation. */
    void exit() {
        Thread ended = current.getAndSet(null);
        assert ended == Thread.currentThread() : "another thread was appending: " + ended;
    }
}
