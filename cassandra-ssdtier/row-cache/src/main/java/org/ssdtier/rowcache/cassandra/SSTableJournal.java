package org.ssdtier.rowcache.cassandra;

import com.google.common.base.Predicate;
import com.google.common.collect.ImmutableSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.concurrent.Refs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.StartComparison;
import org.ssdtier.rowcache.TableChange;
import org.ssdtier.rowcache.TieredCache;

/**
 * The names that the row cache's journal records for a table: those of its SSTables and, as if they were SSTables too, one name for
 * its definition and one for the host. Everything that images depend on is thus added and removed by name.
 *
 * <p>On a node without a journal, these methods do no work.
 */
final class SSTableJournal {
    private static final Logger logger = LoggerFactory.getLogger(SSTableJournal.class);
    private static final String DEFINITION = "definition ";
    private static final String HOST = "host ";
    private static final int SHOWN_NAMES = 3;
    /** Tables whose unknown SSTables are read at a time: a node that starts needs its disks. */
    private static final int RECOVERY_READERS = 2;

    /** The SSTables of each cached table at the start. */
    private static final Map<TableId, List<String>> AT_START = new ConcurrentHashMap<>();

    private final TieredCache cache;
    private final ImageTables tables;
    private final BiConsumer<ColumnFamilyStore, Collection<SSTableReader>> dropKeys;

    /**
     * Creates the names of a cache's tables.
     *
     * @param dropKeys drops the images of the keys of SSTables that the journal lacked
     */
    SSTableJournal(
            TieredCache cache, ImageTables tables, BiConsumer<ColumnFamilyStore, Collection<SSTableReader>> dropKeys) {
        this.cache = cache;
        this.tables = tables;
        this.dropKeys = dropKeys;
    }

    /** Records a table's SSTables while the table is opened. */
    static void record(Tracker tracker, Collection<SSTableReader> sstables) {
        ColumnFamilyStore table = tracker.cfstore;
        boolean matters = table != null
                && StartDigests.hasTier()
                && StartDigests.hasCachedRows(table)
                && SsdRowCacheOptions.current()
                        .map(SsdRowCacheOptions::keepsJournal)
                        .orElse(false);
        if (matters) {
            AT_START.put(table.metadata.id, names(sstables));
        }
    }

    /** Removes the state of a dropped table. */
    static void forget(TableId table) {
        AT_START.remove(table);
    }

    /** Declares a cached table in the journal if it is not there yet, or no longer there. */
    void ensureDeclared(ColumnFamilyStore table) {
        if (cache.journaled().isKept() && table.isRowCacheEnabled()) {
            TableImages images = tables.of(table);
            if (!cache.journaled().contains(images.state)) {
                Set<SSTableReader> sstables = whole(table);
                StartDigests.readNames(sstables);
                cache.journaled().declare(images.state, all(images.definition(), names(sstables)));
            }
        }
    }

    /**
     * Begins to read the names of the SSTables of a cached table that is not declared yet, as when its caching was switched on, so that
     * the flush that declares it need not wait for as many files. Never throws.
     */
    void prepare(ColumnFamilyStore table) {
        try {
            if (cache.journaled().isKept()
                    && table.isRowCacheEnabled()
                    && !cache.journaled().contains(tables.of(table).state)) {
                StartDigests.readNamesAhead(whole(table));
            }
        } catch (RuntimeException | Error e) {
            logger.debug("Row cache: the SSTables of {} are read when it is declared", table, e);
        }
    }

    /** Writes a change to the journal before it is visible. */
    void commit(TableChange change, Iterable<SSTableReader> come, Iterable<SSTableReader> go) {
        if (change.isJournaled()) {
            change.commit(names(come), names(go));
        } else {
            change.commit(List.of(), List.of());
        }
    }

    /** Writes a changed definition of a table to the journal. */
    static void commit(TableChange change, TableMetadata before, TableMetadata now) {
        String old = definition(before);
        String next = definition(now);
        boolean isSame = old.equals(next);
        change.commit(isSame ? List.of() : List.of(next), isSame ? List.of() : List.of(old));
    }

    /** Writes the coming replacement of SSTables by others with the same content to the journal. */
    void replace(ColumnFamilyStore table, Iterable<SSTableReader> come, Iterable<SSTableReader> go) {
        CachedTable state = tables.of(table).state;
        if (cache.journaled().contains(state)) {
            cache.journaled().replace(state, names(come), names(go));
        }
    }

    /**
     * Returns the SSTables that make up a table: in place of what a compaction has opened early, whose files still grow, those that it
     * replaces. They are what a start after a crash would find.
     */
    static Set<SSTableReader> whole(ColumnFamilyStore table) {
        return ImmutableSet.copyOf(table.getTracker().getView().select(SSTableSet.CANONICAL));
    }

    /** Returns the SSTables of a table that are about to be removed. */
    static List<SSTableReader> gone(Tracker tracker, Predicate<SSTableReader> goes) {
        View view = tracker.getView();
        Set<SSTableReader> compacting = tracker.getCompacting();
        List<SSTableReader> gone = new ArrayList<>();
        for (SSTableReader sstable : view.liveSSTables()) {
            if (goes.apply(sstable) && !compacting.contains(sstable)) {
                gone.add(sstable);
            }
        }
        return gone;
    }

    /** Returns the SSTables that a transaction adds. */
    static List<SSTableReader> come(LifecycleTransaction transaction) {
        return without(transaction.current(), transaction.originals());
    }

