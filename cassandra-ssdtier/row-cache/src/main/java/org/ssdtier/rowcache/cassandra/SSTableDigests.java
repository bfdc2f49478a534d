package org.ssdtier.rowcache.cassandra;

import com.google.common.collect.MapMaker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Digests of sets of SSTables. The files of an SSTable never change, so the line that identifies it is read once and kept for as
 * long as the SSTable is in use. Missing lines are read by several threads, because each costs two requests to a slow disk.
 *
 * <p>Thread-safe.
 */
final class SSTableDigests {
    private static final int THREADS = 16;
    /** Up to this number of missing lines, the caller reads them itself. */
    private static final int ALONE = 4;
    /** Longest time for which lines are read in the background; far longer than any disk takes. */
    private static final long READ_AHEAD_NANOS = TimeUnit.DAYS.toNanos(1);

    private static final Logger logger = LoggerFactory.getLogger(SSTableDigests.class);

    private final Map<Object, String> lines = new MapMaker().weakKeys().makeMap();
    private final AtomicBoolean isReadingAhead = new AtomicBoolean();
    private final LongSupplier nanoClock;

    SSTableDigests(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * An SSTable of a set.
     *
     * @param identity the same object for as long as the SSTable is in use
     * @param line reader of the line that identifies the SSTable
     */
    record Part(Object identity, Supplier<String> line) {}

    /**
     * Returns the digest of a set, independent of the order.
     *
     * @param deadlineNanos deadline, in the time of the clock
     * @return the digest; null if the deadline passed first, or without threads; the lines read until then are kept
     */
    byte @Nullable [] of(Collection<Part> parts, long deadlineNanos) {
        return read(parts, deadlineNanos) ? digest(parts) : null;
    }

    /**
     * Reads the missing lines of a set.
     *
     * @param deadlineNanos deadline, in the time of the clock
     * @return whether all were read before the deadline; those read until then are kept
     */
    boolean read(Collection<Part> parts, long deadlineNanos) {
        List<Part> unknown = unknown(parts);
        if (unknown.size() <= ALONE) {
            unknown.forEach(this::read);
            return true;
        }
        return readAll(unknown, deadlineNanos);
    }

    /** Begins to read the missing lines of a set in the background, if they are many and no others are being read so. */
    void readAhead(Collection<Part> parts) {
        if (unknown(parts).size() <= ALONE || !isReadingAhead.compareAndSet(false, true)) {
            return;
        }
        Thread reader = daemon(() -> {
            try {
                readAll(unknown(parts), nanoClock.getAsLong() + READ_AHEAD_NANOS);
            } catch (RuntimeException e) {
                logger.debug("The SSTables of a table are read when they are needed, not ahead", e);
            } finally {
                isReadingAhead.set(false);
            }
        });
        try {
            reader.start();
        } catch (OutOfMemoryError e) { // no more threads
            isReadingAhead.set(false);
        }
    }

    private List<Part> unknown(Collection<Part> parts) {
        return parts.stream()
                .filter(part -> !lines.containsKey(part.identity()))
                .toList();
    }

    /** Returns the line that identifies an SSTable, reading it if necessary. */
    String line(Part part) {
        String known = lines.get(part.identity());
        if (known == null) {
            read(part);
            known = lines.get(part.identity());
        }
        return known != null ? known : part.line().get();
    }

    private boolean readAll(List<Part> unknown, long deadlineNanos) {
        long leftNanos = deadlineNanos - nanoClock.getAsLong();
        if (leftNanos <= 0) {
            return false;
        }
        ExecutorService readers =
                Executors.newFixedThreadPool(Math.min(THREADS, unknown.size()), SSTableDigests::daemon);
        try {
            List<Callable<Boolean>> tasks = new ArrayList<>();
            for (Part part : unknown) {
                tasks.add(() -> read(part));
            }
            return readers.invokeAll(tasks, leftNanos, TimeUnit.NANOSECONDS).stream()
                    .noneMatch(task -> task.isCancelled());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (OutOfMemoryError e) {
            return false; // no more threads: not a reason to drop the images of a table
        } finally {
            readers.shutdownNow();
        }
    }

    private boolean read(Part part) {
        lines.put(part.identity(), part.line().get());
        return true;
    }

    private byte[] digest(Collection<Part> parts) {
        List<String> all = new ArrayList<>(parts.size());
        for (Part part : parts) {
            all.add(line(part));
        }
        all.sort(null);
        MessageDigest digest = sha256();
        for (String line : all) {
            digest.update(line.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
        }
        return digest.digest();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "row-cache-sstable-digests");
        thread.setDaemon(true);
        return thread;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
