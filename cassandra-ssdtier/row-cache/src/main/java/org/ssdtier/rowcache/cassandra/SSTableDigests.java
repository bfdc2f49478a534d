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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

    private final Map<Object, String> lines = new MapMaker().weakKeys().makeMap();
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
     * @return the digest; null if the deadline passed first; the lines read until then are kept
     */
    byte @Nullable [] of(Collection<Part> parts, long deadlineNanos) {
        List<Part> unknown = new ArrayList<>();
        for (Part part : parts) {
            if (!lines.containsKey(part.identity())) {
                unknown.add(part);
            }
        }
        if (unknown.size() <= ALONE) {
            unknown.forEach(this::read);
        } else if (!readAll(unknown, deadlineNanos)) {
            return null;
        }
        return digest(parts);
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
