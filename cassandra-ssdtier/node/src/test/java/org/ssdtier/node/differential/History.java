package org.ssdtier.node.differential;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.differential.RandomTable.Flavour;
import org.ssdtier.node.differential.Twins.Pair;
import org.ssdtier.node.differential.Twins.Way;

/**
 * The history of one partition in both twins: {@value #OPERATIONS} random writes and reads with its own seed. (Two partitions, if
 * the partition key has a second column.) A whole batch counts as one operation.
 * The {@link Round} ensures at least one flush and one compaction of both twins during the history, and another flush
 * and compaction, with a comparison of all rows, after the last operation.
 *
 * <p>Reads are repeated: the first may fill the cache, the second is answered from it.
 *
 * <p>Time is explicit: statements carry their timestamp and their current time (see {@link Round#FUTURE}).
 */
final class History {
    static final int OPERATIONS = 32;

    /** Rows per page; negative for all rows in one page. */
    private static final int[] PAGE_SIZES = {-1, -1, -1, 1, 2, 3, 7};

    private static final String DISTINCT = "SELECT DISTINCT";

    final RandomWrites writes;
    private final int number;
    private final Round round;
    private final Random random;
    private final RandomSelects selects;
    private long nowInSeconds;
    private long lastWriteMillis;
    private int played;

    History(Round round, int number, long seed) {
        this.round = round;
        this.number = number;
        this.random = new Random(seed);
        this.writes = new RandomWrites(random, round.table, number, round.firstTimestamp);
        this.selects = new RandomSelects(random, round.table, writes);
        this.nowInSeconds = round.firstSecond;
    }

    /** Runs some operations, about the share of one turn; in the last turn, all remaining ones. */
    void turn(int turnsLeft) {
        writes.catchUp(played);
        int left = OPERATIONS - played;
        int share = turnsLeft == 1 ? left : Math.min(left, random.nextInt(2 * left / turnsLeft + 1));
        for (int i = 0; i < share; i++) {
            operation();
        }
    }

    private void operation() {
        nowInSeconds += random.nextInt(3) == 0 ? random.nextInt(15) : 0;
        int dice = random.nextInt(100);
        if (dice < 57) {
            write();
        } else if (dice < 98) {
            read(selects.next());
        } else {
            warm();
        }
        played++;
        round.totals.operations++;
    }

    /** Returns the current time of this history, in seconds. */
    long nowInSeconds() {
        return nowInSeconds;
    }

    void write() {
        write(writes.next());
    }

    private void write(String cql) {
        round.note(number, cql + at());
        if (round.table.flavour == Flavour.COUNTERS) {
            awaitNextMillisecond();
        }
        Pair statements = round.twins.parse(cql);
        Way way = new Way(round.coordinatesWrites, now(), -1);
        String answer = round.twins.answer(statements.cached(), way);
        same(cql, answer, round.twins.answer(statements.plain(), way));
        lastWriteMillis = System.currentTimeMillis();
    }

    /** Waits for the next millisecond: the timestamp of an increment is in milliseconds, so its order with deletions is otherwise random. */
    private void awaitNextMillisecond() {
        while (System.currentTimeMillis() <= lastWriteMillis + 1) {
            Thread.onSpinWait();
        }
    }

    private @Nullable Long now() {
        return round.explicitTime ? nowInSeconds : null;
    }

    private String at() {
        return round.explicitTime ? " -- at " + nowInSeconds : "";
    }

    /** Reads the whole partition. */
    void warm() {
        String cql = selects.partition();
        round.note(number, cql + at());
        Pair statements = round.twins.parse(cql);
        Way way = new Way(round.coordinatesReads, now(), -1);
        same(cql, round.twins.answer(statements.cached(), way), round.twins.answer(statements.plain(), way));
    }

    /**
     * Compares the answers of both twins to a query, the second time perhaps from the cache.
     *
     * <p>A {@code SELECT DISTINCT} requests no cells of rows, and a cell that was not requested is left out if its own source has a
     * newer row liveness. If that liveness has expired, the row is gone with it, but not if the cell is in a source of its own: in
     * stock too, the answer depends on how the partition is spread over SSTables. If the answers differ, they must therefore be equal
     * after both tables are flushed and compacted.
     */
    private void read(RandomSelects.Select select) {
        String cql = select.cql();
        int pageSize = PAGE_SIZES[random.nextInt(PAGE_SIZES.length)] * select.pageFactor();
        round.note(number, cql + " -- pages of " + pageSize + at());
        Pair statements = round.twins.parse(cql);
        Way way = new Way(round.coordinatesReads, now(), pageSize);
        String expected = round.twins.answer(statements.plain(), way);
        round.totals.reads++;
        round.totals.rejectedReads += expected.startsWith("invalid") ? 1 : 0;
        String actual = round.twins.answer(statements.cached(), way);
        if (!actual.equals(expected) && cql.startsWith(DISTINCT)) {
            round.totals.answersOfLayout++;
            round.bringToOneLayout();
            actual = round.twins.answer(statements.cached(), way);
            expected = round.twins.answer(statements.plain(), way);
        }
        same(cql, actual, expected);
        if (round.mayBeCached() && random.nextInt(3) > 0) {
            same(cql, round.twins.answer(statements.cached(), way), expected);
        }
        if (round.explicitTime && !round.table.hasLists()) {
            compareDigests(cql, statements);
        }
    }

    /**
     * Compares the digests of both twins.
     *
     * <p>A digest depends on how a partition is spread over memtables and SSTables, in stock too: a read by clustering leaves out the
     * partition deletion of an SSTable that it need not read, and a cell that was not requested is left out if its own source has a
     * newer row liveness. An image corresponds to SSTables that have just been compacted. If the digests differ, they must therefore
     * be equal after both tables are flushed and compacted. The exception is the deletion of a collection that has no effect, because
     * the partition or row was deleted no earlier: Cassandra drops it where rows are merged, and keeps it in a row that was in only
     * one memtable or SSTable.
     */
    private void compareDigests(String cql, Pair statements) {
        List<String> expected = Twins.digests(statements.plain(), nowInSeconds);
        round.totals.digests += expected.size();
        if (expected.equals(Twins.digests(statements.cached(), nowInSeconds))) {
            return;
        }
        round.totals.digestsOfLayout++;
        round.bringToOneLayout();
        for (String state : List.of("loaded", "cached")) {
            String actual = Twins.digests(statements.cached(), nowInSeconds).toString();
            String wanted = Twins.digests(statements.plain(), nowInSeconds).toString();
            if (!actual.equals(wanted)) {
                String what = state + " digest of " + cql;
                String cached = Twins.content(statements.cached(), nowInSeconds, true);
                String plain = Twins.content(statements.plain(), nowInSeconds, true);
                if (cached.equals(plain)) {
                    same(what, actual + cached, wanted + plain);
                }
                round.totals.digestsOfShadowed++;
                same(
                        what,
                        Twins.content(statements.cached(), nowInSeconds, false),
                        Twins.content(statements.plain(), nowInSeconds, false));
            }
        }
    }

    private void same(String what, String actual, String expected) {
        round.same(number, what, actual, expected);
    }
}
