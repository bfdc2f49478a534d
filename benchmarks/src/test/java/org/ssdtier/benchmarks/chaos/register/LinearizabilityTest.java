package org.ssdtier.benchmarks.chaos.register;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.chaos.register.RegisterOperation.Kind;
import org.ssdtier.benchmarks.chaos.register.RegisterVerdict.Outcome;

/** Tests of {@link Linearizability} on histories made by hand, and against all orders of small random ones. */
@Tag("unit")
final class LinearizabilityTest {
    private static final int SMALL_HISTORIES = 20_000;

    @Test
    void judge_noOperation_isLinearizable() {
        assertEquals(Outcome.LINEARIZABLE, judge());
    }

    @Test
    void judge_readDuringWrite_mayReturnEither() {
        assertEquals(Outcome.LINEARIZABLE, judge(applied(0, 1, 10, 20), read(0, 12, 14), read(1, 15, 16)));
        assertEquals(Outcome.LINEARIZABLE, judge(applied(0, 1, 10, 20), read(1, 12, 14)));
    }

    @Test
    void judge_readThatGoesBack_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), read(1, 12, 14), read(0, 15, 16)));
    }

    @Test
    void judge_staleReadAfterAcknowledgement_isViolatedAndNamed() {
        RegisterVerdict verdict =
                new Linearizability().judge(List.of(applied(0, 1, 10, 20), applied(1, 2, 30, 40), read(1, 41, 50)));
        assertEquals(Outcome.VIOLATED, verdict.outcome());
        assertTrue(verdict.explanation().contains("read 1"), verdict.explanation());
        assertTrue(verdict.explanation().contains("[2]"), verdict.explanation());
    }

    @Test
    void judge_lostWrite_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), read(0, 30, 40)));
    }

    @Test
    void judge_twoSetsOfTheSameValue_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), applied(0, 2, 15, 25)));
    }

    @Test
    void judge_valueNobodyWrote_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), read(7, 30, 40)));
    }

    @Test
    void judge_refusalWithTheExpectedValue_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), refused(1, 1, 30, 40)));
        assertEquals(Outcome.LINEARIZABLE, judge(applied(0, 1, 10, 20), refused(0, 1, 30, 40)));
    }

    @Test
    void judge_unansweredSet_mayHappenNeverOrLate() {
        assertEquals(Outcome.LINEARIZABLE, judge(applied(0, 1, 10, 20), unknown(1, 2, 30), read(1, 40, 50)));
        assertEquals(
                Outcome.LINEARIZABLE,
                judge(applied(0, 1, 10, 20), unknown(1, 2, 30), read(1, 40, 50), read(2, 60, 70)));
    }

    @Test
    void judge_unansweredSetSeenAndGone_isViolated() {
        assertEquals(
                Outcome.VIOLATED, judge(applied(0, 1, 10, 20), unknown(1, 2, 30), read(2, 40, 50), read(1, 60, 70)));
    }

    @Test
    void judge_unansweredSetSeenBeforeItsRequest_isViolated() {
        assertEquals(Outcome.VIOLATED, judge(applied(0, 1, 10, 20), read(2, 21, 25), unknown(1, 2, 30)));
    }

    @Test
    void judge_chainOfUnansweredSets_isDecidedByItsLast() {
        assertEquals(
                Outcome.LINEARIZABLE,
                judge(applied(0, 1, 10, 20), unknown(1, 2, 30), unknown(2, 3, 40), read(3, 50, 60)));
        assertEquals(
                Outcome.VIOLATED,
                judge(applied(0, 1, 10, 20), unknown(1, 2, 30), unknown(2, 3, 40), read(3, 50, 60), read(2, 70, 80)));
    }

    @Test
    void judge_valueWrittenTwice_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> judge(applied(0, 1, 10, 20), applied(1, 1, 30, 40)));
        assertThrows(IllegalArgumentException.class, () -> judge(applied(1, 0, 10, 20)));
    }

    @Test
    void judge_moreConfigurationsThanAllowed_isUndecided() {
        List<RegisterOperation> history = new ArrayList<>();
        for (int reader = 0; reader < 20; reader++) {
            history.add(RegisterOperation.read(reader, 0, reader, 100));
        }
        assertEquals(Outcome.UNDECIDED, new Linearizability(50).judge(history).outcome());
        for (int reader = 20; reader < 70; reader++) {
            history.add(RegisterOperation.read(reader, 0, reader, 100));
        }
        assertEquals(Outcome.UNDECIDED, new Linearizability().judge(history).outcome());
    }

    /** The search agrees with trying all orders, on histories that are right about as often as wrong. */
    @Test
    void judge_smallRandomHistories_agreesWithAllOrders() {
        int[] verdicts = new int[2];
        for (int seed = 0; seed < SMALL_HISTORIES; seed++) {
            List<RegisterOperation> history = smallHistory(new Random(seed));
            boolean expected = new AllOrders(history).explain(0, 0);
            Outcome found = new Linearizability().judge(history).outcome();
            assertEquals(expected ? Outcome.LINEARIZABLE : Outcome.VIOLATED, found, "seed=" + seed + " " + history);
            verdicts[expected ? 1 : 0]++;
        }
        assertTrue(Math.min(verdicts[0], verdicts[1]) > SMALL_HISTORIES / 20, Arrays.toString(verdicts));
    }

    /** Returns up to six operations with few values and much overlap. */
    private static List<RegisterOperation> smallHistory(Random random) {
        List<RegisterOperation> history = new ArrayList<>();
        int operations = 2 + random.nextInt(5);
        long written = 0;
        for (int i = 0; i < operations; i++) {
            long begin = random.nextInt(20);
            long end = begin + random.nextInt(10);
            long seen = random.nextInt(3);
            switch (random.nextInt(5)) {
                case 0, 1 -> history.add(RegisterOperation.read(i, seen, begin, end));
                case 2 -> history.add(RegisterOperation.refused(i, 9, seen, begin, end));
                case 3 ->
                    history.add(RegisterOperation.unknown(
                            i, written == 0 ? 0 : random.nextLong(written), ++written, begin));
                default ->
                    history.add(RegisterOperation.applied(
                            i, written == 0 ? 0 : random.nextLong(written), ++written, begin, end));
            }
        }
        return history;
    }

    private static Outcome judge(RegisterOperation... history) {
        return new Linearizability().judge(List.of(history)).outcome();
    }

    private static RegisterOperation read(long value, long begin, long end) {
        return RegisterOperation.read(0, value, begin, end);
    }

    private static RegisterOperation applied(long expected, long written, long begin, long end) {
        return RegisterOperation.applied(1, expected, written, begin, end);
    }

    private static RegisterOperation refused(long expected, long observed, long begin, long end) {
        return RegisterOperation.refused(2, expected, observed, begin, end);
    }

    private static RegisterOperation unknown(long expected, long written, long begin) {
        return RegisterOperation.unknown(3, expected, written, begin);
    }

    /** A trial of every order of some operations, without any of the search's ideas. */
    private record AllOrders(List<RegisterOperation> history) {
        /** Returns whether the operations that are not done yet can follow on a register with a value. */
        boolean explain(int done, long value) {
            boolean complete = true;
            for (int i = 0; i < history.size(); i++) {
                RegisterOperation next = history.get(i);
                if ((done & 1 << i) != 0) {
                    continue;
                }
                complete &= next.kind() == Kind.UNKNOWN;
                if (mayBeNext(done, next) && next.isLegal(value) && explain(done | 1 << i, next.after(value))) {
                    return true;
                }
            }
            return complete;
        }

        /** Returns whether no other operation that is left has returned before the request. */
        private boolean mayBeNext(int done, RegisterOperation next) {
            for (int i = 0; i < history.size(); i++) {
                if ((done & 1 << i) == 0 && history.get(i).returned() < next.invoked()) {
                    return false;
                }
            }
            return true;
        }
    }
}
