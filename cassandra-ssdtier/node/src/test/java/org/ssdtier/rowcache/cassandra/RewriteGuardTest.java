package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.cassandra.ProtocolTable.ALL;

import java.util.List;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.utils.TimeUUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of transactions that rewrite or drop SSTables, with reads while part of their work is in the view. Each test was seen to fail
 * with its guard removed; the guards are listed in docs/guards.md.
 */
@Tag("concurrency")
class RewriteGuardTest {

    @ParameterizedTest
    @EnumSource(
            value = OperationType.class,
            names = {"SCRUB", "CLEANUP"})
    void rewriteAborted_readWhileTheViewLackedRows_rowsAreThereAgain(OperationType operation) {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        try (LifecycleTransaction rewrite = modify(table, operation)) {
            // as when readers that are opened early replace the originals
            rewrite.obsoleteOriginals();
            rewrite.checkpoint();
            assertEquals(List.of(), table.read());
            assertFalse(table.isCached(), "published from a view in the middle of a rewrite");
        }
        assertEquals(List.of(1), table.read());
    }

    @Test
    void rewriteAborted_imageOfBefore_answersDuringAndAfter() {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        table.fill();
        try (LifecycleTransaction scrub = modify(table, OperationType.SCRUB)) {
            scrub.obsoleteOriginals();
            scrub.checkpoint();
            assertEquals(List.of(1), table.read());
        }
        assertEquals(List.of(1), table.read());
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationType.class,
            names = {"SCRUB", "CLEANUP"})
    void rewrite_ended_imagesArePublishedAgain(OperationType operation) {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        try (LifecycleTransaction rewrite = modify(table, operation)) {
            rewrite.obsoleteOriginals();
            rewrite.finish();
        }
        table.fill();
        table.insert(2);
        table.flush();
        try (LifecycleTransaction rewrite = modify(table, operation)) {
            rewrite.obsoleteOriginals();
            rewrite.checkpoint();
        }
        table.fill();
        assertEquals(List.of(2), table.read());
    }

    @Test
    void transientSSTablesRepaired_areDroppedAsACompaction_imageGoesWithThem() throws Exception {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        for (SSTableReader sstable : table.store().getLiveSSTables()) {
            sstable.mutateRepairedAndReload(0, TimeUUID.Generator.nextTimeUUID(), true);
        }
        table.fill();
        // as a finished repair drops the data of a transient replica
        try (LifecycleTransaction repaired = modify(table, OperationType.COMPACTION)) {
            repaired.obsoleteOriginals();
            repaired.finish();
        }
        assertEquals(List.of(), table.read());
    }

    @Test
    void transientSSTablesRepaired_areKept_imageStays() throws Exception {
        ProtocolTable table = new ProtocolTable(ALL);
        table.insert(1);
        table.flush();
        for (SSTableReader sstable : table.store().getLiveSSTables()) {
            sstable.mutateRepairedAndReload(0, TimeUUID.Generator.nextTimeUUID(), true);
        }
        table.fill();
        modify(table, OperationType.COMPACTION).abort();
        assertTrue(table.isCached());
    }

    private static LifecycleTransaction modify(ProtocolTable table, OperationType operation) {
        return table.store().getTracker().tryModify(table.store().getLiveSSTables(), operation);
    }
}
