package org.ssdtier.benchmarks.varied;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.Mix;

/**
 * The columns that each version of a row must have, where a write changes some of them only. Each row has one writer; its
 * versions are added before they are written, so that a reader finds those that it can see.
 */
final class ColumnStates {
    /** The state of a row that does not exist. */
    static final State ABSENT = new State(0, 0, 0, 0, Map.of());

    /** The state of a row after a request of its writer has failed, which may have changed it or not. */
    static final State UNKNOWN = new State(-1, 0, 0, 0, Map.of());

    private static final int TAGS = 4;
    /** Versions of a row that are kept; one that is older is stale, whatever its columns are. */
    private static final int KEPT = 64;

    private final ConcurrentMap<Long, State> newest = new ConcurrentHashMap<>();
    private final ConcurrentMap<Long, ConcurrentMap<Long, State>> states = new ConcurrentHashMap<>();

    /** The columns that a write changes. */
    enum Form {
        /** All columns; the tags are replaced. */
        WHOLE,
        /** The column {@code a}, with the list {@code steps}. */
        PART,
        /** The set {@code marks} and the column {@code pair}. */
        MARKS,
        /** One tag. */
        TAG
    }

    /**
     * The versions that have written the columns of a row.
     *
     * @param version version of the row; 0 if it does not exist
     * @param a version of the column {@code a} and the list {@code steps}; 0 if they are absent
     * @param b version of the column {@code b}; 0 if it is absent
     * @param c version of the set {@code marks} and the column {@code pair}; 0 if they are absent
     * @param tags the versions of the elements of the map {@code tags}
     */
    record State(long version, long a, long b, long c, Map<Integer, Long> tags) {
        State {
            tags = Map.copyOf(tags);
        }
    }

    /** Returns the form of a write, a function of row and version. */
    static Form form(long row, long version) {
        Form[] forms = Form.values();
        return forms[(int) Math.floorMod(Mix.of(row, version), (long) forms.length)];
    }

    /** Returns the tag that a version writes. */
    static int tag(long version) {
        return (int) (version % TAGS);
    }

    /**
     * Adds the version that the row's writer is about to write, and returns its columns. A version that leaves alone what
     * is not known is not known either.
     */
    State add(long row, long version) {
        State before = newest(row);
        if (before.equals(UNKNOWN) && form(row, version) != Form.WHOLE) {
            return UNKNOWN;
        }
        State after =
                switch (form(row, version)) {
                    case WHOLE -> new State(version, version, version, version, Map.of(tag(version), version));
                    case PART -> new State(version, version, before.b, before.c, before.tags);
                    case MARKS -> new State(version, before.a, before.b, version, before.tags);
                    case TAG -> {
                        Map<Integer, Long> tags = new HashMap<>(before.tags);
                        tags.put(tag(version), version);
                        yield new State(version, before.a, before.b, before.c, tags);
                    }
                };
        ConcurrentMap<Long, State> versions = states.computeIfAbsent(row, absent -> new ConcurrentHashMap<>());
        versions.put(version, after);
        versions.keySet().removeIf(old -> old < version - KEPT);
        newest.put(row, after);
        return after;
    }

    /** Notes that the row's writer deletes it: the next version begins without columns. */
    void delete(long row) {
        newest.put(row, ABSENT);
    }

    /** Notes that a request of the row's writer has failed: what it leaves behind is known again with all columns. */
    void fail(long row) {
        newest.put(row, UNKNOWN);
    }

    /**
     * Notes that all rows were removed, while no write was under way: the next version of each begins without columns. What a
     * failed request leaves behind may appear later and stays unknown.
     *
     * @param isDone false if it is not known whether they were removed
     */
    void truncate(boolean isDone) {
        newest.replaceAll((row, state) -> isDone && !state.equals(UNKNOWN) ? ABSENT : unlessAbsent(state));
    }

    private static State unlessAbsent(State state) {
        return state.equals(ABSENT) ? ABSENT : UNKNOWN;
    }

    /** Returns the columns of the row as its writer left it. */
    State newest(long row) {
        return newest.getOrDefault(row, ABSENT);
    }

    /** Returns the columns of a version; null if they are not known, or too old. */
    @Nullable
    State of(long row, long version) {
        ConcurrentMap<Long, State> versions = states.get(row);
        return versions == null ? null : versions.get(version);
    }
}
