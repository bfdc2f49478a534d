package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.StartComparison.Outcome;

/** Power cuts while a checkpoint replaces an earlier one: one of the two must survive, so that the cache is warm. */
@Tag("crash")
class CheckpointCrashTest {
    /**
     * Checked by removal: if the directory is not forced before the earlier files are deleted, neither checkpoint
     * exists after some cuts.
     */
    @Test
    void powerGoes_anywhereInTheSecondCheckpoint_anyThingNotForcedIsLost_isWarm() {
        CrashedTable whole = withFirstCheckpoint();
        long operations = secondCheckpoint(whole, Long.MAX_VALUE);
        whole.cache.close();
        int lives = 0;
        for (long cutAt = 0; cutAt <= operations; cutAt++) {
            CrashedTable dead = withFirstCheckpoint();
            secondCheckpoint(dead, cutAt);
            int choices = choices(dead.storage);
            for (int lost = -1; lost < choices; lost++) {
                CrashedTable next = dead.survivor(allButOne(dead.storage, lost), new Random(cutAt));
                next.settle();
                assertEquals(Outcome.SAME, next.reconcile(), "cut at operation=" + cutAt + ", lost thing=" + lost);
                next.cache.close();
                lives++;
            }
            dead.cache.close();
        }
        assertTrue(lives > operations, "there was never anything unforced");
    }

    private static CrashedTable withFirstCheckpoint() {
        CrashedTable table = new CrashedTable(new Random(1));
        table.settle();
        table.reconcile();
        flush(table);
        table.cache.ssd().requestCheckpoint();
        table.settle();
        flush(table);
        return table;
    }

    private static void flush(CrashedTable table) {
        for (int key = 0; key < CrashedTable.KEYS; key++) {
            table.write(key);
        }
        CrashedTable.Actor flush = table.new Flush();
        while (flush.step()) {
            table.settle();
        }
        for (int key = 0; key < CrashedTable.KEYS; key++) {
            table.read(key);
        }
        table.evict();
        table.settle();
    }

    /** Writes the second checkpoint. Returns the number of operations, or {@code cutAt} if it was cut. */
    private static long secondCheckpoint(CrashedTable table, long cutAt) {
        long before = table.storage.operations();
        if (cutAt < Long.MAX_VALUE) {
            table.storage.cutAt(cutAt);
        }
        table.cache.ssd().requestCheckpoint();
        try {
            table.settle();
        } catch (CrashedTable.Dead cut) {
            return cutAt;
        }
        return table.storage.operations() - before;
    }

    private static int choices(CrashStorage storage) {
        AtomicInteger choices = new AtomicInteger();
        storage.afterPowerCut(() -> {
            choices.incrementAndGet();
            return 0;
        });
        return choices.get();
    }

    /** Returns a storage in which everything survives except for one choice; everything if {@code lost} is negative. */
    private static CrashStorage allButOne(CrashStorage storage, int lost) {
        AtomicInteger at = new AtomicInteger();
        return storage.afterPowerCut(() -> at.getAndIncrement() == lost ? 1 : 0);
    }
}
