package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.FIRST_TWO;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.NONE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Murmur3Partitioner.LongToken;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/**
 * Tests of one interleaving for each guard of the protocol, forced by {@link ProtocolSteps}. Each was seen to fail with its guard
 * removed; the guards are listed in docs/guards.md.
 */
@Tag("concurrency")
class ProtocolGuardTest {

    @Test
    void ticketBeforeView_truncateBetween_noMixOfOldMemtableAndNewImage() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.fill();
        table.at(Step.TICKET_TAKEN, () -> {
            table.truncate();
            table.insert(2);
            table.flush();
            table.fill();
        });
        assertEquals(List.of(2), table.read());
    }

    @Test
    void viewBeforeLookUp_flushBetween_flushedRowIsRead() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        table.at(Step.VIEW_TAKEN, table::flush);
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void ticketCheckedAfterLookUp_truncateAfterView_newImageDoesNotJoinOldMemtable() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.fill();
        table.at(Step.VIEW_TAKEN, () -> {
            table.truncate();
            table.insert(2);
            table.flush();
            table.fill();
        });
        assertNotEquals(List.of(1, 2), table.read());
        assertEquals(List.of(2), table.read());
    }

    @Test
    void publishAfterFlush_imageOfBeforeTheFlush_isRefused() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.insert(2);
        table.at(Step.LOADED, table::flush);
        assertEquals(List.of(1, 2), table.read());
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void publishDuringFlush_imageOfBeforeTheFlush_isRefused() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.insert(2);
        List<Integer> during = new ArrayList<>();
        table.at(Step.FLUSH_MERGED, () -> during.addAll(table.read()));
        table.flush();
        assertEquals(List.of(1, 2), during);
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void flush_cachedPartition_imageHasTheFlushedRows() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        table.flush();
        assertTrue(table.isCached(), "a flush keeps what it refreshes");
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void flush_readBeforeTheMerge_memtableIsStillInTheView() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        List<Integer> during = new ArrayList<>();
        table.at(Step.FLUSH_MERGING, () -> during.addAll(table.read()));
        table.flush();
        assertEquals(List.of(1, 2), during);
    }

    @Test
    void flush_ended_imagesArePublishedAgain() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.read();
        assertTrue(table.isCached());
    }

    @Test
    void flush_failedMerge_dropsTheTablesImages() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.insert(2);
        table.at(Step.FLUSH_MERGING, () -> {
            throw new IllegalStateException("thrown by the test");
        });
        table.flush();
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void flush_whileTheTableIsNotCached_dropsWhatIsLeftInTheCache() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        ByteBuffer left = table.image();
        table.run("ALTER TABLE %T WITH caching = " + NONE);
        table.publish(left);
        assertTrue(table.isCached());
        table.insert(2);
        table.flush();
        assertFalse(table.isCached());
    }

    @Test
    void flush_imageOfTheFirstRows_stopsWhereTheImageStops() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3, 5);
        table.flush();
        table.fill();
        table.run("DELETE FROM %T WHERE k = 1 AND c = 1");
        table.insert(4);
        table.flush();
        assertEquals(List.of(2, 3, 4, 5), table.read());
        assertEquals(List.of(2, 3, 4), table.read(" AND c <= 4"));
        assertEquals(List.of(2), table.read(" AND c <= 2"));
    }

    @Test
    void imageOfTheFirstRows_queryBeyond_isNotAnsweredFromItAlone() {
        ProtocolTable table = new ProtocolTable(FIRST_TWO);
        table.insert(1, 2, 3);
        table.flush();
        table.fill();
        assertEquals(List.of(1, 2, 3), table.read(" AND c <= 3"));
        assertEquals(List.of(3), table.read(" AND c = 3"));
        assertEquals(List.of(3, 2, 1), table.read(" ORDER BY c DESC"));
    }

    @Test
    void import_cachedPartition_newRowsAreRead(@TempDir Path directory) throws IOException {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        String files = sstableWithRowTwo(table, directory);
        table.importFrom(files);
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void import_readBeforeTheViewIsSwitched_doesNotPublish(@TempDir Path directory) throws IOException {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        String files = sstableWithRowTwo(table, directory);
        table.at(Step.PURGED, table::read);
        table.importFrom(files);
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void drop_readAfterTheViewIsSwitched_givesNothing() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        List<Integer> during = new ArrayList<>(List.of(-1));
        table.at(Step.REPLACED, () -> {
            during.clear();
            during.addAll(table.read());
        });
        table.store().markObsolete(table.store().getLiveSSTables(), OperationType.UNKNOWN);
        assertEquals(List.of(), during);
        assertEquals(List.of(), table.read());
    }

    @Test
    void drop_readBeforeTheViewIsSwitched_doesNotPublish() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        List<Boolean> cached = new ArrayList<>();
        table.at(Step.PURGED, () -> {
            table.read();
            cached.add(table.isCached());
        });
        table.store().markObsolete(table.store().getLiveSSTables(), OperationType.UNKNOWN);
        assertEquals(List.of(false), cached);
        assertEquals(List.of(), table.read());
    }

    @Test
    void truncate_cachedPartition_givesNothing() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.truncate();
        assertEquals(List.of(), table.read());
    }

    @Test
    void replacedByOtherContent_cachedPartition_isReadAnew() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        // like a scrub that keeps nothing
        try (LifecycleTransaction scrub =
                table.store().getTracker().tryModify(table.store().getLiveSSTables(), OperationType.SCRUB)) {
            scrub.obsoleteOriginals();
            scrub.prepareToCommit();
            scrub.commit();
        }
        assertEquals(List.of(), table.read());
    }

    @Test
    void compaction_cachedPartition_keepsItsImage() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.insert(2);
        table.flush();
        table.fill();
        table.store().forceMajorCompaction();
        assertTrue(table.isCached());
        assertEquals(List.of(1, 2), table.read());
    }

    @Test
    void alter_cachedPartition_dropsTheImage() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.run("ALTER TABLE %T WITH caching = " + NONE);
        assertFalse(table.isCached());
    }

    @Test
    void reloadWithoutChange_cachedPartition_keepsItsImage() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        table.store().reload();
        assertTrue(table.isCached());
    }

    @Test
    void imageOfAnOlderDefinition_isNeverDecodedWithTheNewOne() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.run("INSERT INTO %T (k, c, z) VALUES (1, 1, 'value')");
        table.flush();
        SinglePartitionReadCommand old = table.command();
        // columns a, z become z, zz: the second column of the old image is not the new second column
        table.run("ALTER TABLE %T DROP a");
        table.run("ALTER TABLE %T ADD zz text");
        String late = ProtocolTable.execute(old);
        assertTrue(late.contains("z=value"), late);
        assertTrue(table.isCached(), "the late read has published an image of the old definition");
        String now = ProtocolTable.execute(table.command());
        assertTrue(now.contains("z=value") && !now.contains("zz=value"), now);
    }

    @Test
    void tooLarge_readAgain_isReadWholeForTheCacheOnce() {
        ProtocolTable table = new ProtocolTable(ALL);
        for (int row = 0; row < 20; row++) {
            table.run("INSERT INTO %T (k, c, a) VALUES (1, " + row + ", '" + "x".repeat(4_000) + "')");
        }
        table.flush();
        int loads = table.count(Step.LOADING, () -> {
            table.read();
            table.read();
            table.read();
        });
        assertEquals(1, loads);
        assertFalse(table.isCached());
        table.run("INSERT INTO %T (k, c, a) VALUES (2, 1, 'small')");
        table.flush();
        assertEquals(0, table.count(Step.LOADING, table::read), "a flush of another partition forgot it");
    }

    @Test
    void cleanup_partitionNoLongerOwned_dropsTheImageAndNoOther() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        long token = tokenOfThePartition(table);
        ImageChanges changes = table.cache().changes();
        changes.purgeOutside(table.store(), List.of(range(token - 1, token)));
        assertTrue(table.isCached());
        changes.purgeOutside(table.store(), List.of(range(token, token - 1)));
        assertFalse(table.isCached());
    }

    private static Range<Token> range(long left, long right) {
        return new Range<>(new LongToken(left), new LongToken(right));
    }

    private static long tokenOfThePartition(ProtocolTable table) {
        return table.token(1);
    }

    /** Creates the files of an SSTable with row 2, to be imported into the table; the table itself is not changed. */
    private static String sstableWithRowTwo(ProtocolTable table, Path directory) throws IOException {
        ProtocolTable source = new ProtocolTable(NONE);
        source.insert(2);
        source.flush();
        return source.copyFor(table, directory);
    }
}
