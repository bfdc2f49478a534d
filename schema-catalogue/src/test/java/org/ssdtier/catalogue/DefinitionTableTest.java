package org.ssdtier.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests each step on its own, without threads and without a log. */
@Tag("unit")
class DefinitionTableTest {
    private static final SchemaDefinition DEFINITION = Definitions.numbered(1);
    private static final SchemaDefinition OTHER = Definitions.numbered(2);
    private static final Fingerprint ONE = new Fingerprint(1, 1);
    private static final Fingerprint TWO = new Fingerprint(2, 2);

    private final DefinitionTable table = new DefinitionTable(TestCatalogues.TINY.withPending(2, 1 << 20));

    private static final Lease.Lessor NO_CATALOGUE = new Lease.Lessor() {
        @Override
        public int idOf(Lease lease, SchemaDefinition definition) {
            throw new AssertionError("the table is used directly");
        }

        @Override
        public void close(Lease lease) {
            throw new AssertionError("the table is used directly");
        }
    };

    private Lease lease() {
        Lease lease = new Lease(NO_CATALOGUE, TestCatalogues.TABLE, 1);
        table.open(lease);
        return lease;
    }

    private Outcome intern(Lease lease, SchemaDefinition definition, Fingerprint fingerprint) {
        return table.intern(definition, fingerprint, lease, true);
    }

    /** Without the comparison, a row would be written with the definition of another row. */
    @Test
    void intern_ofAnotherDefinitionWithThatFingerprint_isRefused() {
        table.setIdBound(10);
        Lease lease = lease();
        assertEquals(1, intern(lease, DEFINITION, ONE).id());
        assertEquals(Outcome.refused(Refusal.COLLISION), intern(lease, OTHER, ONE));
        assertEquals(1, table.size());
    }

    /** Without the check of the leases, a writer would get an ID that no lease protects. */
    @Test
    void intern_forWriterThatHasEnded_givesNoId() {
        table.setIdBound(10);
        Lease ended = lease();
        table.clear();
        table.setIdBound(10);
        assertEquals(Outcome.refused(Refusal.RENEWED), intern(ended, DEFINITION, ONE));
    }

    /** Without the bound, an ID would be assigned that is assigned again after a crash. */
    @Test
    void intern_atTheBoundOfIds_givesNone_untilItIsRaised() {
        Lease lease = lease();
        assertEquals(Outcome.refused(Refusal.NONE_RESERVED), intern(lease, DEFINITION, ONE));
        assertTrue(table.needsIds(1));
        table.setIdBound(1);
        assertEquals(1, intern(lease, DEFINITION, ONE).id());
        assertEquals(1, intern(lease, DEFINITION, ONE).id(), "a known definition needs no new ID");
        assertEquals(Outcome.refused(Refusal.NONE_RESERVED), intern(lease, OTHER, TWO));
    }

    /** Without the seal, an ID assigned after the last bound was written would be assigned again. */
    @Test
    void intern_afterTheTableIsSealed_givesNoNewId() {
        table.setIdBound(10);
        Lease lease = lease();
        intern(lease, DEFINITION, ONE);
        table.seal();
        assertEquals(Outcome.refused(Refusal.NONE_RESERVED), intern(lease, OTHER, TWO));
    }

    @Test
    void intern_beyondWhatMayWait_givesIdsAllTheSame_andQueuesThemLater() {
        table.setIdBound(10);
        Lease lease = lease();
        for (int n = 1; n <= 3; n++) {
            assertEquals(
                    n,
                    intern(lease, Definitions.numbered(n), new Fingerprint(n, n))
                            .id());
        }
        assertEquals(2, table.pendingSize());
        assertEquals(DefinitionTable.UNWRITTEN, table.location(3));
        assertEquals(1, table.unwritten());
        assertEquals(1, table.unqueued());
        table.durable(table.pending(), new long[] {100, 200});
        assertEquals(0, table.pendingBytes());
        assertEquals(2, table.durableSize());
        assertEquals(
                3, intern(lease, Definitions.numbered(3), new Fingerprint(3, 3)).id());
        assertEquals(DefinitionTable.PENDING, table.location(3));
        assertEquals(0, table.unwritten());
    }

    @Test
    void intern_beyondTheBytesThatMayWait_queuesNoMore() {
        DefinitionTable small = new DefinitionTable(TestCatalogues.TINY.withPending(100, DEFINITION.heapBytes() + 1));
        small.setIdBound(10);
        Lease lease = lease();
        small.open(lease);
        small.intern(DEFINITION, ONE, lease, true);
        small.intern(OTHER, TWO, lease, true);
        assertEquals(1, small.pendingSize());
        assertTrue(small.isHalfFull());
    }

