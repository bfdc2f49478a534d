package org.ssdtier.benchmarks.peers.probe;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts answers by what they are worth. A store may lose a row; it must not answer with an older version than the newest that
 * it acknowledged before it was asked, and not with anything else than a value of the row.
 */
final class Census {
    private final LongAdder current = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder absent = new LongAdder();

    /** What an answer is worth. */
    enum Verdict {
        /** The newest version, or one put since. */
        CURRENT,
        /** An older version. */
        STALE,
        /** Bytes that were never put for this row. */
        WRONG,
        /** No answer. */
        ABSENT
    }

    /**
     * Judges and counts one answer.
     *
     * @param acknowledged the newest acknowledged version, read before the store was asked
     * @param answer what the store said
     */
    Verdict judge(long number, int acknowledged, byte @Nullable [] answer) {
        if (answer == null) {
            absent.increment();
            return Verdict.ABSENT;
        }
        int version = Rows.version(number, answer);
        if (version == Rows.WRONG) {
            wrong.increment();
            return Verdict.WRONG;
        }
        if (version < acknowledged) {
            stale.increment();
            return Verdict.STALE;
        }
        current.increment();
        return Verdict.CURRENT;
    }

    long current() {
        return current.sum();
    }

    long stale() {
        return stale.sum();
    }

    long wrong() {
        return wrong.sum();
    }

    long absent() {
        return absent.sum();
    }
}
