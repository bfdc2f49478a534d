package org.ssdtier.node.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.node.differential.RandomTable.Flavour;
import org.ssdtier.node.differential.Twins.Pair;
import org.ssdtier.node.differential.Twins.Way;
import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * A random table, its twin, and the histories of their partitions, played in turns. In each turn, every history runs some operations,
 * in random order of histories; then the tables have some events, see {@link Upkeep}; then all their rows are compared.
 */
final class Round {
    static final int HISTORIES = 32;
    /** Value for all histories in place of the number of one. */
    static final int ALL = -1;
    /** Seconds by which histories are ahead of the clock, so that for a compaction, which uses the clock, no more has expired than for a read. */
    static final int FUTURE = 600;
    /** Seconds by which purging rounds are behind the clock, so that a compaction may drop everything deleted or expired. */
    private static final int PAST = 100_000;

    private static final int FEWEST_TURNS = 4;
    private static final int MOST_TURNS = 8;
    private static final List<Flavour> FLAVOURS = List.of(
            Flavour.COLUMNS,
            Flavour.COLUMNS,
            Flavour.COLUMNS,
            Flavour.COLUMNS,
            Flavour.TTL,
            Flavour.TTL,
            Flavour.TTL,
            Flavour.LWT,
            Flavour.COUNTERS);
    private static final int[] PAGE_SIZES = {-1, -1, 50, 7};

    /** The feature that only the first twin has. */
    enum Subject {
        /** The row cache. */
        ROW_CACHE,
        /** The SSTable format {@code catalogued}; mostly with the row cache too, and with schema IDs in the images. */
        CATALOGUED
    }

    private record Event(int history, String text) {}

    final Subject subject;
    final RandomTable table;
    final Twins twins;
    final Totals totals;
    final boolean explicitTime;
    /** True if a compaction removes everything deleted or expired; if so, both twins are compacted together. */
    final boolean purges;

    final boolean coordinatesReads;
    final boolean coordinatesWrites;
    final long firstTimestamp;
    final long firstSecond;
    final Random random;
    private final EmbeddedNode node;
    private final Upkeep upkeep;
    private final List<History> histories = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();

    Round(EmbeddedNode node, Subject subject, long seed, Totals totals) {
        this.node = node;
        this.subject = subject;
        this.totals = totals;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L); // adjacent seeds start with similar numbers
        Flavour flavour = FLAVOURS.get(random.nextInt(FLAVOURS.size()));
        this.table = new RandomTable(random, flavour);
        this.explicitTime = flavour == Flavour.COLUMNS || flavour == Flavour.TTL;
        this.purges = explicitTime && subject == Subject.CATALOGUED && random.nextInt(4) == 0;
        this.coordinatesReads = random.nextInt(12) == 0;
        this.coordinatesWrites = coordinatesReads || flavour == Flavour.LWT;
        long clockSeconds = System.currentTimeMillis() / 1_000;
        this.firstTimestamp = clockSeconds * 1_000_000 - 1_000_000_000L;
        this.firstSecond = clockSeconds + (purges ? -PAST : FUTURE);
        this.twins = new Twins(node, "t" + Long.toString(seed).replace('-', 'm'));
        this.upkeep = new Upkeep(this, node);
        for (int i = 0; i < HISTORIES; i++) {
            histories.add(new History(this, i, random.nextLong()));
        }
    }

    /** Plays all histories, or one, and drops the tables. */
    void play(int only) {
        try {
            create();
            List<History> playing = new ArrayList<>(only == ALL ? histories : List.of(histories.get(only)));
            int turns = FEWEST_TURNS + random.nextInt(MOST_TURNS - FEWEST_TURNS + 1);
            for (int turn = 0; turn < turns; turn++) {
                Collections.shuffle(playing, random);
                for (History history : playing) {
                    history.turn(turns - turn);
                }
                if (turn == turns / 2 - 1) {
                    upkeep.flushAndCompact();
                } else {
                    upkeep.something();
                }
                compareAll();
            }
            upkeep.flushAndCompact();
            compareAll();
            totals.histories += playing.size();
            totals.rounds++;
            drop();
        } catch (Exception e) {
            throw new AssertionError("a statement failed" + story(ALL), e);
        }
    }

    private void create() {
        DatabaseDescriptor.setColumnIndexSizeInKiB(random.nextBoolean() ? 1 : 16);
        node.process("CREATE TYPE IF NOT EXISTS pair (a int, b text)");
        String create = table.create("%T", upkeep.caching()) + (purges ? " AND gc_grace_seconds = 0" : "");
        note(ALL, create);
        node.process(Twins.on(create, twins.cached));
        node.process(table.create(twins.plain, Twins.NO_ROWS) + (purges ? " AND gc_grace_seconds = 0" : ""));
        if (subject == Subject.CATALOGUED) {
            upkeep.choose();
        }
        twins.cachedTable().disableAutoCompaction();
        twins.plainTable().disableAutoCompaction();
    }

    private void drop() {
        totals.hits += twins.cachedTable().metric.rowCacheHit.getCount();
        totals.outOfRange += twins.cachedTable().metric.rowCacheHitOutOfRange.getCount();
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, twins.cached);
        node.process("DROP TABLE " + twins.cached);
        node.process("DROP TABLE " + twins.plain);
    }

    private void compareAll() {
        String cql = "SELECT * FROM %T";
        Pair statements = twins.parse(cql);
        int pageSize = PAGE_SIZES[random.nextInt(PAGE_SIZES.length)];
        Way way = new Way(coordinatesReads, explicitTime ? latestSecond() : null, pageSize);
        String actual = twins.answer(statements.cached(), way);
        String expected = twins.answer(statements.plain(), way);
        if (!actual.equals(expected)) {
            histories.forEach(History::warm); // the history that differs fails with its own story
        }
        same(ALL, cql, actual, expected);
    }

    /** Returns a random history. */
    History any() {
        return histories.get(random.nextInt(HISTORIES));
    }

    /** Returns a batch over partitions of several histories. */
    String batch() {
        String body = Stream.generate(this::any)
                .limit(2 + random.nextInt(3))
                .map(history -> history.writes.part())
                .collect(Collectors.joining("; "));
        return "BEGIN " + (random.nextBoolean() ? "UNLOGGED " : "") + "BATCH " + body + "; APPLY BATCH";
    }

    long latestSecond() {
        return histories.stream().mapToLong(History::nowInSeconds).max().orElseThrow();
    }

    long latestTimestamp() {
        return histories.stream()
                .mapToLong(history -> history.writes.latestTimestamp())
                .max()
                .orElseThrow();
    }

    /** Returns whether the first twin currently uses the row cache. */
    boolean mayBeCached() {
        return upkeep.isCached();
    }

    /** Flushes and compacts both twins and empties the row cache. */
    void bringToOneLayout() {
        upkeep.bringToOneLayout();
    }

    /** Records an event of a history, or of all, for the story. */
    void note(int history, String text) {
        events.add(new Event(history, text));
    }

    void same(int history, String what, String actual, String expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("not the same: " + what + "\nwith " + subject + ":\n" + actual + "\nwithout:\n"
                    + expected + story(history));
        }
    }

    private String story(int history) {
        return "\nhistory " + history + ", flavour " + table.flavour + ":\n"
                + events.stream()
                        .filter(event -> event.history == ALL || history == ALL || event.history == history)
                        .map(Event::text)
                        .collect(Collectors.joining("\n"));
    }
}
