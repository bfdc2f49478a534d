package org.ssdtier.rowcache;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.JournalRecord.Kind;
import org.ssdtier.rowcache.StartComparison.Outcome;

/**
 * Static methods to use the journal for a table, except for changes of its content; see {@link TableChange} for those.
 */
final class Journals {
    private Journals() {}

    /**
     * Writes to the journal that SSTables are replaced by others with the same content, and waits until that is
     * durable.
     */
    static void replace(@Nullable Journal journal, CachedTable table, Collection<String> come, Collection<String> go) {
        Journal.Submission submission;
        synchronized (table.changes()) {
            if (journal == null || !table.changes().isJournaled()) {
                return;
            }
            submission = journal.submit(table, JournalRecords.change(table, Kind.COMPACTION, come, go));
        }
        if (!submission.await()) {
            table.changes().giveUp();
        }
    }

    /** Compares the SSTables of a table with those in the journal; see {@link TieredCache#reconcile}. */
    static StartComparison reconcile(
            @Nullable Journal journal, CachedTable table, Collection<String> atStart, Collection<String> now) {
        JournalTable recovered = table.changes().takeRecovered();
        if (recovered == null) {
            declare(journal, table, now);
            return StartComparison.NEW;
        }
        StartComparison comparison = compare(recovered, new HashSet<>(atStart));
        if (comparison.outcome() == Outcome.GREW && !table.awaitsReconcile()) {
            // after a clean stop, where the digest decides: only the journal has lost a record
            table.changes().giveUp();
            declare(journal, table, now);
            return StartComparison.NEW;
        }
        switch (comparison.outcome()) {
            case SAME -> {
                correct(journal, table, comparison);
                table.trust();
            }
            case DIFFERENT -> {
                if (table.awaitsReconcile()) {
                    table.purge();
                    table.trust();
                }
                table.changes().giveUp();
                declare(journal, table, now);
            }
            default -> {} // the caller drops the keys first
        }
        return comparison;
    }

    /**
     * Declares a table in the journal, which contains it from now on. Has no effect and returns false if there is no
     * journal, if the table is already in it, or if some of its images may depend on other SSTables.
     */
    static boolean declare(@Nullable Journal journal, CachedTable table, Collection<String> sstables) {
        synchronized (table.changes()) {
            if (journal != null && !table.changes().isJournaled() && !table.hasUnconfirmed()) {
                int number = table.raiseStamp();
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
    private static void correct(@Nullable Journal journal, CachedTable table, StartComparison comparison) {
        if (!comparison.come().isEmpty() || !comparison.go().isEmpty()) {
            replace(journal, table, comparison.come(), comparison.go());
        }
    }
}
