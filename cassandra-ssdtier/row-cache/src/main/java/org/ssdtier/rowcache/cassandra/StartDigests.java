package org.ssdtier.rowcache.cassandra;

import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
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
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The digest of each table's SSTables when the node started. Images are a function of a table's SSTables: images saved by a clean
 * stop are valid if and only if the SSTables are still the same. No digest is taken for a table without cached rows.
 */
final class StartDigests {
    private static final Logger logger = LoggerFactory.getLogger(StartDigests.class);
    private static final Map<TableId, byte[]> DIGESTS = new ConcurrentHashMap<>();
    private static final SSTableDigests SSTABLES = new SSTableDigests(NanoClock.SYSTEM);
    private static final long NO_DEADLINE_NANOS = Long.MAX_VALUE / 2;
    /** A digest that equals none that was saved. A table without one would be neither confirmed nor purged while the node runs. */
    private static final byte[] OF_NOTHING_SAVED = new byte[0];

    private StartDigests() {}

    /** Records a table's SSTables while the table is opened; if that fails, the table's rows start cold. */
    static void record(Tracker tracker, Collection<SSTableReader> sstables) {
        ColumnFamilyStore table = tracker.cfstore;
        try {
            if (table != null && hasTier() && hasCachedRows(table)) {
                byte[] digest = digest(sstables, NanoClock.SYSTEM.getAsLong() + NO_DEADLINE_NANOS);
                DIGESTS.put(table.metadata.id, digest != null ? digest : OF_NOTHING_SAVED);
            }
        } catch (RuntimeException | IOError e) { // Cassandra's own file errors are IOErrors
            logger.warn("Row cache: the SSTables of {} could not be read; its rows start cold", table, e);
            DIGESTS.put(table.metadata.id, OF_NOTHING_SAVED);
        }
    }

    /** Removes the digest of a dropped table. */
    static void forget(TableId table) {
        DIGESTS.remove(table);
    }

    /** Returns the number of tables with a digest. */
    static int recorded() {
        return DIGESTS.size();
    }

    /** Returns whether this node is configured to have the SSD tier. */
    static boolean hasTier() {
        return DatabaseDescriptor.getRowCacheSizeInMiB() > 0
                && SsdRowCacheOptions.current().isPresent();
    }

    /** Removes and returns all digests. */
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
     * Returns a digest that identifies a set of SSTables: id, version, length and checksum of each one's data.
     *
     * @param deadlineNanos deadline, by {@link NanoClock#SYSTEM}
     * @return the digest; null if the deadline passed first
     */
    static byte @Nullable [] digest(Collection<SSTableReader> sstables, long deadlineNanos) {
        return digestOf(sstables.stream().map(sstable -> sstable.descriptor).toList(), deadlineNanos);
    }

    /** Same as {@link #digest} for SSTables given by their descriptors; a descriptor is in use as long as its SSTable. */
    static byte @Nullable [] digestOf(Collection<Descriptor> sstables, long deadlineNanos) {
        return SSTABLES.of(sstables.stream().map(StartDigests::part).toList(), deadlineNanos);
    }

    /** Returns a name that distinguishes an SSTable from every other that the table has, had or will have. */
    static String name(SSTableReader sstable) {
        return SSTABLES.line(part(sstable.descriptor));
    }

    /** Reads what {@link #name} needs of SSTables, by several threads if they are many. */
    static void readNames(Collection<SSTableReader> sstables) {
        SSTABLES.read(parts(sstables), NanoClock.SYSTEM.getAsLong() + NO_DEADLINE_NANOS);
    }

    /** Begins to do so in the background, if they are many. */
    static void readNamesAhead(Collection<SSTableReader> sstables) {
        SSTABLES.readAhead(parts(sstables));
    }

    private static List<SSTableDigests.Part> parts(Collection<SSTableReader> sstables) {
        return sstables.stream().map(sstable -> part(sstable.descriptor)).toList();
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
            return "unreadable " + NanoClock.SYSTEM.getAsLong();
        }
    }
}
