package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The state of one table as the journal tells it: its SSTables, its dead images, and which stamps count. Built by applying
 * records in order, by the writer of the journal as by its reader. Not thread-safe.
 */
final class JournalTable {
    /** A stretch of stamps that follow only changes which are in the journal: those of one life of the cache. */
    private record Life(int first, int last) {}

    /** SSTables that were replaced by others of the same content, if the transaction came to its end. */
    private record Compaction(Set<String> come, Set<String> go) {}

    /**
     * How the SSTables at a start differ from those of the journal.
     *
     * @param missing those only the journal has
     * @param unknown those it has not
     */
    record Difference(Set<String> missing, Set<String> unknown) {}

    private final UUID id;
    private final Set<String> sstables = new HashSet<>();
    private final List<Life> lives = new ArrayList<>();
    private final List<Compaction> compactions = new ArrayList<>();
    private DeadImages dead = new DeadImages(0, List.of());
    private boolean known;
    private boolean declaredHere;
    private int declaredAt;
    private int base;
    private int safe;

    /** Makes the state of a table about which nothing is known, in a life that began with a stamp. */
    JournalTable(UUID id, int base) {
        this.id = id;
        this.base = base;
        this.safe = base;
    }

    /** Restores a table of a checkpoint, taken in a life that began with a stamp. */
    static JournalTable restored(JournalRecord saved, int base) {
        JournalTable table = new JournalTable(saved.table(), base);
        table.apply(saved);
        table.declaredHere = false;
        return table;
    }

    /**
     * Returns the table as a life of the cache goes on with it that begins with a stamp.
     *
     * @param deadNow the images that are dead there: the index may have been saved before the table was declared
     */
    JournalTable resumed(int stampBase, DeadImages deadNow) {
        JournalTable table = restored(saved(), stampBase);
        table.dead = deadNow;
        return table;
    }

    /** Returns what a checkpoint keeps of the table. */
    JournalRecord saved() {
        return new JournalRecord(
                JournalRecord.Kind.TABLE, id, declaredAt, safe, dead, List.copyOf(sstables), List.of(), KeyHashes.NONE);
    }

    UUID id() {
        return id;
    }

    /** Returns whether the SSTables are known: the table was declared, and its records fit together since. */
    boolean isKnown() {
        return known;
    }

    /** Returns the highest stamp that follows only changes in the journal. */
    int safe() {
        return safe;
    }

    /** Forgets which SSTables stand for which: the transactions of before have ended, one way or the other. */
    void forgetCompactions() {
        compactions.clear();
    }

    /** Follows a record of the table. */
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
                declaredHere = true;
                known = true;
            }
            case MORE -> sstables.addAll(sameTable.come());
        }
    }

    /** Ends the life of the cache, in which stamps beyond the safe one may have been given out, and begins another. */
    void beginLife(int stampBase) {
        lives.add(new Life(base, safe));
        base = stampBase;
        safe = stampBase;
    }

    /**
     * Returns which images were dead at the end. The index that was saved before the table was declared may have entries whose
     * changes nobody wrote down.
     */
    DeadImages dead() {
        return declaredHere ? new DeadImages(Math.max(dead.floor(), declaredAt), dead.marks()) : dead;
    }

    /** Returns whether a record found in the log counts, by its stamp alone. */
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

    /** Compares with the SSTables at a start: those a compaction had replaced stand for those that came of it. */
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

    /** An SSTable that goes must have come: else a record was lost, and what it touched is not known. */
    private void replace(JournalRecord change) {
        for (String name : change.go()) {
            known &= sstables.remove(name);
        }
        sstables.addAll(change.come());
    }
}
