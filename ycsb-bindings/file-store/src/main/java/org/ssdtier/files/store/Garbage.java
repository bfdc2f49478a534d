package org.ssdtier.files.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.StoreTables;

/**
 * The chunks of replaced and removed files, deleted after a grace in which readers can finish. A reader that is later
 * than that reads the file again. Whatever is lost here, by a crash, is found by a verification. Thread-safe.
 */
final class Garbage {
    private static final Logger LOG = LoggerFactory.getLogger(Garbage.class);
    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final int MOST_WAITING = 10_000;

    private final StoreTables tables;
    private final StoreClock clock;
    private final Deque<Dead> waiting = new ArrayDeque<>();

    Garbage(StoreTables tables, StoreClock clock) {
        this.tables = tables;
        this.clock = clock;
    }

    /** Adds the chunks of a file, if it has any. */
    void add(FileStat stat) {
        add(stat.path(), stat.version(), stat.chunks());
    }

    void add(StorePath path, UUID version, int chunks) {
        if (chunks > 0) {
            synchronized (waiting) {
                waiting.add(new Dead(path, version, chunks, clock.nanoTime()));
            }
        }
    }

    /** Deletes the chunks whose grace has ended. What cannot be deleted is left to a verification. */
    void collect() {
        for (Dead dead = due(false); dead != null; dead = due(false)) {
            delete(dead);
        }
    }

    /** Deletes all chunks; otherwise as {@link #collect}. */
    void collectAll() {
        for (Dead dead = due(true); dead != null; dead = due(true)) {
            delete(dead);
        }
    }

    private @Nullable Dead due(boolean all) {
        synchronized (waiting) {
            Dead oldest = waiting.peek();
            boolean isDue = oldest != null
                    && (all
                            || waiting.size() > MOST_WAITING
                            || clock.nanoTime() - oldest.sinceNanos >= GRACE.toNanos());
            return isDue ? waiting.poll() : null;
        }
    }

    private void delete(Dead dead) {
        try {
            for (int number = 0; number < dead.chunks; number++) {
                tables.deleteChunk(new Chunk(dead.path, dead.version, number));
            }
        } catch (IOException e) {
            LOG.debug("path={} version={}: chunks not deleted: {}", dead.path, dead.version, e.toString());
        }
    }

    private record Dead(StorePath path, UUID version, int chunks, long sinceNanos) {}
}
