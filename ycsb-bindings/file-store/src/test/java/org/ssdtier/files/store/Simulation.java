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
 * while it sleeps, to a thread that it draws, possibly itself. Time is virtual; at each step it goes on by microseconds to
 * seconds.
 */
final class Simulation {
    private final SplittableRandom random;
    private final List<Actor> actors = new ArrayList<>();
    private final Semaphore end = new Semaphore(0);
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
            passOn();
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs all threads to their ends. */
    void run() throws Exception {
        choose();
        release();
        end.acquire();
        isOver = true;
        if (failure.get() != null) {
            throw new AssertionError(failure.get().toString(), failure.get());
        }
        applyLate(late.size());
    }

    /** Draws the thread that runs next, among those that do not sleep; null if all have ended, or one has failed. */
    private void choose() {
        running = null;
        while (running == null && failure.get() == null) {
            List<Actor> left = actors.stream().filter(actor -> !actor.isDone).toList();
            if (left.isEmpty()) {
                return;
            }
            List<Actor> ready =
                    left.stream().filter(actor -> actor.wakeNanos <= nanos).toList();
            if (ready.isEmpty()) {
                nanos = left.stream().mapToLong(actor -> actor.wakeNanos).min().orElseThrow();
            } else {
                running = ready.get(random.nextInt(ready.size()));
            }
        }
    }

    /** Ends a step of the running thread and draws the next one. */
    private void step() {
        nanos += random.nextInt(40) == 0 ? random.nextLong(3_000_000_000L) : 1_000 + random.nextLong(5_000_000);
        choose();
    }

    /** Wakes the thread that was drawn, or that of {@link #run} at the end. */
    private void release() {
        Semaphore next = running == null ? end : running.turn;
        next.release();
    }

    private void passOn() {
        step();
        release();
    }

    private void giveWay(long wakeNanos) {
        if (isOver) {
            return;
        }
        Actor self = running;
        self.wakeNanos = wakeNanos;
        step();
        if (running != self) { // it need not wake itself
            release();
            self.turn.acquireUninterruptibly();
        }
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
