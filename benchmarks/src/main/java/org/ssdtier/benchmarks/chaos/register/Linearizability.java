package org.ssdtier.benchmarks.chaos.register;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ssdtier.benchmarks.chaos.register.RegisterOperation.Kind;
import org.ssdtier.benchmarks.chaos.register.RegisterVerdict.Outcome;

/**
 * A search for an order of the operations on one register that explains all answers and keeps the order in time of operations
 * that do not overlap (Wing and Gong, 1993).
 *
 * <p>The search goes forward in time and keeps a set of configurations: the value of the register, and which of the operations
 * in progress have taken effect (Lowe, "Testing for linearizability", 2017: just-in-time linearization; equal configurations are
 * explored once). When an operation returns it must have taken effect, so each configuration is continued by operations in
 * progress until it has; configurations that cannot be are dropped. If none is left, no order explains that answer. So the
 * window of the search is the operations in progress.
 *
 * <p>An operation of unknown outcome would stay in progress for ever. Each value is written only once, which gives such an
 * operation an end: if its value was read, it took effect before the first answer with that value; if its value was never read,
 * no answer depends on it, and it is left out.
 */
public final class Linearizability {
    private static final int MOST_IN_PROGRESS = Long.SIZE;
    private static final int STANDARD_LIMIT = 200_000;

    private final int limit;

    /** Creates a search with the standard limit of 200,000 configurations at a time. */
    public Linearizability() {
        this(STANDARD_LIMIT);
    }

    /**
     * Creates a search.
     *
     * @param limit most configurations at a time, at least 1; beyond it the verdict is undecided
     */
    public Linearizability(int limit) {
        this.limit = limit;
    }

    /**
     * Judges the history of one register, absent at the beginning.
     *
     * @throws IllegalArgumentException if a value is written twice, or the absent value is written
     */
    public RegisterVerdict judge(List<RegisterOperation> history) {
        requireUnique(history);
        int unknown = (int) history.stream()
                .filter(operation -> operation.kind() == Kind.UNKNOWN)
                .count();
        String explanation;
        Outcome outcome;
        try {
            explanation = new Search(limit).run(decided(history));
            outcome = explanation.isEmpty() ? Outcome.LINEARIZABLE : Outcome.VIOLATED;
        } catch (LimitException e) {
            explanation = String.valueOf(e.getMessage());
            outcome = Outcome.UNDECIDED;
        }
        return new RegisterVerdict(outcome, history.size(), unknown, explanation);
    }

    private static void requireUnique(List<RegisterOperation> history) {
        Set<Long> written = new HashSet<>(Set.of(RegisterOperation.ABSENT));
        for (RegisterOperation operation : history) {
            if (operation.isWrite() && !written.add(operation.written())) {
                throw new IllegalArgumentException(
                        "written=" + operation.written() + ": allowed are values other than 0, each written once");
            }
        }
    }

    /** Returns the history with an outcome for each operation: unknown ones are left out, or end when their value was seen. */
    private static List<RegisterOperation> decided(List<RegisterOperation> history) {
        Map<Long, RegisterOperation> unknown = new HashMap<>();
        Map<Long, Long> seen = new HashMap<>();
        List<RegisterOperation> decided = new ArrayList<>();
        for (RegisterOperation operation : history) {
            if (operation.kind() == Kind.UNKNOWN) {
                unknown.put(operation.written(), operation);
            } else {
                decided.add(operation);
                seen.merge(operation.required(), operation.returned(), Math::min);
            }
        }
        Deque<Long> values = new ArrayDeque<>(seen.keySet());
        while (!values.isEmpty()) {
            long value = values.remove();
            RegisterOperation writer = unknown.get(value);
            if (writer != null) {
                long until = seen.getOrDefault(value, Long.MAX_VALUE);
                // it took effect, so the value that it required was there before
                if (seen.getOrDefault(writer.expected(), Long.MAX_VALUE) > until) {
                    seen.put(writer.expected(), until);
                    values.add(writer.expected());
                }
            }
        }
        unknown.forEach((value, operation) -> {
            Long until = seen.get(value);
            if (until != null) {
                decided.add(operation.appliedUntil(until));
            }
        });
        return decided;
    }

