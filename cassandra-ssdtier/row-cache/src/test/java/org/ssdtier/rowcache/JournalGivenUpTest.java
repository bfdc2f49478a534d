package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ssdtier.rowcache.TestCache.evict;
import static org.ssdtier.rowcache.TestCache.key;
import static org.ssdtier.rowcache.TestCache.publish;
import static org.ssdtier.rowcache.TestCache.settle;
import static org.ssdtier.rowcache.TestCache.value;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ssdtier.rowcache.StartComparison.Outcome;
import org.ssdtier.segmentlog.device.HookStorage;

/** A journal that was given up and begins again: no row that a change has touched meanwhile may answer after a crash. */
@Tag("crash")
@Timeout(120)
class JournalGivenUpTest extends JournaledCache {
    /** A crash before the first checkpoint of the new journal finds no journal that counts. */
    @Test
    void stampsCannotBeReserved_aNewJournalBegins_killedBeforeItsCheckpoint_isCold() {
        TieredCache killed = withoutJournal();
        fail("checkpoint");
        clock.advanceSeconds(PAUSE_SECONDS);
        settle(killed);
        assertEquals(1, isJournalKept(killed));
        CachedTable table = killed.table(ID);
        killed.journaled().declare(table, FIRST);
        fill(killed, 0, ROWS);
        settle(killed);
        try (TieredCache next = open()) {
            settle(next);
            assertEquals(Outcome.NEW, reconcile(next, FIRST));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
        }
    }

    /**
     * Row 1 changes while there is no journal, row 2 in the new one. Checked by removal: without the pause's end there is no journal,
     * and the start after the kill is cold.
     */
    @Test
    void stampsCannotBeReserved_aNewJournalBegins_killedTwice_touchedRowsStayDead() {
        TieredCache killed = withoutJournal();
        CachedTable table = killed.table(ID);
        killed.journaled().declare(table, FIRST);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 1));
            change.commit(List.of("second"), List.of());
        }
        clock.advanceSeconds(PAUSE_SECONDS - 1);
        settle(killed);
        assertEquals(0, isJournalKept(killed), "during the pause");
        clock.advanceSeconds(1);
        settle(killed);
        assertEquals(1, isJournalKept(killed));
        killed.journaled().declare(table, BOTH);
        saveIndex(killed);
        try (TableChange change = killed.begin(table)) {
            killed.drop(key(table, 2));
            change.commit(List.of("third"), List.of());
        }
        List<String> all = List.of("first", "second", "third");
        for (int life = 0; life < 2; life++) {
            TieredCache next = open();
            settle(next);
            assertEquals(Outcome.SAME, reconcile(next, all));
            assertEquals(-1, value(next, key(next.table(ID), 1)));
            assertEquals(-1, value(next, key(next.table(ID), 2)));
            assertEquals(3, value(next, key(next.table(ID), 3)));
        }
        open().close();
    }

    /** Checked by removal: the stamps of a table that was not in use stay below those of the new journal, and its rows do not count. */
    @Test
    void newJournal_tableWithLowerStamps_isWarm() {
        TieredCache killed = withoutJournal();
        clock.advanceSeconds(PAUSE_SECONDS);
        settle(killed);
        CachedTable other = killed.table(OTHER);
        killed.journaled().declare(other, FIRST);
        saveIndex(killed);
        publish(killed, key(other, 1), 1);
        evict(killed);
        settle(killed);
        fill(killed, ROWS, BUFFERED);
        try (TieredCache next = open()) {
            settle(next);
            CachedTable recovered = next.table(OTHER);
            assertEquals(
                    Outcome.SAME,
                    next.journaled().reconcile(recovered, FIRST, FIRST).outcome());
            assertEquals(1, value(next, key(recovered, 1)));
        }
    }

    /** Checked by removal: the table stays in the journal without what the change has added, and a row of it answers. */
    @Test
    void changeBegunWithoutAJournal_committedWithOne_leavesTheTableOutOfIt() {
        TieredCache killed = withoutJournal();
        CachedTable table = killed.table(ID);
        try (TableChange change = killed.begin(table)) {
            clock.advanceSeconds(PAUSE_SECONDS);
            settle(killed);
            killed.journaled().declare(table, FIRST);
            assertTrue(killed.journaled().contains(table));
            change.commit(List.of("second"), List.of("first"));
            assertFalse(killed.journaled().contains(table));
        }
        killed.close();
    }

    /**
     * Checked by removal: the former journal is read, and the stamps that it has not reserved are used again; if the limit rises before
     * there is a new journal, that happens once the pause is over; if the rows are kept, they take the place of others.
     */
    @Test
    void stampsCannotBeReserved_theJournalCannotBeDeleted_rowsWithSuchStampsAreDropped() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        cache.table(OTHER).raiseStampAbove(1 << 16);
        fill(cache, cache.table(OTHER), 0, ROWS); // a new journal would reserve more stamps than the former one
        cache.table(ID).raiseStampAbove(1 << 24);
        String current = JournalDescriptor.name(lastJournal());
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith("journal") && !device.equals(current)) {
                    throw new IOException("disturbed");
                }
            }

            @Override
            public void beforeDelete(String device) throws IOException {
                throw new IOException("disturbed");
            }
        });
        for (int attempt = 1; attempt <= 3; attempt++) {
            fill(cache, 0, ROWS);
            assertEquals(0, isJournalKept(cache));
            assertEquals(ROWS, stats(cache).movement().admitted());
            assertEquals(attempt * ROWS, stats(cache).rejections().rejectedState());
            assertEquals(0, stats(cache).content().pendingBytes());
            clock.advanceSeconds(attempt * PAUSE_SECONDS);
            settle(cache);
        }
        fill(cache, cache.table(OTHER), ROWS, ROWS);
        assertEquals(2 * ROWS, stats(cache).movement().admitted(), "with stamps that are reserved");
        storage.calm();
        clock.advanceSeconds(4 * PAUSE_SECONDS);
        settle(cache);
        assertEquals(1, isJournalKept(cache));
        fill(cache, 0, ROWS);
        assertEquals(3 * ROWS, stats(cache).movement().admitted());
        cache.close();
    }

    /** Returns a cache with rows that has given up its journal, because no stamps could be reserved. */
    private TieredCache withoutJournal() {
        TieredCache cache = open();
        settle(cache);
        assertEquals(Outcome.NEW, reconcile(cache, FIRST));
        assertEquals(1, isJournalKept(cache));
        cache.table(ID).raiseStampAbove(1 << 24);
        String current = JournalDescriptor.name(lastJournal());
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) throws IOException {
                if (device.startsWith("journal") && !device.equals(current)) {
                    throw new IOException("disturbed");
                }
            }
        });
        fill(cache, 0, ROWS);
        assertEquals(0, isJournalKept(cache));
        storage.calm();
        return cache;
    }

    private long lastJournal() {
        return storage.names().stream()
                .mapToLong(JournalDescriptor::numberOf)
                .max()
                .orElseThrow();
    }
}
