package org.ssdtier.rowcache;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.JournalRecord.Kind;
import org.ssdtier.rowcache.StartComparison.Outcome;

/**
 * The tables of a cache as its journal has them; without a journal, nothing is recorded. For changes of the content of
 * a table see {@link TableChange}. Thread-safe.
 */
public final class JournaledTables {
    private final @Nullable SsdTier ssd;

    JournaledTables(@Nullable SsdTier ssd) {
        this.ssd = ssd;
    }

    /** Returns whether a journal is kept, which needs the names of SSTables. */
    public boolean isKept() {
        return journal() != null;
    }

    /** Returns whether a table is in the journal. */
    public boolean contains(CachedTable table) {
        return isKept() && table.changes().isJournaled();
    }

    /**
     * Records in the journal that SSTables are about to be replaced by others with the same content. Returns when the
     * record is durable, or after one second. It is harmless if the replacement does not take place.
     *
     * @param come the SSTables added; see {@link TableChange#commit}
     * @param go the SSTables removed
     */
    public void replace(CachedTable table, Collection<String> come, Collection<String> go) {
        Journal journal = journal();
        Journal.Submission submission;
        synchronized (table.changes()) {
            if (journal == null || !table.changes().isJournaled() || table.isRetired()) {
                return;
            }
            submission = journal.submit(table, JournalRecords.change(table, Kind.COMPACTION, come, go));
        }
        if (!submission.await()) {
            table.changes().giveUp();
        }
    }

    /**
     * Compares the SSTables that a table had at the start with those in the journal, and adds the table to the journal.
     * After a crash, the recovered images may answer from now on if the SSTables are the same.
     *
     * @param atStart the SSTables at the start
     * @param now the SSTables that the table has now, which are journaled if the table is not in the journal
     * @return the result; if it is {@link StartComparison.Outcome#GREW}, the caller must call {@link
     *     TieredCache#accept}
     */
    public StartComparison reconcile(CachedTable table, Collection<String> atStart, Collection<String> now) {
        StartComparison comparison = compared(table, atStart, now);
        if (comparison.outcome() != Outcome.SAME) {
            wantCheckpoint(); // a table declared again is recovered after a crash only if the index was saved since
        }
        return comparison;
    }

    /**
     * Adds a table to the journal that was not in it or of which a record was lost. Images of it that are now on the
     * SSD are recovered after a crash only if the index was saved since. Has no effect if the table is in the journal,
     * or if some of its images may depend on other SSTables.
     *
     * @param sstables the SSTables of the table
     */
    public void declare(CachedTable table, Collection<String> sstables) {
        if (tryDeclare(table, sstables)) {
            wantCheckpoint();
        }
    }

    /** Removes a dropped table from the journal. */
    void forget(UUID table) {
        Journal journal = journal();
        if (journal != null) {
            journal.forget(table);
        }
    }

    /** Records a purge in the journal, unless a change is in progress whose record will include it. */
    void note(CachedTable table) {
        Journal journal = journal();
        if (journal != null && table.changes().isQuiet()) {
            journal.note(table);
        }
    }

    /** Returns the journal; null if none is kept. */
    @Nullable
    Journal journal() {
        return ssd == null ? null : ssd.journal();
    }

    private void wantCheckpoint() {
        if (ssd != null) {
            ssd.wantCheckpoint();
        }
    }

    private StartComparison compared(CachedTable table, Collection<String> atStart, Collection<String> now) {
        JournalTable recovered = table.changes().takeRecovered();
        if (recovered == null) {
            tryDeclare(table, now);
            return StartComparison.NEW;
        }
        StartComparison comparison = compare(recovered, new HashSet<>(atStart));
        if (comparison.outcome() == Outcome.GREW && !table.awaitsReconcile()) {
            // after a clean stop, where the digest decides: only the journal has lost a record
            table.changes().giveUp();
            tryDeclare(table, now);
            return StartComparison.NEW;
        }
        switch (comparison.outcome()) {
            case SAME -> {
                correct(table, comparison);
                table.trust();
            }
            case DIFFERENT -> {
                if (table.awaitsReconcile()) {
                    table.purge();
                    table.trust();
                }
                table.changes().giveUp();
                tryDeclare(table, now);
            }
            default -> {} // the caller drops the keys first
        }
        return comparison;
    }

    /** Declares a table, see {@link #declare}, and returns whether it did. */
    private boolean tryDeclare(CachedTable table, Collection<String> sstables) {
        Journal journal = journal();
        synchronized (table.changes()) {
            boolean isMissing = journal != null && !table.changes().isJournaled();
            if (isMissing && !table.hasUnconfirmed() && !table.isRetired()) {
                int number = table.raiseStampAbove(journal.stampBase());
                List<JournalRecord> records = JournalRecords.declaration(table, number, sstables);
                table.changes().startJournal(number - 1);
                journal.submit(table, records);
                return true;
            }
            return false;
        }
    }

    private static StartComparison compare(JournalTable recovered, Set<String> atStart) {
        JournalTable.Difference difference = recovered.differenceTo(atStart);
        Set<String> before = recovered.sstables();
        Set<String> come = new HashSet<>(atStart);
        come.removeAll(before);
        Set<String> go = new HashSet<>(before);
        go.removeAll(atStart);
        Outcome outcome = Outcome.GREW;
        if (!difference.missing().isEmpty()) {
            outcome = Outcome.DIFFERENT;
        } else if (difference.unknown().isEmpty()) {
            outcome = Outcome.SAME;
        }
        return new StartComparison(outcome, difference.unknown(), difference.missing(), come, go);
    }

    /** Replaces, in the journal, the SSTables of compactions that did not take place by those found at the start. */
    private void correct(CachedTable table, StartComparison comparison) {
        if (!comparison.come().isEmpty() || !comparison.go().isEmpty()) {
            replace(table, comparison.come(), comparison.go());
        }
    }
}
