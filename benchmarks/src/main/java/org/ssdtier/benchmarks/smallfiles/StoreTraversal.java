package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.files.cql.Access;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.store.Checkpoint;
import org.ssdtier.files.store.FileContent;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Traversal;

/** A traversal of a store with the content of every file, checked, up to a time. One runs at a time. */
final class StoreTraversal {
    private final Connection connection;
    private volatile boolean isStopped;

    /**
     * Creates the traversal; it does not begin.
     *
     * @param connection connection, not closed by this object
     */
    StoreTraversal(Connection connection) {
        this.connection = connection;
    }

    /**
     * The extent of a traversal.
     *
     * @param threads number of threads
     * @param mostMillis time after which it ends early
     * @param repeats whether it begins again at its end
     * @param bytesPerSecond most bytes per second; {@link Pace#UNLIMITED} = as fast as it can
     */
    record Extent(int threads, long mostMillis, boolean repeats, long bytesPerSecond) {}

    /** The end of a traversal before its last file. */
    private static final class EndedException extends IOException {
        private static final long serialVersionUID = 1;

        private EndedException() {
            super("the traversal has reached its time");
        }
    }

    /** Reads all files from the nodes of a datacentre. */
    Traversed run(String datacentre, Extent extent) throws IOException {
        isStopped = false;
        long begin = System.nanoTime();
        long mostNanos = TimeUnit.MILLISECONDS.toNanos(extent.mostMillis());
        AtomicLong files = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        Pace pace = new Pace(extent.bytesPerSecond());
        StoreSettings settings = connection.settings();
        try (FileStore store = FileStore.open(settings, connection.tables(Access.to(datacentre)))) {
            do {
                Traversal.ofContent(store, Checkpoint.none()).run(extent.threads(), file -> {
                    if (isStopped || System.nanoTime() - begin > mostNanos) {
                        throw new EndedException();
                    }
                    read(file);
                    files.incrementAndGet();
                    bytes.addAndGet(file.stat().size());
                    pace.passed(file.stat().size());
                    return true;
                });
            } while (extent.repeats() && files.get() > 0);
        } catch (EndedException e) {
            return traversed(extent, files, bytes, begin);
        }
        return traversed(extent, files, bytes, begin);
    }

    private static Traversed traversed(Extent extent, AtomicLong files, AtomicLong bytes, long begin) {
        return new Traversed(extent.threads(), files.get(), bytes.get(), (System.nanoTime() - begin) / 1e9);
    }

    private static void read(FileContent file) throws IOException {
        try (InputStream in = file.stream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Ends the traversal that is running in another thread. */
    void stop() {
        isStopped = true;
    }
}
