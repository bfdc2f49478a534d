package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.FIRST_TWO;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.NONE;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.RangesAtEndpoint;
import org.apache.cassandra.locator.Replica;
import org.apache.cassandra.metrics.TopPartitionTracker;
import org.apache.cassandra.repair.ValidationPartitionIterator;
import org.apache.cassandra.service.ActiveRepairService;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.streaming.PreviewKind;
import org.apache.cassandra.utils.FBUtilities;
import org.apache.cassandra.utils.TimeUUID;
import org.apache.cassandra.utils.concurrent.Refs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/**
 * Tests for known bugs of other row caches. Scylla #9136 and #4446 (invalidation by repair and cleanup) are in {@link PurgedRowsTest}.
 */
@Tag("concurrency")
class OthersBugsTest {
    private static final int MANY = 1_000;
    private static final long MEMORY_BYTES = 32L << 20;
    private static final long SOME_SECONDS = 30;

    /** A way to invalidate all rows of a table. */
    private enum Invalidation {
        TRUNCATE,
        DROP,
        ALTER,
        NODETOOL;

        void of(ProtocolTable table) {
            switch (this) {
                case TRUNCATE -> table.truncate();
                case DROP -> table.run("DROP TABLE %T");
                case ALTER -> table.run("ALTER TABLE %T DROP z");
                case NODETOOL ->
                    CacheService.instance.invalidateRowCacheForCf(table.store().metadata());
            }
        }
    }

    /** Scylla #2683: truncating or refreshing a table with a large cache freed its rows one by one and blocked reads for seconds. */
    @ParameterizedTest
    @EnumSource
    void invalidationOfABigTable_touchesNoRow(Invalidation invalidation) {
        ProtocolTable table = new ProtocolTable(ALL);
        withRoom(table, () -> {
            fill(table);
            CacheStats before = ImageFigures.stats();
            invalidation.of(table);
            CacheStats after = ImageFigures.stats();
            assertTrue(after.changes().purges() > before.changes().purges(), "nothing was invalidated");
            assertEquals(before.changes().drops(), after.changes().drops());
            assertTrue(
                    after.memory().memoryEntries() >= before.memory().memoryEntries(), "rows were visited: " + after);
        });
    }

    /** Scylla #2683 from the readers' side: threads read that table and another one while it is being invalidated. */
    @ParameterizedTest
    @EnumSource(names = {"PURGED", "REPLACED"})
    void invalidationOfABigTable_readsGoOn(Step step) {
        ProtocolTable other = new ProtocolTable(ALL);
        other.insert(7);
        other.flush();
        other.fill();
        ProtocolTable table = new ProtocolTable(ALL);
        withRoom(table, () -> {
            fill(table);
            AtomicInteger reads = new AtomicInteger();
            table.at(step, () -> {
                assertEquals(List.of(7), elsewhere(other::read));
                elsewhere(table::read);
                reads.incrementAndGet();
            });
            table.truncate();
            assertEquals(1, reads.get());
            assertEquals(List.of(), table.read());
        });
    }

    /** Scylla #382: reads of a repair, a compaction or a scan went through the cache and evicted rows read by clients. */
    @Test
    void repairAndScans_leaveTheCacheAsItIs() throws Exception {
        ProtocolTable table = new ProtocolTable(ALL);
        for (int partition = 1; partition <= MANY; partition++) {
            write(table, partition);
        }
        table.flush();
        table.fill();
        CacheStats before = ImageFigures.stats();
        repair(table.store());
        assertEquals(MANY, table.readAll().size());
        table.store().forceMajorCompaction();
        CacheStats after = ImageFigures.stats();
        assertEquals(before.publishing().publishes(), after.publishing().publishes());
        assertEquals(before.memory().memoryEntries(), after.memory().memoryEntries());
        long hits = table.hits();
        assertEquals(List.of(1), table.read());
        assertEquals(hits + 1, table.hits());
    }

    /** Scylla #3553: a read of no rows left out SSTables, and cached a partition without its deletion and static row. */
    @ParameterizedTest
    @ValueSource(strings = {ALL, FIRST_TWO})
    void readOfNoRows_cachesNoPartitionWithoutItsDeletionAndStaticRow(String caching) {
        ProtocolTable table = new ProtocolTable(caching);
        table.run("ALTER TABLE %T ADD s text static");
        table.run("INSERT INTO %T (k, c, s) VALUES (1, 1, 'old')");
        table.flush();
        table.run("DELETE FROM %T WHERE k = 1");
        table.flush();
        table.run("INSERT INTO %T (k, s) VALUES (1, 'new')");
        table.flush();
        table.insert(5, 6, 7);
        table.flush();
        assertEquals(List.of(), table.read(" AND c > 1000"));
        assertEquals(List.of("new"), table.readStatic("s"));
        for (int read = 0; read < 3; read++) {
            assertEquals(List.of("new"), table.readStatic("s"));
            assertEquals(List.of(5, 6, 7), table.read());
            assertEquals(List.of(5, 6), table.read(" LIMIT 2"));
        }
    }

