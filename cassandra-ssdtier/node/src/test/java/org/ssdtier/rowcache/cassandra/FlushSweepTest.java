package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a flush's sweep over the images: its time limit, reads during the sweep, and rows that need no merge. */
@Tag("concurrency")
class FlushSweepTest {
    private static final int MAX_ROW_BYTES = 32 << 10;
    private static final long BUDGET_NANOS = 90_000_000; // less than counts for a key

    @Test
    void flush_noTimeLeft_imagesFromThereOnArePurged() {
        ProtocolTable table = filled(3);
        List<Integer> partitions = inOrder(table, 3);
        sweep(table, new StepClock(0, 0, BUDGET_NANOS));
        assertTrue(table.isCached(partitions.get(0)));
        assertFalse(table.isCached(partitions.get(1)));
        assertFalse(table.isCached(partitions.get(2)));
    }

    /**
     * Checked by removal: a flush during which the process is stopped drops the table's rows, and the node, once it runs again,
     * reads them all.
     */
    @Test
    void flush_pauseOfTheProcess_countsAsATenthOfASecond() {
        ProtocolTable table = filled(3);
        sweep(table, new StepClock(0, 0, 30_000_000_000L), 1_000_000_000L);
        for (int partition = 0; partition < 3; partition++) {
            assertTrue(table.isCached(partition));
        }
    }

    @Test
    void flush_noTimeAtAll_nothingIsMergedAndNothingStale() {
        ProtocolTable table = filled(3);
        sweep(table, new StepClock(0, BUDGET_NANOS));
        for (int partition = 0; partition < 3; partition++) {
            assertFalse(table.isCached(partition));
        }
    }

