package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.RangeMarks.Mark;

/** Tests of {@link RangeMarks} against a list of all purged ranges. */
@Tag("property")
class RangeMarksTest {
    private static final int VNODES = 256;
    private static final int TOKENS = 100;

    @Test
    void stampOf_randomRanges_isTheLastPurgeOfTheToken() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<Mark> purged = new ArrayList<>();
            RangeMarks marks = RangeMarks.NONE;
            for (int stamp = 1; stamp <= 40; stamp++) {
                Mark mark = new Mark(stamp, token(random), token(random));
                purged.add(mark);
                marks = marks.with(mark.stamp(), mark.leftToken(), mark.rightToken());
                compare(purged, marks, "seed=" + seed);
                compare(purged, RangeMarks.of(marks.toList()), "from a snapshot, seed=" + seed);
            }
        }
    }

    @Test
    void none_hasNoMark() {
        assertTrue(RangeMarks.NONE.toList().isEmpty());
        assertSame(RangeMarks.NONE, RangeMarks.of(List.of()));
    }

    @Test
    void with_equalRangesAgain_takesNoMoreRoom() {
        RangeMarks marks = RangeMarks.NONE;
        for (int stamp = 1; stamp <= 10 * VNODES; stamp++) {
            long left = (stamp % VNODES) * 1_000L;
            marks = marks.with(stamp, left, left + 500);
        }
        assertEquals(2 * VNODES + 1, marks.pieces());
        assertEquals(1, marks.with(10 * VNODES + 1, 0, 0).pieces());
    }

    /** Checked by removal: without the bound, there are twice as many pieces as ranges. */
    @Test
    void with_moreRangesThanAreKept_losesTheNarrowestGapsOnly() {
        int ranges = 2 * RangeMarks.MAX_PIECES;
        long wide = 1L << 40;
        List<Mark> purged = new ArrayList<>();
        RangeMarks marks = RangeMarks.NONE;
        for (int stamp = 1; stamp <= ranges; stamp++) {
            // in every group of eight ranges the first follows a wide gap, the others a narrow one
            long left = (stamp / 8) * wide + (stamp % 8) * 100L;
            purged.add(new Mark(stamp, left, left + 50));
            marks = marks.with(stamp, left, left + 50);
            assertTrue(marks.pieces() <= RangeMarks.MAX_PIECES);
        }
        for (Mark mark : purged) {
            assertTrue(marks.stampOf(mark.rightToken()) >= mark.stamp(), mark::toString);
        }
        for (long gap = 1; gap < ranges / 8; gap++) {
            assertEquals(0, marks.stampOf(gap * wide - wide / 2), "a wide gap");
        }
    }

    private static void compare(List<Mark> purged, RangeMarks marks, String what) {
        for (long token = 0; token <= TOKENS + 1; token++) {
            assertEquals(expected(purged, token), marks.stampOf(token), what + " token=" + token);
        }
        assertEquals(expected(purged, Long.MAX_VALUE), marks.stampOf(Long.MAX_VALUE), what);
        assertEquals(expected(purged, Long.MIN_VALUE + 1), marks.stampOf(Long.MIN_VALUE + 1), what);
    }

    private static int expected(List<Mark> purged, long token) {
        int last = 0;
        for (Mark mark : purged) {
            long left = mark.leftToken();
            long right = mark.rightToken();
            boolean isInside = left < right ? left < token && token <= right : left < token || token <= right;
            last = isInside ? mark.stamp() : last;
        }
        return last;
    }

    private static long token(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextInt(TOKENS);
        };
    }
}
