package org.ssdtier.catalogue;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The marks of a catalogue's rounds on the positions of its index: what the round in progress has found, and what the previous
 * one has missed. Guarded by the definition table's monitor.
 */
@SuppressWarnings("ReferenceEquality") // rounds are distinguished by identity
final class RoundMarks {
    /** Positions that the round in progress has found; null if there is none. */
    private @Nullable BitSet found;
    /** Positions that the previous round has not found. */
    private BitSet missed = new BitSet();

    /** Begins a round of this many positions; returns null if one is in progress. */
    @Nullable
    BitSet begin(int size) {
        if (found != null) {
            return null;
        }
        found = new BitSet(size);
        return found;
    }

    /** Returns whether a round is in progress. */
    boolean isOpen(BitSet round) {
        return found == round;
    }

    /** Marks a position as found, if a round is in progress. */
    void find(int position) {
        if (found != null) {
            found.set(position);
        }
    }

    /** Returns the positions that neither a round nor the previous one has found. */
    BitSet missedTwice(BitSet round, int size) {
        assert round.length() <= size : "found=" + round.length() + " of " + size;
        assert missed.length() <= size : "missed=" + missed.length() + " of " + size;
        BitSet twice = (BitSet) missed.clone();
        twice.andNot(round);
        return twice;
    }

    /** Ends a round after which some positions go: those after them move. */
    void end(BitSet round, BitSet gone, int size) {
        BitSet kept = new BitSet();
        for (int position = 0, next = 0; position < size; position++) {
            if (!gone.get(position)) {
                kept.set(next++, !round.get(position));
            }
        }
        found = null;
        missed = kept;
    }

    /** Gives up the round in progress. The previous one is forgotten too. */
    void clear() {
        found = null;
        missed = new BitSet();
    }
}
