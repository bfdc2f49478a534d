package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.ssdtier.rowcache.index.KeyHashes;

/**
 * The state of one table according to the journal: its SSTables, its dead images, and which stamps count. It is built
 * by applying records in order, both by the writer of the journal and by its reader. Not thread-safe.
 */
final class JournalTable {
    /**
     * A range of stamps whose images depend only on changes in the journal, from one life of the cache, that is, the
     * time from open to stop or crash.
     */
    private record Life(int first, int last) {}

    /** A replacement of SSTables by others with the same content, which took place if its transaction completed. */
    private record Compaction(Set<String> come, Set<String> go) {}

    /**
     * The difference between the SSTables at a start and those of the journal.
     *
     * @param missing the SSTables that only the journal has
     * @param unknown the SSTables that the journal does not have
     */
    record Difference(Set<String> missing, Set<String> unknown) {}

    private final UUID id;
    private final Set<String> sstables = new HashSet<>();
    private final List<Life> lives = new ArrayList<>();
    private final List<Compaction> compactions = new ArrayList<>();
    private DeadImages dead = new DeadImages(0, List.of());
    private boolean known;
    private boolean declaredInThisRun;
    private int declaredAt;
    private int base;
    private int safe;

    /** Creates the state of an unknown table, in a life of the cache that began with the stamp {@code base}. */
    JournalTable(UUID id, int base) {
        this.id = id;
        this.base = base;
        this.safe = base;
    }

    /** Restores a table from a checkpoint taken in a life of the cache that began with the stamp {@code base}. */
    static JournalTable restored(JournalRecord saved, int base) {
        JournalTable table = new JournalTable(saved.table(), base);
        table.apply(saved);
        table.declaredInThisRun = false;
        return table;
    }

    /**
     * Returns a copy of the table with which a new life of the cache continues.
     *
     * @param stampBase the stamp with which the new life begins
     * @param deadNow the images that are dead in the new life; passed because the index may have been saved before the
     *     table was declared
     */
    JournalTable resumed(int stampBase, DeadImages deadNow) {
        JournalTable table = restored(saved(), stampBase);
        table.dead = deadNow;
        return table;
    }

    /** Returns the record of the table for a checkpoint. */
    JournalRecord saved() {
        return new JournalRecord(
                JournalRecord.Kind.TABLE, id, declaredAt, safe, dead, List.copyOf(sstables), List.of(), KeyHashes.NONE);
    }

    UUID id() {
        return id;
    }

    /** Returns whether the SSTables are known: the table was declared, and its records have been consistent since. */
    boolean isKnown() {
        return known;
    }

    /** Returns the safe stamp: images up to it depend only on changes in the journal. */
    int safe() {
        return safe;
    }

    /** Discards the recorded compactions, because their transactions have ended, completed or not. */
    void clearCompactions() {
        compactions.clear();
    }

    /** Applies a record of the table. */
    void apply(JournalRecord sameTable) {
        safe = Math.max(safe, sameTable.safe());
        dead = sameTable.dead();
        switch (sameTable.kind()) {
            case CHANGE -> replace(sameTable);
            case COMPACTION -> {
                replace(sameTable);
                compactions.add(new Compaction(Set.copyOf(sameTable.come()), Set.copyOf(sameTable.go())));
            }
            case TABLE -> {
                sstables.clear();
                sstables.addAll(sameTable.come());
                compactions.clear();
                declaredAt = sameTable.number();
                declaredInThisRun = true;
                known = true;
            }
            case MORE -> sstables.addAll(sameTable.come());
        }
    }

    /**
     * Ends the current life of the cache and begins another. Stamps beyond the safe one may have been issued in the
     * ended life; they do not count.
     */
    void beginRun(int stampBase) {
        lives.add(new Life(base, safe));
        base = stampBase;
        safe = stampBase;
    }

    /**
     * Returns which images were dead at the end of the journal. If the index was saved before the table was declared,
     * it may have entries whose changes are not in the journal, so all images older than the declaration are dead.
     */
    DeadImages dead() {
        return declaredInThisRun ? new DeadImages(Math.max(dead.floor(), declaredAt), dead.marks()) : dead;
    }

    /** Returns whether a record found in the log counts, judged by its stamp alone. */
    boolean counts(int stamp) {
        if (!known || stamp < declaredAt || stamp < dead.floor()) {
            return false;
        }
        boolean isOfLife = base <= stamp && stamp <= safe;
        for (Life life : lives) {
            isOfLife |= life.first() <= stamp && stamp <= life.last();
        }
        return isOfLife;
    }

    /**
     * Compares the SSTables with those found at a start. If a compaction was undone, the SSTables it would have
     * replaced are treated as those it would have produced.
     */
    Difference differenceTo(Set<String> found) {
        Set<String> rest = new HashSet<>(found);
        for (Compaction compaction : compactions) {
            boolean isUndone = !compaction.go().isEmpty()
                    && rest.containsAll(compaction.go())
                    && compaction.come().stream().noneMatch(rest::contains);
            if (isUndone) {
                rest.removeAll(compaction.go());
                rest.addAll(compaction.come());
            }
        }
        Set<String> missing = new HashSet<>(sstables);
        missing.removeAll(rest);
        rest.removeAll(sstables);
        return new Difference(missing, rest);
    }

    /** Returns the SSTables. */
    Set<String> sstables() {
        return Set.copyOf(sstables);
    }

    /**
     * Replaces SSTables. A removed SSTable must have been added before; otherwise a record was lost, the keys that it
     * touched are not known, and the table becomes unknown.
     */
    private void replace(JournalRecord change) {
        for (String name : change.go()) {
            known &= sstables.remove(name);
        }
        sstables.addAll(change.come());
    }
}