    /** In the last eighth of the time, keys are dropped one by one; images of other keys are kept. */
    @Test
    void flush_timeForDropsOnly_dropsKeyByKey() {
        ProtocolTable table = filled(3);
        table.run("INSERT INTO %T (k, c, a) VALUES (1000, 1, 'not in the memtable')");
        table.flush();
        List<Integer> partitions = inOrder(table, 3);
        for (int partition : partitions) {
            table.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 2, 'new')");
        }
        cache(table, 1000);
        cache(table, partitions.get(0));
        cache(table, partitions.get(1));
        cache(table, partitions.get(2));
        sweep(table, new StepClock(0, 0, BUDGET_NANOS - 1, BUDGET_NANOS - 1));
        assertTrue(table.isCached(partitions.get(0)));
        assertFalse(table.isCached(partitions.get(1)));
        assertFalse(table.isCached(partitions.get(2)));
        assertTrue(table.isCached(1000));
    }

    @Test
    void flush_missOfAKeyAhead_isPublishedAndRefreshed() {
        ProtocolTable table = filled(3);
        List<Integer> partitions = inOrder(table, 3);
        int last = partitions.get(2);
        dropImage(table, last);
        List<Boolean> published = new ArrayList<>();
        sweep(table, new StepClock(0, 0).at(1, () -> {
                    table.readPartition(last);
                    published.add(table.isCached(last));
                }));
        assertEquals(List.of(true), published);
        assertTrue(table.isCached(last));
        assertEquals(List.of(1, 2), rowsOfTheImage(table, last));
    }

    @Test
    void flush_missOfAKeyThatItHasComeTo_isNotPublished() {
        ProtocolTable table = filled(3);
        List<Integer> partitions = inOrder(table, 3);
        int first = partitions.get(0);
        dropImage(table, first);
        List<Boolean> published = new ArrayList<>();
        sweep(table, new StepClock(0, 0).at(2, () -> {
                    table.readPartition(first);
                    published.add(table.isCached(first));
                }));
        assertEquals(List.of(false), published);
    }

    @Test
    void flush_tableWithoutImages_looksAtNoKey() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        StepClock clock = new StepClock(0);
        sweep(table, clock);
        assertEquals(0, clock.calls);
    }

    @Test
    void replacedRow_insertOfAllColumns_needsNoMerge() {
        ProtocolTable table = keyValue();
        table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'newer', '')");
        assertNotNull(replacement(table));
        table.flush();
        assertTrue(table.isCached());
        assertEquals(List.of(2), table.read());
    }

    @Test
    void replacedRow_somethingOfTheImageMayStay_isMerged() {
        String insert = "INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'x', 'y')";
        for (String write : List.of(
                "INSERT INTO %T (k, c, a) VALUES (1, 2, 'x')",
                "UPDATE %T SET c = 2, a = 'x', z = 'y' WHERE k = 1",
                "DELETE FROM %T WHERE k = 1",
                "INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'x', null)",
                insert + " USING TTL 1000",
                insert + " USING TIMESTAMP 5",
                insert + " USING TIMESTAMP 4")) {
            ProtocolTable table = new ProtocolTable("k", ALL);
            table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 1, 'a', 'z') USING TIMESTAMP 5");
            table.flush();
            table.fill();
            table.run(write);
            assertNull(replacement(table), write);
        }
    }

    @Test
    void replacedRow_imageIsOfAnotherKind_isMerged() {
        for (String write : List.of(
                "INSERT INTO %T (k, c, a) VALUES (1, 1, 'a')",
                "INSERT INTO %T (k, c, a, z) VALUES (1, 1, 'a', 'z') USING TTL 1000",
                "UPDATE %T SET c = 1, a = 'a', z = 'z' WHERE k = 1",
                "DELETE FROM %T WHERE k = 1")) {
            ProtocolTable table = new ProtocolTable("k", ALL);
            table.run(write);
            table.flush();
            table.fill();
            table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'x', 'y')");
            assertNull(replacement(table), write);
        }
    }

    /** One cell of the image is newer than its row. */
    @Test
    void replacedRow_imageWithACellOfItsOwnTime_isMerged() {
        ProtocolTable table = keyValue();
        table.run("UPDATE %T USING TIMESTAMP 9000000000000000 SET a = 'late' WHERE k = 1");
        table.flush();
        table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 2, 'x', 'y')");
        assertNull(replacement(table));
    }

    /** After flushes the images answer as the SSTables do. */
    @Test
    void flushes_ofRandomWritesToOneRow_leaveImagesThatAnswerAsTheSSTables() {
        Random random = new Random(7);
        ProtocolTable table = keyValue();
        int replaced = 0;
        for (int flush = 0; flush < 100; flush++) {
            if (flush % 4 == 0) { // otherwise the deletions of earlier rounds stay in the image and no row replaces it
                table.truncate();
                table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 1, 'a', 'z') USING TIMESTAMP 5");
                table.flush();
                ProtocolTable.execute(table.command());
            }
            for (int write = random.nextInt(3); write >= 0; write--) {
                table.run(randomWrite(random, flush));
            }
            replaced += table.image() != null && replacement(table) != null ? 1 : 0;
            table.flush();
            String cached = ProtocolTable.execute(table.command());
            dropImage(table, 1);
            assertEquals(ProtocolTable.execute(table.command()), cached, "flush=" + flush);
            ProtocolTable.execute(table.command());
        }
        assertTrue(replaced > 10, "replaced=" + replaced);
    }

    private static String randomWrite(Random random, int value) {
        long timestamp = 1_000 + 10L * value + random.nextInt(40);
        return switch (random.nextInt(8)) {
            case 0 -> "DELETE FROM %T USING TIMESTAMP " + timestamp + " WHERE k = 1";
            case 1 -> "UPDATE %T USING TIMESTAMP " + timestamp + " SET a = 'u" + value + "' WHERE k = 1";
            case 2 -> "INSERT INTO %T (k, c, a) VALUES (1, " + value + ", 'p') USING TIMESTAMP " + timestamp;
            case 3 ->
                "INSERT INTO %T (k, c, a, z) VALUES (1, 0, '', 'ttl') USING TTL 100000 AND TIMESTAMP " + timestamp;
            default ->
                "INSERT INTO %T (k, c, a, z) VALUES (1, " + value + ", 'i" + value + "', '') USING TIMESTAMP "
                        + timestamp;
        };
    }

    private static ProtocolTable keyValue() {
        ProtocolTable table = new ProtocolTable("k", ALL);
        table.run("INSERT INTO %T (k, c, a, z) VALUES (1, 1, 'a', 'z') USING TIMESTAMP 5");
        table.flush();
        table.fill();
        return table;
    }

    /** Returns the row with which a flush would take the fast path; null if it would not. */
    private static Row replacement(ProtocolTable table) {
        ImageLayout layout = table.images().layout(table.store().metadata());
        ByteBuffer image = table.image();
        assertNotNull(image);
        try (MemtablePartitions partitions =
                new MemtablePartitions(memtable(table), table.store().getPartitioner(), layout.everything)) {
            assertTrue(partitions.hasNext());
            partitions.next();
            try (UnfilteredRowIterator rows = partitions.rows(Slices.ALL)) {
                return ReplacedRow.of(layout).of(rows, image);
            }
        }
    }

    /** Returns a table with row 1 of each partition in the cache, and row 2 in the memtable. */
    private static ProtocolTable filled(int partitions) {
        ProtocolTable table = new ProtocolTable(ALL);
        for (int partition = 0; partition < partitions; partition++) {
            table.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 1, 'old')");
        }
        table.flush();
        for (int partition = 0; partition < partitions; partition++) {
            cache(table, partition);
            table.run("INSERT INTO %T (k, c, a) VALUES (" + partition + ", 2, 'new')");
        }
        return table;
    }

    private static void cache(ProtocolTable table, int partition) {
        table.readPartition(partition);
        assertTrue(table.isCached(partition));
    }

    private static List<Integer> inOrder(ProtocolTable table, int partitions) {
        return IntStream.range(0, partitions)
                .boxed()
                .sorted(Comparator.comparing(table::token))
                .toList();
    }

    private static void dropImage(ProtocolTable table, int partition) {
        table.cache().tiers().purgeRange(table.images().state, table.token(partition) - 1, table.token(partition));
    }

    /** Returns the rows of a partition in the SSTables and the image; the memtable is flushed before. */
    private static List<Integer> rowsOfTheImage(ProtocolTable table, int partition) {
        table.flush();
        return table.readPartition(partition);
    }

    private static Memtable memtable(ProtocolTable table) {
        return table.store().getTracker().getView().getCurrentMemtable();
    }

    /** Runs the part of a flush that precedes the switch of the view. */
    private static void sweep(ProtocolTable table, StepClock clock) {
        sweep(table, clock, BUDGET_NANOS);
    }

    private static void sweep(ProtocolTable table, StepClock clock, long nanos) {
        table.images().state.beginChange();
        try {
            table.cache()
                    .changes()
                    .flush(table.store(), memtable(table), new FlushSweep.Bounds(MAX_ROW_BYTES, nanos, clock));
        } finally {
            table.images().state.endChange();
        }
    }

    /** A clock that returns the given times one by one, then the last forever, and runs an action at one of the calls. */
    private static final class StepClock implements LongSupplier {
        private final long[] times;
        private int calls;
        private int actionAt = -1;
        private Runnable action = () -> {};

        StepClock(long... times) {
            this.times = times;
        }

        StepClock at(int call, Runnable action) {
            this.actionAt = call;
            this.action = action;
            return this;
        }

        @Override
        public long getAsLong() {
            if (calls == actionAt) {
                action.run();
            }
            return times[Math.min(calls++, times.length - 1)];
        }
    }
}
