package org.ssdtier.files.store;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.model.StorePath;

/** The directories to split, and the thread that splits one after the other. Thread-safe. */
final class SplitQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SplitQueue.class);
    private static final int MOST_WAITING = 1_024;

    private final Splitter splitter;
    private final Set<StorePath> known = ConcurrentHashMap.newKeySet();
    private final ExecutorService thread =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), body -> {
                Thread created = new Thread(body, "file-store-split");
                created.setDaemon(true);
                return created;
            });

    SplitQueue(Splitter splitter) {
        this.splitter = splitter;
    }

    /** Adds a directory, unless it is known already. A directory beyond the bound of the queue will be found again. */
    void add(StorePath directory) {
        if (!known.add(directory)) {
            return;
        }
        try {
            thread.execute(() -> split(directory));
        } catch (RejectedExecutionException e) {
            known.remove(directory);
        }
    }

    private void split(StorePath directory) {
        try {
            splitter.split(directory);
        } catch (IOException | RuntimeException e) {
            LOG.warn("directory={}: not split, will be tried again: {}", directory, e.toString());
        } finally {
            known.remove(directory);
        }
    }

    /** Ends the thread; a split in progress will be continued by another client. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
