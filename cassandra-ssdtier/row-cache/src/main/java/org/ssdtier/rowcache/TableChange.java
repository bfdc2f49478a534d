package org.ssdtier.rowcache;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of one table's content. It is begun before any key is touched; committed when every key is touched and
 * before Cassandra (or any other owner of the table) makes the change visible; and closed when the change is visible,
 * in a finally. For one thread.
 */
public final class TableChange implements AutoCloseable {
    private final CachedTable table;
    private final @Nullable Journal journal;
    private final int number;
    private boolean closed;

    TableChange(CachedTable table, @Nullable Journal journal) {
        this.table = table;
        this.journal = journal;
        table.beginChange();
        try {
            this.number = table.changes().begin();
        } catch (Throwable e) { // a change without an end would keep images from being published for ever
            table.endChange();
            throw e;
        }
    }

    /** Returns the table. */
    public CachedTable table() {
        return table;
    }

    /** Returns whether {@link #commit} needs the SSTables. */
    public boolean isJournaled() {
        return journal != null && table.changes().isJournaled();
    }

    /**
     * Writes the change to the journal and waits until it is durable, for one second at most. If the write fails, the
     * only consequence is that the table loses its images at the next start after a crash.
     *
     * @param come the SSTables added, each with a name no other SSTable ever has; at most 255 bytes of UTF-8
     * @param go the SSTables removed, with the names they were added with
     */
    public void commit(Collection<String> come, Collection<String> go) {
        assert !closed : "committed after its end, table=" + table.id();
        Journal.Submission submission;
        synchronized (table.changes()) {
            table.changes().write(number);
            if (!table.changes().isJournaled()) {
                return;
            }
            // the table's journal was begun after this change, and the table declared without what the change adds
            if (journal == null) {
                table.changes().giveUp();
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
            try {
                table.changes().end(number);
            } finally {
                table.endChange();
            }
        }
    }
}
