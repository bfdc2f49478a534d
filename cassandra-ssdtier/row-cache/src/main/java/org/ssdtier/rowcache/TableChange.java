package org.ssdtier.rowcache;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of one table's content: begun before anything is touched, committed when every key is touched and before Cassandra
 * (or whoever owns the table) makes it visible, closed when it is visible, in a finally. One thread.
 */
public final class TableChange implements AutoCloseable {
    private final CachedTable table;
    private final @Nullable Journal journal;
    private final int number;
    private boolean closed;

    TableChange(CachedTable table, @Nullable Journal journal) {
        this.table = table;
        this.journal = journal;
        this.number = table.changes().begin();
    }

    /** Returns the table. */
    public CachedTable table() {
        return table;
    }

    /** Returns whether {@link #commit} needs to be given the SSTables. */
    public boolean isJournaled() {
        return journal != null && table.changes().isJournaled();
    }

    /**
     * Writes the change to the journal and waits until it is durable, for a second at most. What could not be written costs the
     * table its images at the next start after a crash, and nothing else.
     *
     * @param come the SSTables that come, each named so that no other ever has the name; at most 255 bytes of UTF-8
     * @param go the SSTables that go, named as they were when they came
     */
    public void commit(Collection<String> come, Collection<String> go) {
        Journal.Submission submission;
        synchronized (table.changes()) {
            table.changes().write(number);
            if (!isJournaled()) {
                return;
            }
            List<JournalRecord> records = JournalRecords.change(table, JournalRecord.Kind.CHANGE, come, go);
            submission = journal.submit(table, records);
        }
        if (!submission.await()) {
            table.changes().giveUp();
        }
    }

    /** Ends the change. Idempotent. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            table.changes().end(number);
        }
    }
}
