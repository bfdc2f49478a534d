package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of three operations, with a crash at each write, force and deletion of the last one, and every fate of what was
 * not forced that matters: all of it is left, nothing of it, and each single write lost, or torn, or alone there. (A crash in the
 * second operation is one in the last of a shorter sequence.)
 *
 * <p>{@code -Dssdtier.sequence=N} plays sequence N alone.
 */
@Tag("crash")
class CrashSequenceTest {
    /** What is played; each leaves the cache at rest. */
    private static final List<Consumer<CrashedTable>> OPERATIONS = List.of(
            table -> {
                table.write(1);
                table.write(4);
            },
            table -> finish(table, table.new Flush()),
            table -> finish(table, table.new Compact()),
            table -> finish(table, table.new Truncate()),
            table -> finish(table, table.new Alter()),
            table -> table.cache.requestCheckpoint(),
            table -> {
                table.stop();
                table.start();
                table.reconcile();
                table.cache.confirm(table.table, table.digest());
            });

    private static final int COUNT = OPERATIONS.size() * OPERATIONS.size() * OPERATIONS.size();

    private long crashes;
    private long hits;
    private long reads;
    private long kills;
    private long hitsAfterKill;

    @Test
    void everySequenceOfThree_everyCrash_neverStale() {
        int only = Integer.getInteger("ssdtier.sequence", -1);
        for (int sequence = 0; sequence < COUNT; sequence++) {
            if (only < 0 || only == sequence) {
                try {
                    play(sequence);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError(
                            "sequence=" + sequence + ": " + e
                                    + "; to play it alone: mvn -pl cassandra-ssdtier/row-cache"
                                    + " -am test -Dtest=CrashSequenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                                    + " -Dtests.required=false -Dssdtier.sequence=" + sequence,
                            e);
                }
            }
        }
        System.out.println("sequences=" + COUNT + " crashes=" + crashes + " reads=" + reads + " hits=" + hits
                + " kills=" + kills + " hits after a kill=" + hitsAfterKill);
        assertTrue(only >= 0 || hitsAfterKill > kills, "hardly anything survives a kill: " + hitsAfterKill);
    }

    private void play(int sequence) {
        CrashedTable whole = prepared(sequence);
        long operations = rest(whole, sequence, Long.MAX_VALUE);
        whole.cache.close();
        for (long cutAt = 0; cutAt <= operations; cutAt++) {
            int unforced = crashed(sequence, cutAt, CrashStorage::afterKill, true);
            assertEquals(0, unforced);
            int choices = crashed(sequence, cutAt, new Counting(), false);
            crashed(sequence, cutAt, storage -> storage.afterPowerCut(() -> 1), false);
            for (int choice = 0; choice < choices; choice++) {
                crashed(sequence, cutAt, new Single(choice, 1, 0), false);
                crashed(sequence, cutAt, new Single(choice, 2 + choice % 2, 0), false);
                crashed(sequence, cutAt, new Single(choice, 0, 1), false);
            }
        }
    }

    /** What is left of a storage. */
    @FunctionalInterface
    private interface Left {
        CrashStorage of(CrashStorage storage);

        default int choices() {
            return 0;
        }
    }

    /** Everything is left; counts the choices there are. */
    private static final class Counting implements Left {
        private int choices;

        @Override
        public CrashStorage of(CrashStorage storage) {
            return storage.afterPowerCut(() -> {
                choices++;
                return 0;
            });
        }

        @Override
        public int choices() {
            return choices;
        }
    }

    /** One choice is another than all others. */
    private static final class Single implements Left {
        private final int choice;
        private final int fate;
        private final int others;
        private int asked;

        Single(int choice, int fate, int others) {
            this.choice = choice;
            this.fate = fate;
            this.others = others;
        }

        @Override
        public CrashStorage of(CrashStorage storage) {
            return storage.afterPowerCut(() -> asked++ == choice ? fate : others);
        }
    }

    /** Plays the sequence up to a crash, then looks at every key, changes something and looks again. */
    private int crashed(int sequence, long cutAt, Left left, boolean isKill) {
        CrashedTable table = prepared(sequence);
        rest(table, sequence, cutAt);
        table.crash(left.of(table.storage));
        crashes++;
        table.hits = 0;
        table.reads = 0;
        table.start();
        table.reconcile();
        table.settle();
        readAll(table);
        hits += table.hits;
        reads += table.reads;
        kills += isKill ? 1 : 0;
        hitsAfterKill += isKill ? table.hits : 0;
        if (isKill) {
            playOn(table);
        }
        table.cache.close();
        return left.choices();
    }

    /** Changes something in the second life, crashes again and looks again. */
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

    /** A table of which every key is on the SSD, after the first two operations. */
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

    /** Plays the last operation; returns how many writes, forces and deletions there were. */
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
