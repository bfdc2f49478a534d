package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.NONE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/** Tests of the content that an image purges and of the content that it must keep, as a read or a compaction of the SSTables would. */
@Tag("property")
class SheddingTest {
    private static final String NO_GRACE = " AND gc_grace_seconds = 0";
    private static final String ONLY_REPAIRED = " AND compaction = {'class': 'SizeTieredCompactionStrategy',"
            + " 'only_purge_repaired_tombstones': 'true'}";
    /** Bytes that older timestamps in the SSTables may add to an image. */
    private static final int STATS_BYTES = 16;

    private static final long LONG_AGO = FBUtilities.nowInSeconds() - TimeUnit.DAYS.toSeconds(1);

    @Test
    void flush_ofRowsThatHaveExpired_addsNothingToTheImage() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.insert(1);
        table.flush();
        table.fill();
        int bytes = bytes(table);
        for (int flush = 0; flush < 3; flush++) {
            insertExpired(table, 10 * flush, 10);
            table.flush();
        }
        assertTrue(bytes(table) <= bytes + STATS_BYTES, "bytes=" + bytes(table) + " before=" + bytes);
        assertEquals(List.of(1), table.read());
    }

    @Test
    void flush_ofRowsThatHaveExpiredWithinGcGrace_keepsTheirDeletionsOnly() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.runAt(
                LONG_AGO,
                "INSERT INTO %T (k, c, a) VALUES (1, 2, '" + "x".repeat(1_000) + "') USING TTL 60 AND TIMESTAMP 5");
        table.flush();
        assertTrue(bytes(table) < 200, "bytes=" + bytes(table));
        // older than the expired row
        table.run("UPDATE %T USING TIMESTAMP 4 SET a = 'ghost' WHERE k = 1 AND c = 2");
        assertEquals(List.of(1), table.read());
    }

    @Test
    void load_ofRowsThatHaveExpired_leavesThemOut() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.insert(1);
        table.flush();
        table.fill();
        int bytes = bytes(table);
        ProtocolTable other = new ProtocolTable("k, c", ALL + NO_GRACE);
        other.insert(1);
        insertExpired(other, 10, 10);
        other.flush();
        other.fill();
        assertTrue(bytes(other) <= bytes + STATS_BYTES, "bytes=" + bytes(other) + " without=" + bytes);
    }

    @Test
    void flush_deletionThatAnOlderWriteInTheNewMemtableNeeds_isKept() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.run("INSERT INTO %T (k, c, a) VALUES (1, 1, 'old') USING TIMESTAMP 1000");
        table.flush();
        table.fill();
        table.runAt(LONG_AGO, "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c = 1");
        table.at(
                Step.FLUSH_MERGING,
                () -> table.run("INSERT INTO %T (k, c, a) VALUES (1, 1, 'ghost') USING TIMESTAMP 1500"));
        table.flush();
        assertTrue(table.isCached());
        assertEquals(List.of(), table.read());
    }

    /** Between the merge of an image and the switch of the view, a read joins the new image with the memtable. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c = 1",
                "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c < 2",
                "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1",
                "INSERT INTO %T (k, c, a) VALUES (1, 1, 'gone') USING TTL 60 AND TIMESTAMP 2000"
            })
    void flush_deletionThatAnOlderWriteInItsOwnMemtableNeeds_isNotPurgedBeforeTheSwitch(String deletion) {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.insert(2);
        table.runAt(LONG_AGO, deletion);
        table.flush();
        table.run("INSERT INTO %T (k, c, a) VALUES (1, 1, 'ghost') USING TIMESTAMP 1500");
        table.fill();
        assertEquals(List.of(2), table.read());
        List<Integer> meanwhile = new ArrayList<>();
        table.at(Step.FLUSH_MERGED, () -> meanwhile.addAll(table.read()));
        table.flush();
        assertEquals(List.of(2), meanwhile);
        assertEquals(List.of(2), table.read());
    }

    @Test
    void load_deletionThatAnOlderWriteInTheMemtableNeeds_isKept() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.runAt(LONG_AGO, "DELETE FROM %T USING TIMESTAMP 2000 WHERE k = 1 AND c = 1");
        table.insert(2);
        table.flush();
        table.run("INSERT INTO %T (k, c, a) VALUES (1, 1, 'ghost') USING TIMESTAMP 1500");
        table.fill();
        assertEquals(List.of(2), table.read());
    }

    /** A deleted counter stays deleted for later increments, too, until its deletion is purged from the SSTables. */
    @Test
    void load_deletionOfACounter_isKept() {
        assertEquals(countersAfterADeletion(NONE), countersAfterADeletion(ALL));
    }

    private static List<Integer> countersAfterADeletion(String caching) {
        ProtocolTable table = ProtocolTable.ofCounters(caching + NO_GRACE);
        table.run("UPDATE %T SET n = n + 1 WHERE k = 1 AND c = 1");
        table.run("UPDATE %T SET n = n + 1 WHERE k = 1 AND c = 2");
        table.runAt(LONG_AGO, "DELETE n FROM %T WHERE k = 1 AND c = 1");
        table.flush();
        table.run("UPDATE %T SET n = n + 1 WHERE k = 1 AND c = 1");
        table.read();
        table.read();
        return table.read();
    }

    @Test
    void imageThatIsMostlyDead_isMadeAnew() throws IOException {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        table.insert(1);
        insertExpired(table, 10, 10);
        table.flush();
        ByteBuffer fat = imageWithAllThatHasExpired(table);
        table.publish(fat);
        assertEquals(1, table.count(Step.LOADING, () -> assertEquals(List.of(1), table.read())));
        assertTrue(bytes(table) < fat.remaining() / 2, "bytes=" + bytes(table) + " before=" + fat.remaining());
        assertEquals(0, table.count(Step.LOADING, table::read));
    }

    @Test
    void imageWhoseDeletionsAMemtableNeeds_isNotMadeAnewAgainAndAgain() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE);
        insertExpired(table, 10, 10);
        table.flush();
        table.run("INSERT INTO %T (k, c, a) VALUES (1, 1, 'old') USING TIMESTAMP 1");
        table.fill();
        assertEquals(0, table.count(Step.LOADING, table::read));
    }

    @Test
    void tooLarge_truncated_isCachedAgain() {
        ProtocolTable table = new ProtocolTable(ALL);
        for (int row = 0; row < 20; row++) {
            table.run("INSERT INTO %T (k, c, a) VALUES (1, " + row + ", '" + "x".repeat(4_000) + "')");
        }
        table.flush();
        table.read();
        assertFalse(table.isCached());
        table.truncate();
        table.insert(1);
        table.flush();
        table.read();
        assertTrue(table.isCached());
    }

    @Test
    void emptyPartition_isCachedAtSecondSight() {
        ProtocolTable table = new ProtocolTable(ALL);
        assertEquals(List.of(), table.read());
        assertFalse(table.isCached());
        assertEquals(List.of(), table.read());
        assertTrue(table.isCached());
    }

    @Test
    void onlyPurgeRepairedTombstones_repairedWhileTheImageLives_isAnsweredAsFromDisk() throws IOException {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE + ONLY_REPAIRED);
        table.insert(2);
        table.runAt(LONG_AGO, "DELETE FROM %T WHERE k = 1 AND c = 1");
        table.flush();
        table.fill();
        String unrepaired = ProtocolTable.execute(table.command());
        assertEquals(withoutCache(table), unrepaired);
        table.fill();
        List<SSTableReader> sstables = List.copyOf(table.store().getLiveSSTables());
        table.store().getCompactionStrategyManager().mutateRepaired(sstables, System.currentTimeMillis(), null, false);
        assertTrue(table.isCached());
        String repaired = ProtocolTable.execute(table.command());
        assertEquals(withoutCache(table), repaired);
        assertFalse(unrepaired.equals(repaired), repaired);
    }

    @Test
    void onlyPurgeRepairedTombstones_imageKeepsThem() {
        ProtocolTable table = new ProtocolTable("k, c", ALL + NO_GRACE + ONLY_REPAIRED);
        table.insert(2);
        table.flush();
        table.fill();
        table.runAt(LONG_AGO, "DELETE FROM %T WHERE k = 1 AND c = 1");
        table.flush();
        assertTrue(table.isCached());
        String cached = ProtocolTable.execute(table.command());
        assertEquals(withoutCache(table), cached);
    }

    /** Returns the answer of the SSTables, after dropping the image. */
    private static String withoutCache(ProtocolTable table) {
        table.run("ALTER TABLE %T WITH caching = " + NONE);
        String answer = ProtocolTable.execute(table.command());
        table.run("ALTER TABLE %T WITH caching = " + ALL);
        return answer;
    }

    private static void insertExpired(ProtocolTable table, int first, int rows) {
        for (int row = first; row < first + rows; row++) {
            table.runAt(
                    LONG_AGO,
                    "INSERT INTO %T (k, c, a) VALUES (1, " + (100 + row)
                            + ", 'expired') USING TTL 60 AND TIMESTAMP 1000");
        }
    }

    private static ByteBuffer imageWithAllThatHasExpired(ProtocolTable table) throws IOException {
        SinglePartitionReadCommand command = table.command();
        ImageLayout layout = table.images().layout(command.metadata());
        DataOutputBuffer out = new DataOutputBuffer();
        try (ReadExecutionController controller = command.executionController();
                UnfilteredRowIterator rows = command.queryMemtableAndDisk(table.store(), controller)) {
            RowImageWriter.encode(layout, rows, new RowImageWriter.Limits(Integer.MAX_VALUE, 1 << 20, LONG_AGO), out);
        }
        return out.buffer();
    }

    private static int bytes(ProtocolTable table) {
        ByteBuffer image = table.image();
        assertNotNull(image, "the partition has no image");
        return image.remaining();
    }
}
