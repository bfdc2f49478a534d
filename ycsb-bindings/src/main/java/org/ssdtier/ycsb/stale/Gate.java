package org.ssdtier.ycsb.stale;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A gate that requests pass one by one; while it is closed, those that come wait. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean isClosed;
    private int inside;

    /** Passes the gate, as soon as it is open. */
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

    /** Ends a request that has passed. */
    void leave() {
        lock.lock();
        try {
            inside--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Lets nobody pass any more; who is inside goes on. */
    void close() {
        setClosed(true);
    }

    void open() {
        setClosed(false);
    }

    /** Waits until nobody is inside. */
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
