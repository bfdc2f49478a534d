package org.ssdtier.files.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads of which one runs at a time, in an order given by a seed: each gives way before and after every statement and
 * while it sleeps. Time is virtual; at each step it goes on by microseconds to seconds.
 */
final class Simulation {
    private final SplittableRandom random;
    private final List<Actor> actors = new ArrayList<>();
    private final Semaphore control = new Semaphore(0);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Interception.Statement> late = new ArrayList<>();
    private final int failuresPerThousand;
    private long nanos = 1_700_000_000_000_000_000L;
    private Actor running;
    private boolean isOver;

    Simulation(long seed, int failuresPerThousand) {
        this.random = new SplittableRandom(seed);
        this.failuresPerThousand = failuresPerThousand;
    }

    private static final class Actor {
        private final Semaphore turn = new Semaphore(0);
        private long wakeNanos;
        private boolean isDone;
    }

    /** The work of a thread. */
    interface Work {
        void run() throws Exception;
    }

    /** Adds a thread. */
    void add(Work work) {
        Actor actor = new Actor();
        actors.add(actor);
        Thread thread = new Thread(() -> {
            actor.turn.acquireUninterruptibly();
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
            actor.isDone = true;
            control.release();
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs all threads to their ends. */
    void run() throws Exception {
        while (failure.get() == null) {
            List<Actor> ready = actors.stream()
                    .filter(actor -> !actor.isDone && actor.wakeNanos <= nanos)
                    .toList();
            if (ready.isEmpty()) {
                long wake = actors.stream()
                        .filter(actor -> !actor.isDone)
                        .mapToLong(actor -> actor.wakeNanos)
                        .min()
                        .orElse(0);
                if (wake == 0) {
                    break;
                }
                nanos = wake;
                continue;
            }
            running = ready.get(random.nextInt(ready.size()));
            running.turn.release();
            control.acquire();
            nanos += random.nextInt(40) == 0 ? random.nextLong(3_000_000_000L) : 1_000 + random.nextLong(5_000_000);
        }
        isOver = true;
        if (failure.get() != null) {
            throw new AssertionError(failure.get().toString(), failure.get());
        }
        applyLate(late.size());
    }

    private void giveWay(long wakeNanos) {
        if (isOver) {
            return;
        }
        Actor self = running;
        self.wakeNanos = wakeNanos;
        control.release();
        self.turn.acquireUninterruptibly();
    }

    private void applyLate(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            late.remove(random.nextInt(late.size())).execute();
        }
    }

    StoreClock clock() {
        return new StoreClock() {
            @Override
            public long nanoTime() {
                return nanos;
            }

            @Override
            public long micros() {
                return nanos / 1_000;
            }

            @Override
            public void sleep(Duration duration) {
                giveWay(nanos + duration.toNanos());
            }
        };
    }

    /** Gives way around each statement. Some writes fail: not applied, applied, or applied later. */
    Interception interception() {
        return (name, isWrite, statement) -> {
            giveWay(0);
            if (!isOver && !late.isEmpty() && random.nextInt(20) == 0) {
                applyLate(1);
            }
            boolean fails = !isOver && random.nextInt(1_000) < failuresPerThousand;
            int kind = random.nextInt(3);
            if (fails && isWrite && kind == 0 && !name.startsWith("change")) {
                late.add(statement);
                throw new IOException("injected: " + name + " applied later");
            }
            if (fails && kind == 1) {
                throw new IOException("injected: " + name + " not applied");
            }
            Object result = statement.execute();
            giveWay(0);
            if (fails) {
                throw new IOException("injected: " + name + " applied");
            }
            return result;
        };
    }
}
