package org.ssdtier.ycsb.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.ycsb.stale.History.Verdict;

@Tag("unit")
class HistoryTest {
    private final History history = new History(4, 0, 1);

    @Test
    void judge_acknowledgedBeforeTheRead_mustBeSeen() {
        write(2, 3);
        History.Start start = history.start(2, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 2, 3));
        assertEquals(Verdict.STALE, history.judge(start, 2, 2));
        assertEquals(Verdict.LOST, history.judge(start, 2, VersionStore.ABSENT));
        assertEquals(Verdict.GHOST, history.judge(start, 2, 4));
        assertEquals(Verdict.GHOST, history.judge(start, 2, -1));
    }

    @Test
    void judge_writtenDuringTheRead_oldAndNewAreRight() {
        write(2, 3);
        History.Start start = history.start(0, 4);
        history.issue(2);
        assertEquals(Verdict.RIGHT, history.judge(start, 2, 3));
        assertEquals(Verdict.RIGHT, history.judge(start, 2, 4));
        history.acknowledge(2, 4);
        assertEquals(Verdict.RIGHT, history.judge(start, 2, 3));
        assertEquals(Verdict.STALE, history.judge(history.start(0, 4), 2, 3));
    }

    @Test
    void judge_unacknowledgedWrite_mayOrMayNotBeSeen() {
        write(1, 1);
        history.issue(1);
        History.Start start = history.start(1, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 1, 1));
        assertEquals(Verdict.RIGHT, history.judge(start, 1, 2));
    }

    @Test
    void judge_neverWritten_isAbsent() {
        History.Start start = history.start(0, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 0, VersionStore.ABSENT));
        assertEquals(Verdict.GHOST, history.judge(start, 0, 1));
    }

    @Test
    void judge_deleted_mustBeAbsentUntilWrittenAgain() {
        History deleting = new History(1, 2, 5);
        long version;
        do {
            version = deleting.issue(0);
            deleting.acknowledge(0, version);
        } while (!deleting.isDelete(0, version));
        History.Start start = deleting.start(0, 1);
        assertEquals(Verdict.RIGHT, deleting.judge(start, 0, VersionStore.ABSENT));
        assertEquals(Verdict.GHOST, deleting.judge(start, 0, version - 1));
        assertEquals(Verdict.GHOST, deleting.judge(start, 0, version));
        assertFalse(deleting.isDelete(0, 1));
    }

    @Test
    void judge_erasedBeforeTheRead_mustNotComeBack() {
        write(0, 2);
        long[] before = history.beginErasure();
        history.issue(0);
        history.endErasure(before, true);
        History.Start start = history.start(0, 1);
        assertEquals(Verdict.GHOST, history.judge(start, 0, 2));
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 3));
        assertEquals(Verdict.RIGHT, history.judge(start, 0, VersionStore.ABSENT));
        history.acknowledge(0, 3);
        // Version 3 was issued during the erasure, so it may have been erased too.
        assertEquals(Verdict.RIGHT, history.judge(history.start(0, 1), 0, VersionStore.ABSENT));
        write(0, 1);
        assertEquals(Verdict.LOST, history.judge(history.start(0, 1), 0, VersionStore.ABSENT));
    }

    @Test
    void judge_erasureDuringTheRead_oldAndAbsentAreRight() {
        write(0, 2);
        History.Start start = history.start(0, 1);
        long[] before = history.beginErasure();
        assertEquals(Verdict.RIGHT, history.judge(start, 0, VersionStore.ABSENT));
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 2));
        History.Start within = history.start(0, 1);
        history.endErasure(before, true);
        assertEquals(Verdict.RIGHT, history.judge(start, 0, VersionStore.ABSENT));
        assertEquals(Verdict.RIGHT, history.judge(within, 0, 2));
        assertEquals(Verdict.RIGHT, history.judge(within, 0, VersionStore.ABSENT));
    }

    @Test
    void judge_failedErasure_rowsMayBeThereOrNot() {
        write(0, 2);
        history.endErasure(history.beginErasure(), false);
        History.Start start = history.start(0, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 2));
        assertEquals(Verdict.RIGHT, history.judge(start, 0, VersionStore.ABSENT));
        assertEquals(Verdict.STALE, history.judge(start, 0, 1));
    }

    @Test
    void settle_undecidedWriteThatHappened_mustBeSeenFromThenOn() {
        write(0, 3);
        history.issue(0);
        assertTrue(history.isUndecided(0));
        history.settle(0, 4);
        assertFalse(history.isUndecided(0));
        History.Start start = history.start(0, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 4));
        assertEquals(Verdict.STALE, history.judge(start, 0, 3));
        assertEquals(Verdict.LOST, history.judge(start, 0, VersionStore.ABSENT));
    }

    @Test
    void settle_undecidedWriteThatDidNotHappen_mustNotComeBack() {
        write(0, 3);
        history.issue(0);
        history.issue(0);
        history.settle(0, 3);
        History.Start start = history.start(0, 1);
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 3));
        assertEquals(Verdict.GHOST, history.judge(start, 0, 4));
        assertEquals(Verdict.GHOST, history.judge(start, 0, 5));
        assertEquals(6, history.issue(0));
        assertEquals(Verdict.RIGHT, history.judge(start, 0, 6));
    }

    @Test
    void settle_undecidedDeletionThatDidNotHappen_isNoExcuseForAnAbsentRow() {
        History deleting = new History(1, 2, 5);
        long version;
        do {
            deleting.acknowledge(0, deleting.issue(0));
            version = deleting.start(0, 1).acknowledged(0);
        } while (deleting.isDelete(0, version) || !deleting.isDelete(0, version + 1));
        deleting.issue(0);
        assertEquals(Verdict.RIGHT, deleting.judge(deleting.start(0, 1), 0, VersionStore.ABSENT));
        deleting.settle(0, version);
        assertEquals(Verdict.LOST, deleting.judge(deleting.start(0, 1), 0, VersionStore.ABSENT));
    }

    @Test
    void settle_undecidedErasureThatHappened_mustNotComeBack() {
        write(0, 2);
        write(1, 2);
        history.endErasure(history.beginErasure(), false);
        assertEquals(Verdict.RIGHT, history.judge(history.start(0, 1), 0, VersionStore.ABSENT));
        assertTrue(history.isUndecided(0));
        history.settle(0, VersionStore.ABSENT);
        history.settle(1, 2);
        assertEquals(Verdict.RIGHT, history.judge(history.start(0, 1), 0, VersionStore.ABSENT));
        assertEquals(Verdict.GHOST, history.judge(history.start(0, 1), 0, 2));
        assertEquals(Verdict.LOST, history.judge(history.start(1, 1), 1, VersionStore.ABSENT));
        write(0, 1);
        assertEquals(Verdict.LOST, history.judge(history.start(0, 1), 0, VersionStore.ABSENT));
    }

    private void write(int row, int times) {
        for (int i = 0; i < times; i++) {
            history.acknowledge(row, history.issue(row));
        }
    }
}
