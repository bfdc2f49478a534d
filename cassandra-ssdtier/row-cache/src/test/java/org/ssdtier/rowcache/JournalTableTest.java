package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.KeyHashes;

/** The meaning of a table's journal records for the images and SSTables found after a crash. */
@Tag("unit")
class JournalTableTest {
    private static final UUID ID = new UUID(1, 2);
    private static final DeadImages NONE_DEAD = new DeadImages(0, List.of());

    private final JournalTable table = new JournalTable(ID, 10);

    /**
     * A drive without power-loss protection may lose the end of a journal that it had reported as synced. Checked by
     * removal: if every stamp counts, so does an image that depends on a change whose record was lost.
     */
    @Test
    void stampsBeyondTheLastRecord_ofAnyLife_doNotCount() {
        table.apply(record(JournalRecord.Kind.TABLE, 10, 10, List.of("first"), List.of()));
        table.apply(record(JournalRecord.Kind.CHANGE, 11, 12, List.of("second"), List.of()));
        assertTrue(table.counts(10) && table.counts(12));
        assertFalse(table.counts(13));
        table.beginRun(20);
        assertTrue(table.counts(12) && table.counts(20));
        assertFalse(table.counts(13));
        assertFalse(table.counts(19));
        assertFalse(table.counts(21));
    }

    /** Images written before a table was declared do not count, because earlier changes were not recorded. */
    @Test
    void stampsBeforeTheDeclaration_doNotCount() {
        assertFalse(table.counts(10), "not declared at all");
        table.apply(record(JournalRecord.Kind.TABLE, 12, 12, List.of("first"), List.of()));
        assertFalse(table.counts(11));
        assertTrue(table.counts(12));
    }

    /** Checked by removal: if a compaction that never completed is not undone, the table starts cold. */
    @Test
    void compactionThatNeverEnded_itsOriginalsStandForIt() {
        table.apply(record(JournalRecord.Kind.TABLE, 10, 10, List.of("first", "second"), List.of()));
        table.apply(record(JournalRecord.Kind.COMPACTION, 11, 11, List.of("both"), List.of("first", "second")));
        assertEquals(Set.of("both"), table.sstables());
        assertNone(table.differenceTo(Set.of("both")));
        assertNone(table.differenceTo(Set.of("first", "second")));
        assertEquals(
                Set.of("both"),
                table.differenceTo(Set.of("first")).missing(),
                "half of the originals do not stand for it");
    }

    /**
     * Once a checkpoint begins, all compactions before it have ended. Checked by removal: SSTables of the same names
     * that are restored much later would be mistaken for the current ones.
     */
    @Test
    void compactionsBeforeACheckpoint_cannotBeUndoneAnyMore() {
        table.apply(record(JournalRecord.Kind.TABLE, 10, 10, List.of("first", "second"), List.of()));
        table.apply(record(JournalRecord.Kind.COMPACTION, 11, 11, List.of("both"), List.of("first", "second")));
        table.clearCompactions();
        assertEquals(
                Set.of("both"), table.differenceTo(Set.of("first", "second")).missing());
    }

    /** An SSTable is removed that was never added: a record was lost in between. */
    @Test
    void unknownSSTableGoes_theTableIsNotKnownAnyMore() {
        table.apply(record(JournalRecord.Kind.TABLE, 10, 10, List.of("first"), List.of()));
        assertTrue(table.isKnown());
        table.apply(record(JournalRecord.Kind.CHANGE, 11, 11, List.of(), List.of("second")));
        assertFalse(table.isKnown());
        assertFalse(table.counts(11));
    }

    private static void assertNone(JournalTable.Difference difference) {
        assertEquals(Set.of(), difference.missing());
        assertEquals(Set.of(), difference.unknown());
    }

    private static JournalRecord record(
            JournalRecord.Kind kind, int number, int safe, List<String> come, List<String> go) {
        return new JournalRecord(kind, ID, number, safe, NONE_DEAD, come, go, KeyHashes.NONE);
    }
}
