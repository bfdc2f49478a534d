package org.ssdtier.node.lifetimes;

import java.io.File;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.SegmentFileObserver;

/**
 * The files that the node writes: sets the lifetime of each once, before its first byte reaches the drive, and counts its bytes
 * when it is complete. Thread-safe.
 *
 * <p>An SSTable is known by the common beginning of its files' paths, before the first of them is created, until its writer ends.
 */
final class WriteLifetimes {
    private static final Logger logger = LoggerFactory.getLogger(WriteLifetimes.class);
    /** Bound of the SSTables that are written simultaneously; the files of further ones have no lifetime. */
    private static final int MAX_OPEN_SSTABLES = 65_536;

    private static final String DATA = "-Data.db";
    /** Number of the dash after version, identifier and format, with which the name of a component begins. */
    private static final int COMPONENT_DASH = 3;

    /** The call that sets a lifetime; returns the reason why that failed, or null. */
    @FunctionalInterface
    interface Setter {
        @Nullable
        String set(String file, Lifetime lifetime);
    }

    /** An SSTable that is being written, with the files created so far. */
    private record OpenSstable(FileKind kind, TableId table, Set<String> files) {}

    private final LifetimePlan plan;
    private final Setter setter;
    private final LifetimeCounters counters = new LifetimeCounters();
    private final FlushSizes flushSizes = new FlushSizes();
    private final ConcurrentMap<String, OpenSstable> open = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private final AtomicBoolean isRefusalLogged = new AtomicBoolean();

    WriteLifetimes(LifetimePlan plan, Setter setter) {
        this.plan = plan;
        this.setter = setter;
    }

    LifetimePlan plan() {
        return plan;
    }

    LifetimeCounters counters() {
        return counters;
    }

    /** Returns the number of files whose lifetime the kernel has refused. */
    long refused() {
        return refused.sum();
    }

    /** Sets the lifetime of a file and counts it. */
    void opened(FileKind kind, String file) {
        counters.opened(kind);
        String failure = setter.set(file, plan.of(kind));
        if (failure != null) {
            refused.increment();
            if (isRefusalLogged.compareAndSet(false, true)) {
                logger.info(
                        "Write lifetimes: not set, the drive learns nothing of them; first file={}: {}", file, failure);
            }
        }
    }

    /** Counts the bytes of a file of one kind that is complete. */
    void completed(FileKind kind, long bytes) {
        counters.written(kind, bytes);
    }

    /** Returns an observer of the segments of a log. */
    SegmentFileObserver segments(FileKind kind) {
        return new SegmentFileObserver() {
            @Override
            public void opened(Path file) {
                WriteLifetimes.this.opened(kind, file.toString());
            }

            @Override
            public void written(long bytes) {
                counters.written(kind, bytes);
            }
        };
    }

    /**
     * Begins an SSTable, before its first file is created.
     *
     * @param base path of its files without {@code -Data.db} and the like
     */
    void sstableBegins(String base, TableId table, FileKind kind) {
        if (open.size() < MAX_OPEN_SSTABLES) {
            open.put(base, new OpenSstable(kind, table, ConcurrentHashMap.newKeySet()));
        }
    }

    /** Sets the lifetime of a file that was created, if it is one of an SSTable that is being written. */
    void fileCreated(String file) {
        String base = baseOf(file);
        OpenSstable sstable = base == null ? null : open.get(base);
        if (sstable != null && sstable.files.add(file)) {
            opened(sstable.kind, file);
        }
    }

    /** Ends an SSTable: counts the bytes of its files. Idempotent. */
    void sstableEnds(String base) {
        OpenSstable sstable = open.remove(base);
        if (sstable == null) {
            return;
        }
        for (String file : sstable.files) {
            long bytes = new File(file).length();
            if (!file.endsWith(DATA)) {
                counters.writtenToIndex(sstable.kind, bytes);
                continue;
            }
            counters.written(sstable.kind, bytes);
            if (sstable.kind == FileKind.FLUSH) {
                flushSizes.flushed(sstable.table, bytes);
            }
        }
    }

    /**
     * Returns the kind of a compaction's SSTable.
     *
     * @param level level of the SSTable; 0 if it has none
     * @param inputBytes length of the data files that the compaction reads
     * @param unknown estimate of the length of a flushed data file, for a table without a flush since the node started
     */
    FileKind compaction(TableId table, int level, long inputBytes, LongSupplier unknown) {
        long flushBytes = level > 0 ? 0 : flushSizes.mean(table, unknown);
        return FileKind.ofTier(CompactionTiers.tier(level, inputBytes, flushBytes));
    }

    /** Returns the beginning of a file's path that all files of its SSTable have in common; null if it is no such file. */
    static @Nullable String baseOf(String file) {
        int dash = file.lastIndexOf('/');
        for (int dashes = 0; dashes < COMPONENT_DASH; dashes++) {
            dash = file.indexOf('-', dash + 1);
            if (dash < 0) {
                return null;
            }
        }
        return file.substring(0, dash);
    }
}
