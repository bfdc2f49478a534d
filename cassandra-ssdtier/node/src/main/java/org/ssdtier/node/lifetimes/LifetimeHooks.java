package org.ssdtier.node.lifetimes;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.commitlog.CommitLogSegment;
import org.apache.cassandra.db.commitlog.MemoryMappedSegment;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.ILifecycleTransaction;
import org.apache.cassandra.db.lifecycle.LifecycleNewTracker;
import org.apache.cassandra.io.sstable.SSTable;
import org.apache.cassandra.io.sstable.SSTableZeroCopyWriter;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableWriter;
import org.apache.cassandra.io.sstable.metadata.SSTableLevels;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;
import org.ssdtier.rowcache.cassandra.SsdRowCacheOptions;

/**
 * Static methods that the woven classes of Cassandra call when a file is created or complete. Without {@code write_lifetimes} each
 * returns at once. None throws, and none waits for anything but the open(2) of a file that Cassandra has just created.
 */
public final class LifetimeHooks {
    private static final Logger logger = LoggerFactory.getLogger(LifetimeHooks.class);
    private static final AtomicBoolean FAILURE_LOGGED = new AtomicBoolean();

    private static volatile @Nullable WriteLifetimes current;

    private LifetimeHooks() {}

    /** An action on the lifetimes of the node. */
    @FunctionalInterface
    private interface Action {
        void run(WriteLifetimes lifetimes);
    }

    /**
     * Begins to set lifetimes if the node is configured to. Called once the configuration has been read.
     *
     * @throws org.apache.cassandra.exceptions.ConfigurationException if an option is not allowed
     */
    public static void configured() {
        WriteLifetimesOptions.current().map(WriteLifetimesOptions::plan).ifPresent(plan -> {
            WriteLifetimes lifetimes = new WriteLifetimes(plan, WriteHints::set);
            SsdRowCacheOptions.observeSegments(lifetimes.segments(FileKind.ROW_CACHE));
            SchemaCatalogueOptions.observeSegments(lifetimes.segments(FileKind.SCHEMA_CATALOGUE));
            current = lifetimes;
            logger.info("Write lifetimes: {}", plan);
        });
    }

    /** Registers the virtual table and the metrics. Called when the node has loaded everything. */
    public static void nodeStarted() {
        safely(LifetimeView::register);
    }

    /** Receives a segment of the commit log, of any kind, that was created. */
    public static void commitLogOpened(CommitLogSegment segment) {
        safely(lifetimes -> lifetimes.opened(FileKind.COMMIT_LOG, segment.getPath()));
    }

    /**
     * Receives a segment of the commit log that is complete.
     *
     * @param endOfBuffer end of the records in a mapped segment
     */
    public static void commitLogClosed(CommitLogSegment segment, int endOfBuffer) {
        safely(lifetimes -> lifetimes.completed(
                FileKind.COMMIT_LOG, segment instanceof MemoryMappedSegment ? endOfBuffer : segment.onDiskSize()));
    }

    /** Receives a file of hints that was created. */
    public static void hintsOpened(File file) {
        safely(lifetimes -> lifetimes.opened(FileKind.HINTS, file.absolutePath()));
    }

    /** Receives a file of hints that is complete. */
    public static void hintsClosed(File file) {
        safely(lifetimes -> lifetimes.completed(FileKind.HINTS, file.length()));
    }

    /** Receives an SSTable that is about to be written. */
    public static void sstableBegins(SSTableWriter.Builder<?, ?> builder, LifecycleNewTracker tracker) {
        safely(lifetimes -> {
            TableId table = builder.getTableMetadataRef().id;
            int level = SSTableLevels.of(builder.getMetadataCollector());
            FileKind kind = kind(lifetimes, table, level, tracker);
            if (kind != null) {
                lifetimes.sstableBegins(builder.descriptor.baseFile().absolutePath(), table, kind);
            }
        });
    }

    /** Receives an SSTable that is about to be received as a whole, file by file. */
    public static void streamBegins(SSTable.Builder<?, ?> builder) {
        safely(lifetimes -> lifetimes.sstableBegins(
                builder.descriptor.baseFile().absolutePath(), builder.getTableMetadataRef().id, FileKind.STREAM));
    }

    /** Receives a file that was created, of an SSTable or any other. */
    public static void fileCreated(File file) {
        safely(lifetimes -> lifetimes.fileCreated(file.absolutePath()));
    }

    /** Receives an SSTable whose writer has ended, successfully or not. */
    public static void sstableEnds(SSTableWriter writer) {
        safely(lifetimes -> lifetimes.sstableEnds(writer.descriptor.baseFile().absolutePath()));
    }

    /** Receives an SSTable that was received as a whole, successfully or not. */
    public static void streamEnds(SSTableZeroCopyWriter writer) {
        safely(lifetimes -> lifetimes.sstableEnds(writer.descriptor.baseFile().absolutePath()));
    }

    /** Returns the kind of an SSTable; null for one that is built by other means than those of a running node. */
    private static @Nullable FileKind kind(
            WriteLifetimes lifetimes, TableId table, int level, LifecycleNewTracker tracker) {
        OperationType operation = tracker.opType();
        return switch (operation) {
            case FLUSH -> FileKind.FLUSH;
            case STREAM -> FileKind.STREAM;
            case COMPACTION,
                    MAJOR_COMPACTION,
                    TOMBSTONE_COMPACTION,
                    GARBAGE_COLLECT,
                    CLEANUP,
                    SCRUB,
                    UPGRADE_SSTABLES,
                    ANTICOMPACTION,
                    RELOCATE -> lifetimes.compaction(table, level, inputBytes(tracker), () -> smallestDataBytes(table));
            default -> null;
        };
    }

    private static long inputBytes(LifecycleNewTracker tracker) {
        long bytes = 0;
        if (tracker instanceof ILifecycleTransaction transaction) {
            for (SSTableReader input : transaction.originals()) {
                bytes += input.onDiskLength();
            }
        }
        return bytes;
    }

    /** Returns the length of the smallest data file of a table, which is most likely a flushed one; 0 if there is none. */
    private static long smallestDataBytes(TableId id) {
        ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(id);
        return table == null
                ? 0
                : table.getLiveSSTables().stream()
                        .mapToLong(SSTableReader::onDiskLength)
                        .min()
                        .orElse(0);
    }

    private static void safely(Action action) {
        WriteLifetimes lifetimes = current;
        if (lifetimes == null) {
            return;
        }
        try {
            action.run(lifetimes);
        } catch (RuntimeException | Error e) { // the node's write goes on without a lifetime
            if (FAILURE_LOGGED.compareAndSet(false, true)) {
                logger.warn("Write lifetimes: a file has none; further failures are not logged", e);
            }
        }
    }
}
