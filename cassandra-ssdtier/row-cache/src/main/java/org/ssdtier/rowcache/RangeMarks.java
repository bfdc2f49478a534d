package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The purged token ranges of a table: for each token, the stamp below which its images are dead. Immutable.
 *
 * <p>The token ring is divided into pieces, sorted by their ends; a piece includes its end. Each piece has one stamp,
 * and neighbours have different stamps. A new mark replaces everything it covers, so a range that is purged repeatedly
 * needs no more pieces than a range purged once. A look-up is a binary search.
 *
 * <p>At most {@value #MAX_PIECES} pieces are kept. Beyond that, the narrowest piece is merged into a neighbour with a
 * higher stamp, so that as few tokens as possible are purged needlessly.
 */
final class RangeMarks {
    /** The largest number of pieces. */
    static final int MAX_PIECES = 2_048;

    /** The stamp of tokens that are in no range: no image has a lower one. */
    private static final int UNMARKED = 0;

    /** The marks of a table without purged ranges. */
    static final RangeMarks NONE = new RangeMarks(new long[] {Long.MAX_VALUE}, new int[] {UNMARKED});

    /**
     * A mark: images in the token range (left, right] with a stamp below {@code stamp} are dead. Like Cassandra's
     * Range, it wraps around if left is not less than right; equal ends denote the whole ring.
     */
    record Mark(int stamp, long leftToken, long rightToken) {}

    /** The end of each piece, ascending; the last is the highest token. */
    private final long[] ends;

    private final int[] stamps;

    private RangeMarks(long[] ends, int[] stamps) {
        this.ends = ends;
        this.stamps = stamps;
    }

    /** Returns the marks of a snapshot. */
    static RangeMarks of(List<Mark> marks) {
        RangeMarks all = NONE;
        for (Mark mark : marks) {
            all = all.with(mark.stamp(), mark.leftToken(), mark.rightToken());
        }
        return all;
    }

    /** Returns the marks as a snapshot stores them: no two overlap. */
    List<Mark> toList() {
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < ends.length; i++) {
            if (stamps[i] != UNMARKED) {
                marks.add(new Mark(stamps[i], i == 0 ? Long.MIN_VALUE : ends[i - 1], ends[i]));
            }
        }
        return marks;
    }

    /** Returns the stamp below which images of this token are dead. */
    int stampOf(long token) {
        int found = Arrays.binarySearch(ends, token);
        return stamps[found >= 0 ? found : -found - 1];
    }

    /** Returns the number of pieces. */
    int pieces() {
        return ends.length;
    }

    /**
     * Returns these marks with a new one added.
     *
     * @param stamp the stamp of the new mark, higher than that of every mark the range overlaps
     * @param left the exclusive start of the range (left, right]; as Cassandra's ranges, it wraps around if left is not
     *     less than right
     * @param right the inclusive end of the range
     */
    RangeMarks with(int stamp, long left, long right) {
        if (left < right) {
            return overlaid(stamp, left, right).bounded();
        }
        RangeMarks upper = left == Long.MAX_VALUE ? this : overlaid(stamp, left, Long.MAX_VALUE);
        RangeMarks both = right == Long.MIN_VALUE ? upper : upper.overlaid(stamp, Long.MIN_VALUE, right);
        return both.bounded();
    }

    /**
     * Returns these marks overlaid by a range that does not wrap around. A range that starts at the lowest token
     * includes it; no key has that token.
     */
    private RangeMarks overlaid(int stamp, long left, long right) {
        Pieces pieces = new Pieces(ends.length + 2);
        int i = 0;
        while (ends[i] < left) {
            pieces.add(ends[i], stamps[i]);
            i++;
        }
        if (left > Long.MIN_VALUE) {
            pieces.add(left, stamps[i]);
        }
        pieces.add(right, stamp);
        while (i < ends.length && ends[i] <= right) {
            i++;
        }
        for (; i < ends.length; i++) {
            pieces.add(ends[i], stamps[i]);
        }
        return pieces.toMarks();
    }

    private RangeMarks bounded() {
        RangeMarks marks = this;
        while (marks.ends.length > MAX_PIECES) {
            marks = marks.withoutNarrowest();
        }
        return marks;
    }

    /**
     * Returns marks in which the narrowest piece that has a neighbour with a higher stamp is raised to that stamp, the
     * lower one if both neighbours are higher.
     */
    private RangeMarks withoutNarrowest() {
        int narrowest = -1;
        long leastWidth = -1; // the greatest unsigned value
        for (int i = 0; i < ends.length; i++) {
            long width = ends[i] - (i == 0 ? Long.MIN_VALUE : ends[i - 1]);
            if (raised(i) > stamps[i] && Long.compareUnsigned(width, leastWidth) < 0) {
                narrowest = i;
                leastWidth = width;
            }
        }
        Pieces pieces = new Pieces(ends.length);
        for (int i = 0; i < ends.length; i++) {
            pieces.add(ends[i], i == narrowest ? raised(i) : stamps[i]);
        }
        return pieces.toMarks();
    }

    /**
     * Returns the lowest stamp of a neighbour that is higher than the piece's own stamp; its own stamp if there is
     * none.
     */
    private int raised(int piece) {
        int before = piece == 0 ? UNMARKED : stamps[piece - 1];
        int after = piece == ends.length - 1 ? UNMARKED : stamps[piece + 1];
        int lower = Math.min(before, after);
        return lower > stamps[piece] ? lower : Math.max(stamps[piece], Math.max(before, after));
    }

    /** A builder of marks that joins neighbours with equal stamps into one piece. */
    private static final class Pieces {
        private final long[] ends;
        private final int[] stamps;
        private int count;

        Pieces(int most) {
            ends = new long[most];
            stamps = new int[most];
        }

        void add(long end, int stamp) {
            boolean isMore = count > 0 && stamps[count - 1] == stamp;
            int at = isMore ? count - 1 : count++;
            assert at == 0 || end > ends[at - 1] : "end=" + end + " previous=" + ends[at - 1];
            ends[at] = end;
            stamps[at] = stamp;
        }

        RangeMarks toMarks() {
            assert count > 0 && ends[count - 1] == Long.MAX_VALUE : "pieces=" + count;
            return new RangeMarks(Arrays.copyOf(ends, count), Arrays.copyOf(stamps, count));
        }
    }
}