    /** Scylla #3553: the cached image of a partition that has only a static row must not hide rows added later. */
    @ParameterizedTest
    @ValueSource(strings = {ALL, FIRST_TWO})
    void staticRowAlone_rowsThatComeLater_areRead(String caching) {
        ProtocolTable table = new ProtocolTable(caching);
        table.run("ALTER TABLE %T ADD s text static");
        table.run("INSERT INTO %T (k, s) VALUES (1, 'alone')");
        table.flush();
        assertEquals(List.of("alone"), table.readStatic("s"));
        assertTrue(table.isCached());
        table.insert(5, 6, 7);
        assertEquals(List.of(5, 6, 7), table.read());
        table.flush();
        assertEquals(List.of(5, 6, 7), table.read());
        assertEquals(List.of(7), table.read(" AND c > 6"));
        assertEquals(List.of("alone"), table.readStatic("s"));
    }

    /** kvrocks #2989 (RocksDB's row cache): a cached row survived a range deletion that covered it. */
    @ParameterizedTest
    @ValueSource(strings = {ALL, FIRST_TWO})
    void rangeDelete_aroundCachedRows_theyAreGone(String caching) {
        ProtocolTable table = cachedRows(caching);
        table.run("DELETE FROM %T WHERE k = 1 AND c >= 2 AND c < 4");
        assertDeleted(table);
        table.flush();
        assertDeleted(table);
        table.store().forceMajorCompaction();
        assertDeleted(table);
    }

    /** kvrocks #2989 with the deletion in an SSTable of another node. */
    @ParameterizedTest
    @ValueSource(strings = {ALL, FIRST_TWO})
    void rangeDelete_imported_rowsAreGone(String caching, @TempDir Path directory) throws IOException {
        ProtocolTable table = cachedRows(caching);
        ProtocolTable source = new ProtocolTable(NONE);
        source.run("DELETE FROM %T WHERE k = 1 AND c >= 2 AND c < 4");
        source.flush();
        table.importFrom(source.copyFor(table, directory));
        assertDeleted(table);
    }

    private static ProtocolTable cachedRows(String caching) {
        ProtocolTable table = new ProtocolTable(caching);
        table.insert(1, 2, 3, 4);
        table.flush();
        table.fill();
        return table;
    }

    private static void assertDeleted(ProtocolTable table) {
        for (int read = 0; read < 2; read++) {
            assertEquals(List.of(), table.read(" AND c = 2"));
            assertEquals(List.of(1, 4), table.read());
            assertEquals(List.of(4, 1), table.read(" ORDER BY c DESC"));
            assertEquals(List.of(1), table.read(" LIMIT 1"));
        }
    }

    /** Reads the whole table as a repair does: once for the checksums, and once to separate a range from its SSTables. */
    private static void repair(ColumnFamilyStore store) throws Exception {
        TimeUUID session = TimeUUID.Generator.nextTimeUUID();
        long middle = 0;
        List<Range<Token>> ranges = List.of(new Range<>(new LongToken(Long.MIN_VALUE), new LongToken(middle)));
        InetAddressAndPort here = FBUtilities.getBroadcastAddressAndPort();
        ActiveRepairService repairs = ActiveRepairService.instance();
        repairs.registerParentRepairSession(
                session, here, List.of(store), ranges, true, System.currentTimeMillis(), true, PreviewKind.NONE);
        try {
            anticompact(store, RangesAtEndpoint.of(Replica.fullReplica(here, ranges.get(0))), session);
            validate(store, ranges, session);
        } finally {
            repairs.removeParentRepairSession(session);
        }
    }

    private static void anticompact(ColumnFamilyStore store, RangesAtEndpoint replicas, TimeUUID session)
            throws IOException {
        Collection<SSTableReader> sstables = store.getLiveSSTables();
        LifecycleTransaction transaction = store.getTracker().tryModify(sstables, OperationType.ANTICOMPACTION);
        CompactionManager.instance.performAnticompaction(
                store, replicas, Refs.ref(sstables), transaction, session, () -> false);
        assertEquals(2, store.getLiveSSTables().size(), "no range was separated from the SSTables");
    }

    private static void validate(ColumnFamilyStore store, List<Range<Token>> ranges, TimeUUID session)
            throws Exception {
        int partitions = 0;
        try (ValidationPartitionIterator validated = store.getRepairManager()
                .getValidationIterator(
                        ranges,
                        session,
                        session,
                        true,
                        FBUtilities.nowInSeconds(),
                        new TopPartitionTracker.Collector(ranges))) {
            while (validated.hasNext()) {
                try (UnfilteredRowIterator rows = validated.next()) {
                    rows.forEachRemaining(row -> {});
                }
                partitions++;
            }
        }
        assertTrue(partitions > MANY / 4, "partitions=" + partitions);
    }

    private static void fill(ProtocolTable table) {
        for (int partition = 1; partition <= MANY; partition++) {
            write(table, partition);
        }
        table.flush();
        for (int partition = 1; partition <= MANY; partition++) {
            table.readPartition(partition);
        }
        assertTrue(table.isCached(1) && table.isCached(MANY));
    }

    private static void write(ProtocolTable table, int partition) {
        table.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 1, 'value')");
    }

    /** Runs a test with a memory tier that is large enough for a big table. */
    private static void withRoom(ProtocolTable table, Runnable test) {
        long formerBytes = table.cache().tiers().memoryCapacity();
        table.cache().tiers().setMemoryCapacity(MEMORY_BYTES);
        try {
            test.run();
        } finally {
            table.cache().tiers().setMemoryCapacity(formerBytes);
        }
    }

    private static <T> T elsewhere(Supplier<T> read) {
        return CompletableFuture.supplyAsync(read)
                .orTimeout(SOME_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