    @Test
    void adopt_comparesByIdAndFingerprint() {
        table.recoverIds(20);
        table.setIdBound(30);
        assertEquals(Agreement.MISSING, table.adopt(7, DEFINITION, ONE, TestCatalogues.TABLE, true));
        assertEquals(Agreement.SAME, table.adopt(7, DEFINITION, ONE, TestCatalogues.TABLE, true));
        assertEquals(Agreement.DIFFERENT, table.adopt(7, OTHER, TWO, TestCatalogues.TABLE, true));
        assertEquals(Agreement.UNHEARD_OF, table.adopt(21, OTHER, TWO, TestCatalogues.TABLE, true));
        assertEquals(7, table.find(ONE));
        assertEquals(List.of(new PendingDefinition(7, DEFINITION, TestCatalogues.TABLE)), table.pending());
        table.adopt(OTHER, TWO, TestCatalogues.TABLE, true);
        assertEquals(21, table.find(TWO), "a definition without an ID of this catalogue gets the next ID");
    }

    /** With a single round, a definition that a round missed for a moment would be dropped. */
    @Test
    void endRound_dropsOnlyWhatTwoInARowHaveMissed() {
        table.setIdBound(10);
        Lease lease = lease();
        intern(lease, DEFINITION, ONE);
        table.close(lease);
        assertArrayEquals(new int[0], round());
        table.giveUpRound(begin());
        assertArrayEquals(new int[0], round(), "the previous round was given up");
        BitSet found = begin();
        assertNull(table.beginRound(), "one round at a time");
        table.adopt(1, DEFINITION, ONE, TestCatalogues.TABLE, true);
        assertArrayEquals(new int[0], table.endRound(found));
        assertArrayEquals(new int[0], round());
        assertArrayEquals(new int[] {1}, round());
        assertEquals(DefinitionTable.ABSENT, table.location(1));
        assertEquals(0, table.pendingBytes());
        assertEquals(0, table.pendingSize());
    }

    /**
     * Positions change when a definition is dropped: the missed positions of the previous round must move with them.
     */
    @Test
    void endRound_afterSomethingWent_remembersTheRightOnes() {
        table.setIdBound(10);
        Lease lease = lease();
        for (int n = 1; n <= 4; n++) {
            intern(lease, Definitions.numbered(n), new Fingerprint(n, n));
        }
        table.close(lease);
        round(2, 3, 4);
        assertArrayEquals(new int[] {1}, round(2, 4));
        assertArrayEquals(new int[] {3}, round(2));
        assertArrayEquals(new int[] {4}, round(2));
        assertEquals(1, table.size());
        assertArrayEquals(new int[] {2}, table.ids());
    }

    /** A large compaction leases more than is looked up in one step; its last IDs count as well. */
    @Test
    void findLeased_ofMoreThanAStep_findsAll() {
        table.setIdBound(10);
        Lease large = lease();
        intern(large, DEFINITION, ONE);
        for (int repeat = 0; repeat < 10_000; repeat++) {
            intern(large, DEFINITION, ONE);
        }
        intern(large, OTHER, TWO);
        for (int number = 0; number < 3; number++) {
            BitSet round = begin();
            table.findLeased(round);
            assertArrayEquals(new int[0], table.endRound(round));
        }
        assertEquals(2, table.find(TWO));
    }

    /** The definition that a damaged dictionary has lost may be the last copy. */
    @Test
    void findLost_keepsTheDefinition() {
        table.setIdBound(10);
        Lease lease = lease();
        intern(lease, DEFINITION, ONE);
        intern(lease, OTHER, TWO);
        table.close(lease);
        for (int number = 0; number < 3; number++) {
            BitSet round = begin();
            assertTrue(table.findLost(1));
            assertFalse(table.findLost(7), "never assigned");
            table.endRound(round);
        }
        assertEquals(1, table.find(ONE));
        assertEquals(SchemaIds.NONE, table.find(TWO));
    }

    /** A round that was given up because the device hung must not end a later round once the device responds again. */
    @Test
    void endRound_ofARoundThatWasGivenUp_doesNothing() {
        table.setIdBound(10);
        Lease lease = lease();
        intern(lease, DEFINITION, ONE);
        table.close(lease);
        round();
        BitSet stale = begin();
        table.giveUpRound(stale);
        BitSet next = begin();
        assertArrayEquals(new int[0], table.endRound(stale));
        assertNull(table.beginRound());
        assertArrayEquals(new int[0], table.endRound(next));
    }

    private BitSet begin() {
        BitSet round = table.beginRound();
        assertNotNull(round);
        return round;
    }

    private int[] round(int... numbers) {
        BitSet round = begin();
        for (int n : numbers) {
            table.adopt(n, Definitions.numbered(n), new Fingerprint(n, n), TestCatalogues.TABLE, true);
        }
        return table.endRound(round);
    }
}
