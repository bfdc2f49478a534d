package org.ssdtier.benchmarks.tier.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Static methods to run an operation repeatedly on several threads for a duration. */
final class Loops {
    /** The operation of one thread. */
    interface Operation {
        void run() throws Exception;
    }

    /** A factory of the operations, each with a random sequence of its own. */
    interface PerThread {
        Operation open(SplittableRandom random) throws Exception;
    }

    private Loops() {}

    /** Returns the number of operations per second. */
    static double rate(int threads, double seconds, long seed, PerThread perThread) throws Exception {
        LongAdder operations = new LongAdder();
        CountDownLatch go = new CountDownLatch(1);
        List<Exception> failures = new ArrayList<>();
        List<Thread> running = new ArrayList<>();
        long[] endNanos = new long[1];
        for (int thread = 0; thread < threads; thread++) {
            Operation operation = perThread.open(new SplittableRandom(seed + thread));
            Thread started = new Thread(() -> {
                try {
                    go.await();
                    long count = 0;
                    while (System.nanoTime() - endNanos[0] < 0) {
                        operation.run();
                        count++;
                    }
                    operations.add(count);
                } catch (Exception e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            });
            started.start();
            running.add(started);
        }
        long startNanos = System.nanoTime();
        endNanos[0] = startNanos + (long) (seconds * 1e9);
        go.countDown();
        for (Thread thread : running) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        return operations.sum() / ((System.nanoTime() - startNanos) / 1e9);
    }
}
