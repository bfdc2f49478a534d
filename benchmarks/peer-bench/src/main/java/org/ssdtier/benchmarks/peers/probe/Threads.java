package org.ssdtier.benchmarks.peers.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Static methods to run a task on several threads. */
final class Threads {
    private Threads() {}

    /** The task of one thread. */
    interface Task {
        void run(int thread) throws Exception;
    }

    /** Runs the task on every thread and returns when all have ended; throws the exception of a failed one. */
    static void run(int threads, Task task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int index = thread;
                running.add(pool.submit(() -> {
                    task.run(index);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            pool.shutdownNow();
        }
    }
}
