package org.ssdtier.benchmarks.peers.probe;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A counter of answers by verdict. A store may lose a row, but an answer must not be older than the newest version
 * acknowledged before the request, and must be a value of the row.
 */
final class Census {
    private final LongAdder current = new LongAdder();
    private final LongAdder stale = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder absent = new LongAdder();

    /** The verdict on an answer. */
    enum Verdict {
        /** The newest version, or one written since. */
        CURRENT,
        /** An older version. */
        STALE,
        /** Bytes that were never written for this row. */
        WRONG,
        /** No answer. */
        ABSENT
    }

    /**
     * Judges and counts one answer.
     *
     * @param acknowledged the newest acknowledged version, read before the request
     * @param answer answer of the store, or null
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
