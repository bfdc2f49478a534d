package org.ssdtier.benchmarks.chaos.register;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.chaos.register.RegisterVerdict.Outcome;

/** Simulated clients of a register in virtual time: right registers are accepted, wrong ones are found out. */
@Tag("simulation")
final class SimulatedRegisterTest {
    private static final int CLIENTS = 5;
    private static final int OPERATIONS = 2_000;
    private static final int SEEDS = 50;

    @Test
    void judge_rightRegisterWithTimeouts_isLinearizable() {
        for (int seed = 0; seed < SEEDS; seed++) {
            RegisterVerdict verdict = new Linearizability().judge(new Simulation(seed, Flaw.NONE).run());
            assertEquals(Outcome.LINEARIZABLE, verdict.outcome(), "seed=" + seed + " " + verdict);
            assertTrue(verdict.unknown() > 20, verdict.toString());
        }
    }

    @Test
    void judge_registerWithStaleReads_isViolated() {
        assertAllViolated(Flaw.STALE_READS);
    }

    @Test
    void judge_registerThatLosesWrites_isViolated() {
        assertAllViolated(Flaw.LOST_WRITES);
    }

    @Test
    void judge_registerThatAppliesUnansweredWritesTwice_isViolated() {
        assertAllViolated(Flaw.LATE_REPETITIONS);
    }

    private static void assertAllViolated(Flaw flaw) {
        for (int seed = 0; seed < SEEDS; seed++) {
            RegisterVerdict verdict = new Linearizability().judge(new Simulation(seed, flaw).run());
            assertEquals(Outcome.VIOLATED, verdict.outcome(), "seed=" + seed + " " + verdict);
        }
    }

    /** The flaw of a register. */
    private enum Flaw {
        NONE,
        /** Some reads return the value before the last. */
        STALE_READS,
        /** Some writes are acknowledged and not done. */
        LOST_WRITES,
        /** Some writes without an answer are done a second time, later, whatever the value is. */
        LATE_REPETITIONS
    }

    /** A step of a request: the time at which it takes effect at the register. */
    private record Effect(long time, int client, long invoked, long returned, boolean isRead, boolean isAnswered) {}

    /** One simulated register with its clients. */
    private static final class Simulation {
        private final Random random;
        private final Flaw flaw;
        private final List<RegisterOperation> history = new ArrayList<>();
        private final PriorityQueue<Effect> effects = new PriorityQueue<>((a, b) -> Long.compare(a.time(), b.time()));
        private final long[] known = new long[CLIENTS];
        private long value;
        private long before;
        private long lastUnanswered;
        private long written;

        Simulation(int seed, Flaw flaw) {
            this.random = new Random(seed);
            this.flaw = flaw;
        }

        List<RegisterOperation> run() {
            for (int client = 0; client < CLIENTS; client++) {
                request(client, random.nextInt(100));
            }
            while (history.size() < OPERATIONS) {
                Effect effect = effects.remove();
                apply(effect);
                if (effect.isAnswered()) {
                    request(effect.client(), effect.returned() + 1 + random.nextInt(20));
                }
            }
            return history;
        }

        /** Sends a request; an unanswered one may take effect after its client has given up and sent others. */
        private void request(int client, long time) {
            boolean isAnswered = random.nextInt(20) > 0;
            long returned = time + 2 + random.nextInt(100);
            long effect = isAnswered ? time + random.nextLong(returned - time + 1) : time + random.nextInt(1_000);
            effects.add(new Effect(effect, client, time, returned, random.nextInt(3) == 0, isAnswered));
            if (!isAnswered) {
                request(client, returned + 1 + random.nextInt(20));
            }
        }

        private void apply(Effect effect) {
            repeatSometimes();
            if (effect.isRead()) {
                if (effect.isAnswered()) {
                    boolean isStale = flaw == Flaw.STALE_READS && random.nextInt(20) == 0;
                    known[effect.client()] = value;
                    history.add(RegisterOperation.read(
                            effect.client(), isStale ? before : value, effect.invoked(), effect.returned()));
                }
                return;
            }
            long expected = known[effect.client()];
            boolean applies = expected == value;
            long observed = value;
            long wanted = ++written;
            boolean isLost = flaw == Flaw.LOST_WRITES && random.nextInt(20) == 0;
            if (applies && !isLost) {
                before = value;
                value = wanted;
            }
            if (!effect.isAnswered()) {
                lastUnanswered = applies ? wanted : lastUnanswered;
                history.add(RegisterOperation.unknown(effect.client(), expected, wanted, effect.invoked()));
            } else if (applies) {
                known[effect.client()] = wanted;
                history.add(RegisterOperation.applied(
                        effect.client(), expected, wanted, effect.invoked(), effect.returned()));
            } else {
                known[effect.client()] = observed;
                history.add(RegisterOperation.refused(
                        effect.client(), expected, observed, effect.invoked(), effect.returned()));
            }
        }

        private void repeatSometimes() {
            if (flaw == Flaw.LATE_REPETITIONS && lastUnanswered != 0 && random.nextInt(10) == 0) {
                before = value;
                value = lastUnanswered;
                lastUnanswered = 0;
            }
        }
    }
}
