package org.ssdtier.benchmarks.top;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader of several nodes at the same time. A node that does not answer in time delays the others once at most: it is not read again
 * until its answer has come.
 */
final class Readings implements AutoCloseable {
    private static final long MOST_MILLIS = 3_000;

    private final List<NodeReader> readers;
    private final LongSupplier nanoClock;
    private final ExecutorService threads;
    private final List<@Nullable Future<Reading>> late = new ArrayList<>();

    /**
     * Creates a reader of nodes, which are not connected yet.
     *
     * @param nanoClock clock of readings that fail
     */
    Readings(List<NodeReader> readers, LongSupplier nanoClock) {
        this.readers = List.copyOf(readers);
        this.nanoClock = nanoClock;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "top-reader");
            thread.setDaemon(true);
            return thread;
        });
        readers.forEach(reader -> late.add(null));
    }

    /**
     * Reads all nodes, in their order.
     *
     * @throws IOException if the thread is interrupted
     */
    List<Reading> read() throws IOException {
        long deadlineNanos = nanoClock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
        List<Future<Reading>> begun = new ArrayList<>();
        boolean[] areLate = new boolean[readers.size()];
        for (int i = 0; i < readers.size(); i++) {
            Future<Reading> earlier = late.get(i);
            NodeReader reader = readers.get(i);
            areLate[i] = earlier != null && !earlier.isDone();
            begun.add(earlier != null && areLate[i] ? earlier : threads.submit(reader::read));
        }
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < begun.size(); i++) {
            long left = Math.max(0, deadlineNanos - nanoClock.getAsLong());
            readings.add(await(i, begun.get(i), areLate[i] ? 0 : left));
        }
        return readings;
    }

    private Reading await(int index, Future<Reading> reading, long nanos) throws IOException {
        String node = readers.get(index).address().toString();
        try {
            late.set(index, null);
            return reading.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            late.set(index, reading);
            return Reading.unreached(node, nanoClock.getAsLong(), "no answer for ms=" + MOST_MILLIS);
        } catch (ExecutionException e) {
            return Reading.unreached(node, nanoClock.getAsLong(), String.valueOf(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        for (int i = 0; i < readers.size(); i++) {
            if (late.get(i) == null) {
                readers.get(i).close();
            }
        }
    }
}