    /** Returns the SSTables that a transaction removes. */
    static List<SSTableReader> gone(LifecycleTransaction transaction) {
        return without(transaction.originals(), transaction.current());
    }

    /** Compares each table with the journal's recovered state of it. Returns the tables whose rows are dropped, with the reason. */
    List<String> reconcile() {
        List<String> dropped = new ArrayList<>();
        ExecutorService readers = Executors.newFixedThreadPool(RECOVERY_READERS, SSTableJournal::recoveryThread);
        for (Map.Entry<TableId, List<String>> start : AT_START.entrySet()) {
            ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(start.getKey());
            if (table != null) {
                reconcile(table, start.getValue(), dropped, readers);
            }
        }
        readers.shutdown(); // what is queued is done
        AT_START.clear();
        for (CachedTable recovered : cache.tables()) {
            if (Schema.instance.getTableMetadata(TableId.fromUUID(recovered.id())) == null) {
                cache.forget(recovered.id());
            }
        }
        return dropped;
    }

    private static Thread recoveryThread(Runnable work) {
        Thread thread = new Thread(work, "ssd-row-cache-recovery");
        thread.setDaemon(true);
        return thread;
    }

    private void reconcile(
            ColumnFamilyStore table, List<String> atStart, List<String> dropped, ExecutorService readers) {
        CachedTable state = tables.of(table).state;
        TableMetadata metadata = tables.of(table).definition();
        StartComparison comparison =
                cache.journaled().reconcile(state, all(metadata, atStart), all(metadata, names(whole(table))));
        switch (comparison.outcome()) {
            case DIFFERENT -> dropped.add(metadata + " lacks " + shown(comparison.missing()));
            case GREW -> readers.execute(() -> accept(table, state, comparison));
            default -> logger.debug("Row cache: SSTables of {} at the start: {}", metadata, comparison.outcome());
        }
    }

    private void accept(ColumnFamilyStore table, CachedTable state, StartComparison comparison) {
        cache.accept(state, comparison, () -> dropUnknown(table, comparison.unknown()));
        ensureDeclared(table);
    }

    /** Drops the keys of the SSTables that the journal lacked; throws if one of them is gone. */
    private void dropUnknown(ColumnFamilyStore table, Set<String> unknown) {
        logger.info(
                "Row cache: the journal lacks SSTables={} of {}; dropping their keys",
                unknown.size(),
                table.metadata());
        Set<String> left = new HashSet<>(unknown);
        List<SSTableReader> found = new ArrayList<>();
        for (SSTableReader sstable : whole(table)) {
            if (left.remove(StartDigests.name(sstable))) {
                found.add(sstable);
            }
        }
        // a large one must not use up the time of the others
        found.sort(Comparator.comparingLong(SSTableReader::estimatedKeys));
        try (Refs<SSTableReader> references = Refs.tryRef(found)) {
            if (references == null || !left.isEmpty()) {
                throw new IllegalStateException(
                        "table=" + table.metadata() + ": an SSTable was removed since the start: " + shown(unknown));
            }
            dropKeys.accept(table, found);
        }
        logger.info("Row cache: dropped the keys of SSTables={} of {}", unknown.size(), table.metadata());
    }

    private static List<SSTableReader> without(Iterable<SSTableReader> sstables, Iterable<SSTableReader> others) {
        Set<Descriptor> known = new HashSet<>();
        others.forEach(sstable -> known.add(sstable.descriptor));
        List<SSTableReader> left = new ArrayList<>();
        for (SSTableReader sstable : sstables) {
            if (known.add(sstable.descriptor)) {
                left.add(sstable);
            }
        }
        return left;
    }

    private static List<String> all(TableMetadata metadata, List<String> sstables) {
        List<String> all = new ArrayList<>(sstables);
        all.add(definition(metadata));
        all.add(HOST + SystemKeyspace.getLocalHostId());
        return all;
    }

    /**
     * Returns a name for the part of a table's definition that its images depend on. Each field is written out, because not every
     * parameter has a text form that is stable across restarts.
     */
    static String definition(TableMetadata metadata) {
        StringBuilder text = new StringBuilder();
        text.append(metadata.id)
                .append(metadata.kind)
                .append(metadata.partitioner.getClass().getName());
        text.append(metadata.partitionKeyType).append(metadata.flags).append(metadata.params.caching);
        metadata.columns().stream()
                .map(column -> ByteBufferUtil.bytesToHex(column.name.bytes) + " " + column.kind + " "
                        + column.position() + " " + column.type)
                .sorted()
                .forEach(column -> text.append('\n').append(column));
        metadata.droppedColumns.values().stream()
                .map(dropped -> ByteBufferUtil.bytesToHex(dropped.column.name.bytes) + " " + dropped.column.type + " "
                        + dropped.droppedTime)
                .sorted()
                .forEach(dropped -> text.append("\ndropped ").append(dropped));
        new TreeMap<>(metadata.params.extensions)
                .forEach((key, value) ->
                        text.append('\n').append(key).append(' ').append(ByteBufferUtil.bytesToHex(value)));
        CRC32 crc = new CRC32();
        crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return DEFINITION + text.length() + " " + Long.toHexString(crc.getValue());
    }

    private static List<String> names(Iterable<SSTableReader> sstables) {
        List<String> names = new ArrayList<>();
        sstables.forEach(sstable -> names.add(StartDigests.name(sstable)));
        return names;
    }

    private static String shown(Set<String> names) {
        return names.stream().sorted().limit(SHOWN_NAMES).toList() + (names.size() > SHOWN_NAMES ? " and others" : "");
    }
}
