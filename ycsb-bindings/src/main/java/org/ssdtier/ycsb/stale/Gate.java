package org.ssdtier.ycsb.stale;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A gate that any number of requests can pass while it is open. While it is closed, new requests wait. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isClosed;
    private int inside;

    /** Passes the gate as soon as it is open. */
    void enter() {
        lock.lock();
        try {
            while (isClosed) {
                changed.awaitUninterruptibly();
            }
            inside++;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a request that has passed the gate. */
    void leave() {
        lock.lock();
        try {
            inside--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Blocks new requests; those already inside continue. */
    void close() {
        setClosed(true);
    }

    void open() {
        setClosed(false);
    }

    /** Waits until no request is inside. */
    void awaitEmpty() throws InterruptedException {
        lock.lock();
        try {
            while (inside > 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void setClosed(boolean closed) {
        lock.lock();
        try {
            isClosed = closed;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
