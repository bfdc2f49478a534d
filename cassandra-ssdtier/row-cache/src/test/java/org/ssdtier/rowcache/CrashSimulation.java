package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A seeded run of cache, journal and checkpoints over a {@link CrashedTable}. Readers and changes are played step by
 * step in random order, also during writes of the cache's own log, and the storage is cut at a random operation, by a
 * kill or a power cut. Then the remaining state is recovered and the run continues.
 */
final class CrashSimulation {
    private static final int MOST_CHANGES = 2;
    private static final int MOST_READERS = 3;

    private static final long TEN_MINUTES_NANOS = 600_000_000_000L;
    /** The steps until, on average, the stamps of the journal are used up or time passes. */
    private static final int RARELY = 40;

    private final Random random;
    /** True if the journal is given up now and then, and begun again. */
    private final boolean losesJournals;

    private final CrashedTable table;
    private final List<CrashedTable.Actor> readers = new ArrayList<>();
    private final List<CrashedTable.Actor> changes = new ArrayList<>();
    private boolean isInside;
    private boolean isReconciled;
    private int mostChanges;
    private long crashes;
    private long begunAgain;
    private boolean wasJournalKept;

    CrashSimulation(long seed) {
        this(seed, false, false);
    }

    CrashSimulation(long seed, boolean isCompressed, boolean losesJournals) {
        random = new Random(seed);
        this.losesJournals = losesJournals;
        table = new CrashedTable(random, isCompressed);
        begin();
    }

    /** Plays the given number of lives. */
    void run(int lives) {
        for (int life = 0; life < lives; life++) {
            if (random.nextInt(4) > 0) {
                table.storage.cutAt(random.nextInt(120));
            }
            try {
                int steps = 200 + random.nextInt(600);
                for (int step = 0; step < steps; step++) {
                    play();
                }
                end();
            } catch (CrashedTable.Dead dead) {
                crash();
            }
        }
        table.cache.close();
    }

    long reads() {
        return table.reads;
    }

    long ssdHits() {
        return table.ssdHits;
    }

    long compressedHits() {
        return table.compressedHits;
    }

    long lost() {
        return table.lost;
    }

    /** Returns the number of journals that were given up and begun again. */
    long begunAgain() {
        return begunAgain;
    }

    long crashes() {
        return crashes;
    }

    private void begin() {
        readers.clear();
        changes.clear();
        isInside = false;
        isReconciled = false;
        table.storage.beforeSegmentWrite(this::inside);
        mostChanges = random.nextInt(4) == 0 ? 0 : MOST_CHANGES;
        int failsOneIn = random.nextInt(3) == 0 ? 2 + random.nextInt(30) : 0;
        table.storage.failJournal(() -> failsOneIn > 0 && random.nextInt(failsOneIn) == 0);
        if (losesJournals) {
            table.storage.failDeletions(() -> failsOneIn > 0 && random.nextInt(failsOneIn) == 0);
        }
        wasJournalKept = true;
        if (random.nextBoolean()) {
            reconcile();
        }
    }

    /** Uses up the reserved stamps, so that others must be reserved, or lets the time pass until a new journal may begin. */
    private void loseJournal() {
        if (random.nextBoolean()) {
            table.skipStamps();
        } else {
            table.nanos += TEN_MINUTES_NANOS;
        }
        boolean isJournalKept = table.cache.journaled().isKept();
        begunAgain += isJournalKept && !wasJournalKept ? 1 : 0;
        wasJournalKept = isJournalKept;
    }

    private void reconcile() {
        if (!isReconciled && changes.isEmpty()) {
            isReconciled = true;
            table.cache.confirm(table.table, table.digest());
            table.reconcile();
        }
    }

    /** Plays what other threads do while a segment is being written to; none of it uses the log. */
    private void inside() {
        if (isInside || random.nextInt(3) > 0 || table.storage.isCut()) {
            return;
        }
        isInside = true;
        try {
            for (int left = random.nextInt(5); left > 0 && !changes.isEmpty(); left--) {
                advance(changes);
            }
        } finally {
            isInside = false;
        }
    }

    private void play() {
        if (losesJournals && isReconciled && random.nextInt(RARELY) == 0) {
            loseJournal();
        }
        int choice = random.nextInt(100);
        if (choice < 40) {
            if (readers.size() < MOST_READERS) {
                readers.add(table.new Reader(random.nextInt(CrashedTable.KEYS)));
            }
            advance(readers);
        } else if (choice < 62) {
            for (int left = random.nextInt(10); left > 0 && table.cache.work(); left--) {
                // the condition does the work
            }
        } else if (choice < 80) {
            if (changes.size() < mostChanges && isReconciled && random.nextInt(changes.isEmpty() ? 8 : 3) == 0) {
                changes.add(change());
            }
            advance(changes);
        } else if (choice < 90) {
            table.write(random.nextInt(CrashedTable.KEYS));
        } else if (choice < 97) {
            table.evict();
        } else if (choice < 98) {
            table.cache.ssd().requestCheckpoint();
        } else {
            reconcile();
        }
        if (table.storage.isCut()) {
            throw new CrashedTable.Dead();
        }
    }

    /** Returns a random change. No two alters of a table overlap, because each definition follows the previous one. */
    private CrashedTable.Actor change() {
        boolean isAltered = changes.stream().anyMatch(CrashedTable.Alter.class::isInstance);
        return switch (random.nextInt(12)) {
            case 0 -> table.new Truncate();
            case 1 -> isAltered ? table.new Flush() : table.new Alter();
            case 2, 3 -> table.new Import();
            case 4, 5 -> table.new Compact();
            default -> table.new Flush();
        };
    }

    private void advance(List<CrashedTable.Actor> actors) {
        if (!actors.isEmpty()) {
            int index = random.nextInt(actors.size());
            CrashedTable.Actor actor = actors.remove(index); // an actor must not be played inside itself
            if (actor.step()) {
                actors.add(actor);
            }
        }
    }

    /** Ends a life that was not cut, by a clean stop or a crash, and begins the next. */
    private void end() {
        while (!changes.isEmpty()) {
            advance(changes);
        }
        if (random.nextInt(3) > 0) {
            crash();
            return;
        }
        table.storage.beforeSegmentWrite(null);
        table.stop();
        table.start();
        begin();
    }

    private void crash() {
        crashes++;
        table.storage.beforeSegmentWrite(null);
        CrashStorage left = random.nextBoolean()
                ? table.storage.afterKill()
                : table.storage.afterPowerCut(() -> random.nextInt(CrashStorage.Fate.CHOICES));
        table.crash(left);
        table.start();
        begin();
    }
}
