package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.NONE;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that repair and cleanup purge the rows that they change, and few others. */
@Tag("concurrency")
class PurgedRowsTest {
    private static final int VNODES = 256;
    private static final int ROWS_A_VNODE = 100;
    private static final long MEMORY_BYTES = 32L << 20;

    private final ProtocolTable table = new ProtocolTable(ALL);
    private final long formerBytes = table.cache().tiers().memoryCapacity();

    @BeforeEach
    void haveRoom() {
        table.cache().tiers().setMemoryCapacity(MEMORY_BYTES);
    }

    @AfterEach
    void giveBack() {
        table.cache().tiers().setMemoryCapacity(formerBytes);
    }

    /**
     * Scylla #9136: SSTables streamed by a repair invalidated all rows between their first and last token. The test is like the end of a
     * repair of 256 ranges on a replica that lacks one row in a hundred, where the streamed SSTables span the ring.
     */
    @Test
    void repair_streamsOneRowInAHundred_keepsTheOthers(@TempDir Path directory) throws IOException {
        List<Integer> partitions = cachedPartitions(VNODES * ROWS_A_VNODE);
        List<Integer> streamed = everyNth(partitions, ROWS_A_VNODE);
        ProtocolTable source = new ProtocolTable(NONE);
        for (int partition : streamed) {
            source.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 2, 'streamed')");
        }
        source.flush();

        table.importFrom(source.copyFor(table, directory));
        table.store().invalidateRowCache(boundsOf(source.store().getLiveSSTables()));

        long kept = partitions.stream().filter(table::isCached).count();
        assertTrue(kept >= partitions.size() * 95L / 100, "kept=" + kept + " of " + partitions.size());
        for (int partition : streamed) {
            assertEquals(List.of(1, 2), rows(partition));
        }
    }

    /**
     * The keys of added SSTables may take hours to read, and nothing of the table is published meanwhile. Checked by removal:
     * without a time limit the rows beside the added ones stay, after a wait.
     */
    @Test
    void arrival_withoutTimeLeft_purgesTheRangeInsteadOfTheKeys() {
        List<Integer> partitions = cachedPartitions(200);
        ProtocolTable source = new ProtocolTable(NONE);
        for (int at : List.of(50, 100, 149)) {
            source.run("INSERT INTO %T (k, c, a) VALUES (" + partitions.get(at) + ", 2, 'streamed')");
        }
        source.flush();
        table.cache().changes().arrive(table.store(), source.store().getLiveSSTables(), 0);
        for (int at = 0; at < partitions.size(); at++) {
            assertEquals(at < 50 || at > 149, table.isCached(partitions.get(at)), "row=" + at);
        }
    }

    /** Scylla #4446: rows that a cleanup had removed from disk were still cached when the range was owned again. */
    @Test
    void cleanup_dropsTheRowsOutsideTheRangesAndNoOther() throws Exception {
        List<Integer> partitions = cachedPartitions(200);
        List<Integer> moved = partitions.subList(50, 100);
        long left = table.token(moved.get(moved.size() - 1));
        long right = table.token(partitions.get(49));
        cleanup(List.of(new Range<>(new LongToken(left), new LongToken(right))));
        for (int partition : partitions) {
            boolean isMoved = moved.contains(partition);
            assertEquals(!isMoved, table.isCached(partition), "partition=" + partition);
            assertEquals(isMoved ? List.of() : List.of(1), rows(partition), "partition=" + partition);
        }
    }

    /** Runs Cassandra's own cleanup of each SSTable, as if the node owned these ranges. */
    private void cleanup(Collection<Range<Token>> owned) throws ReflectiveOperationException {
        Class<?> strategies = Class.forName(CompactionManager.class.getName() + "$CleanupStrategy");
        Method strategy = strategies.getMethod(
                "get", ColumnFamilyStore.class, Collection.class, Collection.class, boolean.class, long.class);
        Method cleanup = CompactionManager.class.getDeclaredMethod(
                "doCleanupOne",
                ColumnFamilyStore.class,
                LifecycleTransaction.class,
                strategies,
                Collection.class,
                boolean.class);
        strategy.setAccessible(true);
        cleanup.setAccessible(true);
        for (SSTableReader sstable : table.store().getLiveSSTables()) {
            try (LifecycleTransaction transaction =
                    table.store().getTracker().tryModify(sstable, OperationType.CLEANUP)) {
                Object bounded =
                        strategy.invoke(null, table.store(), owned, List.of(), false, FBUtilities.nowInSeconds());
                cleanup.invoke(CompactionManager.instance, table.store(), transaction, bounded, owned, false);
            }
        }
    }

    /** Writes partitions of one row, flushes them and reads them into the cache; returns them in token order. */
    private List<Integer> cachedPartitions(int count) {
        for (int partition = 0; partition < count; partition++) {
            table.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 1, 'value')");
        }
        table.flush();
        for (int partition = 0; partition < count; partition++) {
            rows(partition);
        }
        List<Integer> partitions =
                new ArrayList<>(IntStream.range(0, count).boxed().toList());
        partitions.sort(Comparator.comparingLong(table::token));
        assertFalse(partitions.stream().anyMatch(partition -> !table.isCached(partition)), "a row is not cached");
        return partitions;
    }

    private List<Integer> rows(int partition) {
        return table.readPartition(partition);
    }

    private static List<Integer> everyNth(List<Integer> all, int n) {
        return IntStream.range(0, all.size() / n).mapToObj(i -> all.get(i * n)).toList();
    }

    private static List<Bounds<Token>> boundsOf(Collection<SSTableReader> sstables) {
        return sstables.stream()
                .map(sstable -> new Bounds<>(
                        sstable.getFirst().getToken(), sstable.getLast().getToken()))
                .toList();
    }
}
