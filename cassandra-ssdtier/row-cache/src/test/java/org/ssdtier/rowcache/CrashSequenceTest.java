package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.seeds.Seeds;

/**
 * All sequences of three operations, with a crash at each write, force and deletion of the last one, and all relevant
 * fates of the data that was not forced: all of it survives, none of it, or one single write is lost, is torn, or alone
 * survives. (A crash in the second operation is equal to one in the last operation of a shorter sequence.)
 * Many fates leave the same files, for example that of a write whose second half is empty and is lost: of equal ones, one
 * is played.
 *
 * <p>{@code -Dssdtier.sequence=N} plays only sequence N.
 */
@Tag("crash")
class CrashSequenceTest {
    /** The operations that are played; the cache is idle after each. */
    private static final List<Consumer<CrashedTable>> OPERATIONS = List.of(
            table -> {
                table.write(1);
                table.write(4);
            },
            table -> finish(table, table.new Flush()),
            table -> finish(table, table.new Compact()),
            table -> finish(table, table.new Truncate()),
            table -> finish(table, table.new Alter()),
            table -> table.cache.ssd().requestCheckpoint(),
            table -> {
                table.stop();
                table.start();
                table.reconcile();
                table.cache.confirm(table.table, table.digest());
            });

    private static final long MOST_CUTS = 1_000;
    private static final int COUNT = OPERATIONS.size() * OPERATIONS.size() * OPERATIONS.size();

    private final LongAdder crashes = new LongAdder();
    private final LongAdder hits = new LongAdder();
    private final LongAdder reads = new LongAdder();
    private final LongAdder kills = new LongAdder();
    private final LongAdder hitsAfterKill = new LongAdder();

    @Test
    void everySequenceOfThree_everyCrash_neverStale() {
        int only = Integer.getInteger("ssdtier.sequence", -1);
        List<AssertionError> failures = IntStream.range(0, COUNT)
                .parallel()
                .filter(sequence -> only < 0 || only == sequence)
                .mapToObj(this::failureOf)
                .flatMap(Optional::stream)
                .toList();
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        System.out.println("sequences=" + COUNT + " crashes=" + crashes + " reads=" + reads + " hits=" + hits
                + " kills=" + kills + " hits after a kill=" + hitsAfterKill);
        assertTrue(only >= 0 || hitsAfterKill.sum() > kills.sum(), "hardly anything survives a kill: " + hitsAfterKill);
    }

    private Optional<AssertionError> failureOf(int sequence) {
        try {
            play(sequence);
            return Optional.empty();
        } catch (RuntimeException | AssertionError e) {
            String name = "ssdtier.sequence=" + sequence;
            return Optional.of(Seeds.failure(name, e, "cassandra-ssdtier/row-cache", CrashSequenceTest.class, name));
        }
    }

    private void play(int sequence) {
        CrashedTable whole = prepared(sequence);
        long operations = rest(whole, sequence, Long.MAX_VALUE);
        whole.cache.close();
        Set<Object> played = new HashSet<>();
        for (long cutAt = 0; cutAt <= operations; cutAt++) {
            CrashedTable dead = prepared(sequence);
            rest(dead, sequence, cutAt);
            long seed = sequence * MOST_CUTS + cutAt;
            everyFate(dead.storage, (left, isKill) -> {
                CrashedTable next = dead.remains(left, new Random(seed));
                if (played.add(next.origin()) || isKill) {
                    next.start();
                    comeBack(next, isKill);
                }
            });
            dead.cache.close();
        }
    }

    /** Continues with every fate of a storage after a crash. */
    private static void everyFate(CrashStorage storage, Next next) {
        next.life(storage.afterKill(), true);
        Counting counting = new Counting();
        next.life(counting.of(storage), false);
        next.life(storage.afterPowerCut(() -> 1), false);
        for (int choice = 0; choice < counting.choices; choice++) {
            next.life(new Single(choice, 1, 0).of(storage), false);
            next.life(new Single(choice, 2 + choice % 2, 0).of(storage), false);
            next.life(new Single(choice, 0, 1).of(storage), false);
        }
    }

    /** A continuation with what is left of a storage. */
    @FunctionalInterface
    private interface Next {
        void life(CrashStorage left, boolean isKill);
    }

    /** A fate in which everything survives; counts the choices. */
    private static final class Counting {
        private int choices;

        CrashStorage of(CrashStorage storage) {
            return storage.afterPowerCut(() -> {
                choices++;
                return 0;
            });
        }
    }

    /** A fate in which one choice differs from all others. */
    private static final class Single {
        private final int choice;
        private final int fate;
        private final int others;
        private int asked;

        Single(int choice, int fate, int others) {
            this.choice = choice;
            this.fate = fate;
            this.others = others;
        }

        CrashStorage of(CrashStorage storage) {
            return storage.afterPowerCut(() -> asked++ == choice ? fate : others);
        }
    }

    /** Reads every key in the next life; after a kill, makes a change and reads again. */
    private void comeBack(CrashedTable table, boolean isKill) {
        crashes.increment();
        table.reconcile();
        table.settle();
        readAll(table);
        hits.add(table.hits);
        reads.add(table.reads);
        if (isKill) {
            kills.increment();
            hitsAfterKill.add(table.hits);
            playOn(table);
        }
        table.cache.close();
    }

    /** Makes a change in the second life, crashes again and reads every key again. */
    private static void playOn(CrashedTable table) {
        table.write(2);
        finish(table, table.new Flush());
        readAll(table);
        table.evict();
        table.settle();
        table.crash(table.storage.afterKill());
        table.start();
        table.reconcile();
        table.settle();
        readAll(table);
    }

    /** Returns a table with every key on the SSD, after the first two operations. */
    private static CrashedTable prepared(int sequence) {
        CrashedTable table = new CrashedTable(new Random(sequence));
        table.reconcile();
        for (int key = 0; key < CrashedTable.KEYS; key++) {
            table.write(key);
        }
        finish(table, table.new Flush());
        readAll(table);
        table.evict();
        table.settle();
        table.write(3);
        operate(table, OPERATIONS.get(sequence / OPERATIONS.size() / OPERATIONS.size()));
        operate(table, OPERATIONS.get(sequence / OPERATIONS.size() % OPERATIONS.size()));
        return table;
    }

    /** Plays the last operation. Returns the number of its writes, forces and deletions. */
    private static long rest(CrashedTable table, int sequence, long cutAt) {
        CrashStorage storage = table.storage;
        long before = storage.operations();
        if (cutAt < Long.MAX_VALUE) {
            storage.cutAt(cutAt);
        }
        try {
            operate(table, OPERATIONS.get(sequence % OPERATIONS.size()));
        } catch (CrashedTable.Dead dead) {
            assertTrue(storage.isCut());
        }
        return storage.operations() - before;
    }

    private static void operate(CrashedTable table, Consumer<CrashedTable> operation) {
        operation.accept(table);
        table.settle();
        for (int key = 0; key < CrashedTable.KEYS; key += 2) {
            table.read(key);
        }
        table.evict();
        table.settle();
    }

    private static void readAll(CrashedTable table) {
        for (int key = 0; key < CrashedTable.KEYS; key++) {
            table.read(key);
        }
    }

    private static void finish(CrashedTable table, CrashedTable.Actor actor) {
        boolean more;
        do {
            more = actor.step();
        } while (more && !table.storage.isCut());
    }
}