    /** The end of a search at its limit. */
    private static final class LimitException extends RuntimeException {
        private static final long serialVersionUID = 1;

        LimitException(String message) {
            super(message);
        }
    }

    /** A request or an answer. */
    private record Event(long time, boolean isReturn, RegisterOperation operation) {}

    /**
     * A state that explains all answers so far.
     *
     * @param value value of the register
     * @param done bits of the operations in progress that have taken effect
     */
    private record Configuration(long value, long done) {}

    /** One search. */
    private static final class Search {
        private final int limit;
        private final RegisterOperation[] inProgress = new RegisterOperation[MOST_IN_PROGRESS];
        private final Map<RegisterOperation, Integer> places = new IdentityHashMap<>();
        private Set<Configuration> configurations = Set.of(new Configuration(RegisterOperation.ABSENT, 0));
        private long free = -1;

        Search(int limit) {
            this.limit = limit;
        }

        /** Returns the first answer that cannot be explained, in words, or an empty string. */
        String run(List<RegisterOperation> history) {
            List<Event> events = new ArrayList<>();
            history.forEach(operation -> {
                events.add(new Event(operation.invoked(), false, operation));
                events.add(new Event(operation.returned(), true, operation));
            });
            // of equal times, requests come first: operations that touch may have overlapped
            events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isReturn));
            long origin = events.isEmpty() ? 0 : events.get(0).time();
            for (Event event : events) {
                if (!event.isReturn()) {
                    begin(event.operation());
                    continue;
                }
                Set<Configuration> before = configurations;
                end(event.operation());
                if (configurations.isEmpty()) {
                    return event.operation().describe(origin) + ": no order explains it; possible values before: "
                            + before.stream()
                                    .map(Configuration::value)
                                    .distinct()
                                    .sorted()
                                    .toList();
                }
            }
            return "";
        }

        private void begin(RegisterOperation operation) {
            if (free == 0) {
                throw new LimitException("operations in progress: more than " + MOST_IN_PROGRESS);
            }
            int place = Long.numberOfTrailingZeros(free);
            free &= ~bit(place);
            inProgress[place] = operation;
            places.put(operation, place);
        }

        private void end(RegisterOperation operation) {
            Integer place = places.remove(operation);
            if (place == null) {
                throw new AssertionError(operation);
            }
            configurations = withEffect(bit(place));
            free |= bit(place);
        }

        /** Returns the continuations in which the operation with a bit has taken effect, without that bit. */
        private Set<Configuration> withEffect(long bit) {
            Set<Configuration> found = new HashSet<>();
            Set<Configuration> seen = new HashSet<>(configurations);
            Deque<Configuration> open = new ArrayDeque<>(configurations);
            while (!open.isEmpty()) {
                Configuration configuration = open.remove();
                if ((configuration.done() & bit) != 0) {
                    found.add(new Configuration(configuration.value(), configuration.done() & ~bit));
                    continue;
                }
                for (long left = ~free & ~configuration.done(); left != 0; left &= left - 1) {
                    int place = Long.numberOfTrailingZeros(left);
                    RegisterOperation next = inProgress[place];
                    if (next.isLegal(configuration.value())) {
                        Configuration after =
                                new Configuration(next.after(configuration.value()), configuration.done() | bit(place));
                        if (seen.add(after)) {
                            open.add(after);
                        }
                    }
                }
                if (seen.size() > limit) {
                    throw new LimitException("configurations: more than " + limit);
                }
            }
            return found;
        }

        private static long bit(int place) {
            return 1L << place;
        }
    }
}
