package org.ssdtier.rowcache.cassandra;

import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat.Components;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SSTables that each table had when the node started, as a digest. Images are a function of a table's SSTables: those
 * saved by a clean stop are right if, and only if, the SSTables are still the same. A table without cached rows has nothing
 * to compare.
 */
final class StartDigests {
    private static final Logger log = LoggerFactory.getLogger(StartDigests.class);
    private static final Map<TableId, byte[]> DIGESTS = new ConcurrentHashMap<>();
    private static final SSTableDigests SSTABLES = new SSTableDigests(System::nanoTime);
    private static final long NO_DEADLINE_NANOS = Long.MAX_VALUE / 2;

    private StartDigests() {}

    /** Notes a table's SSTables while the table is opened. What cannot be noted is cold. */
    static void record(Tracker tracker, Collection<SSTableReader> sstables) {
        ColumnFamilyStore table = tracker.cfstore;
        try {
            if (table != null && hasTier() && hasCachedRows(table)) {
                byte[] digest = digest(sstables, System.nanoTime() + NO_DEADLINE_NANOS);
                if (digest != null) {
                    DIGESTS.put(table.metadata.id, digest);
                }
            }
        } catch (RuntimeException | IOError e) { // Cassandra's own errors of files are IOErrors
            log.warn("Row cache: the SSTables of {} could not be looked at, its rows start cold", table, e);
        }
    }

    /** Forgets a table that was dropped. */
    static void forget(TableId table) {
        DIGESTS.remove(table);
    }

    /** Returns the number of tables whose digests of the start are kept. */
    static int recorded() {
        return DIGESTS.size();
    }

    /** Returns whether this node is to have the tier. */
    static boolean hasTier() {
        return DatabaseDescriptor.getRowCacheSizeInMiB() > 0
                && SsdRowCacheOptions.current().isPresent();
    }

    /** Returns the digests of the start and forgets them. */
    static Map<TableId, byte[]> takeAll() {
        Map<TableId, byte[]> all = new HashMap<>(DIGESTS);
        DIGESTS.clear();
        return all;
    }

    /** Returns whether rows of a table may be cached. */
    static boolean hasCachedRows(ColumnFamilyStore table) {
        return !table.isIndex() && table.metadata().params.caching.cacheRows();
    }

    /**
     * Returns a digest of which SSTables these are: id, version, length and checksum of each one's data.
     *
     * @param deadlineNanos when to give up, by {@link System#nanoTime}
     * @return null if the deadline passed first
     */
    static byte @Nullable [] digest(Collection<SSTableReader> sstables, long deadlineNanos) {
        return digestOf(sstables.stream().map(sstable -> sstable.descriptor).toList(), deadlineNanos);
    }

    /** As {@link #digest}, of SSTables by their descriptors; each lives as long as its SSTable. */
    static byte @Nullable [] digestOf(Collection<Descriptor> sstables, long deadlineNanos) {
        return SSTABLES.of(sstables.stream().map(StartDigests::part).toList(), deadlineNanos);
    }

    /** Returns what tells an SSTable from every other that the table has, had or will have. */
    static String name(SSTableReader sstable) {
        return SSTABLES.line(part(sstable.descriptor));
    }

    private static SSTableDigests.Part part(Descriptor sstable) {
        return new SSTableDigests.Part(sstable, () -> line(sstable));
    }

    private static String line(Descriptor sstable) {
        return sstable.id + " " + sstable.version + " "
                + sstable.fileFor(Components.DATA).length() + " "
                + checksum(sstable.fileFor(Components.DIGEST));
    }

    private static String checksum(File file) {
        try {
            return file.exists() ? Files.readString(file.toPath()).strip() : "none";
        } catch (IOException e) {
            return "unreadable " + System.nanoTime();
        }
    }
}
