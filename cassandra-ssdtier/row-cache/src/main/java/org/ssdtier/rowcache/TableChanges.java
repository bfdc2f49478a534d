package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one table's content that are in progress, and the keys they touched, as the journal needs them.
 *
 * <p><b>Change numbers are stamps.</b> Every change raises the table's stamp when it begins, so the stamp of an image says which
 * changes it follows: an image that was published has the stamp of a moment without any change in progress, or that of the flush
 * whose sweep it is ahead of; an image that a change merged has the stamp of the {@link #touch} or of a moment before it, in the
 * change, which may be that of a change that began later. A touch kills every image of the key with a smaller stamp.
 *
 * <p><b>Safe stamps.</b> An image with a stamp up to {@link #isSafe the safe one} follows only changes that are in the journal.
 * The writer holds back all others: after a crash nobody could say whether their change took place. So an image that one of two
 * overlapping changes merged is written only when both are in the journal, and by then the other has taken it away, if it touched
 * the key; that both have the same number does no harm. The same holds for an image that was published ahead of a sweep.
 *
 * <p>Thread-safe. Its monitor is taken inside the key's lock; inside it only {@link CachedTable}'s monitor and the journal's
 * queue.
 */
final class TableChanges {
    private static final int FIRST_HASHES = 64;
    /** A change of more keys is left out of the journal: the table is declared anew after it, and the index saved. */
    private static final int MAX_HASHES = 1 << 20;

    /** What a record of the journal says about the keys of a table. */
    record Drained(int number, int safe, KeyHashes hashes) {}

    private final CachedTable table;
    private final List<Integer> unwritten = new ArrayList<>();
    private int notedStamp;
    private volatile int open;
    private long[] hashes = {};
    private int count;
    private volatile boolean journaled;
    private volatile int safe;
    private @Nullable JournalTable recovered;

    TableChanges(CachedTable table) {
        this.table = table;
    }

    /** Begins a change of content and returns its number. */
    int begin() {
        table.beginChange();
        synchronized (this) {
            int number = table.raiseStamp();
            open = open + 1;
            unwritten.add(number);
            return number;
        }
    }

    /** Ends a change. A change that never reached the journal leaves the table without one: nobody knows what it touched. */
    void end(int number) {
        synchronized (this) {
            if (unwritten.remove((Integer) number)) {
                giveUp();
            }
            open = open - 1;
        }
        table.endChange();
    }

    /**
     * Returns the stamp of what is merged before its key is touched; 0 outside of a change. Such an image takes the place of the one
     * that it was merged from and of no other, so no touch lies between the two.
     */
    int numberNow() {
        return open == 0 ? 0 : table.stamp();
    }

    /**
     * Notes that the images of a key are outdated from now on. Called under the key's lock, after they were taken away.
     *
     * @return the stamp of what is merged now; 0 outside of a change, where an image stays right
     */
    int touch(long hash) {
        return open == 0 ? 0 : touchInChange(hash);
    }

    private synchronized int touchInChange(long hash) {
        if (journaled && count == MAX_HASHES) {
            giveUp();
        }
        if (journaled) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, Math.max(FIRST_HASHES, 2 * count));
            }
            hashes[count++] = hash;
        }
        return table.stamp();
    }

    /** Returns whether the table has a journal: it was declared, and no record of it was lost since. */
    boolean isJournaled() {
        return journaled;
    }

    /** Returns whether an image with this stamp follows only changes that are in the journal, as far as that matters. */
    boolean isSafe(int stamp) {
        return stamp <= safe || !journaled;
    }

    /** Returns whether the journal needs a note before images of now are safe; true once for each stamp. */
    synchronized boolean needsNote() {
        boolean needs = unwritten.isEmpty() && notedStamp != table.stamp();
        if (needs) {
            notedStamp = table.stamp();
        }
        return needs;
    }

    /** Returns whether no change waits to be written. */
    synchronized boolean isQuiet() {
        return unwritten.isEmpty();
    }

    /** Notes that the journal holds all that images up to this stamp follow. */
    synchronized void setSafe(int stamp) {
        safe = Math.max(safe, stamp);
    }

    /** Keeps what the journal of an earlier life says about the table, to be compared with its SSTables at the start. */
    synchronized void setRecovered(JournalTable table) {
        recovered = table;
    }

    /** Returns what was kept, the first time. */
    synchronized @Nullable JournalTable takeRecovered() {
        JournalTable taken = recovered;
        recovered = null;
        return taken;
    }

    /** The table is in the journal from now on; images up to this stamp follow no change that is to come. */
    synchronized void startJournal(int safeStamp) {
        journaled = true;
        safe = safeStamp;
    }

    /** A record of the table was lost: it writes no other, so that after a crash its SSTables do not match. */
    synchronized void giveUp() {
        journaled = false;
        count = 0;
        hashes = new long[0];
    }

    /** Returns what a record has to say now. Called with this monitor held until the record is in the journal's queue. */
    Drained drain() {
        assert Thread.holdsLock(this) : "table=" + table.id();
        long[] touched = Arrays.copyOf(hashes, count);
        count = 0;
        hashes = new long[0];
        int number = table.stamp();
        int least = Integer.MAX_VALUE;
        for (int begun : unwritten) {
            least = Math.min(least, begun);
        }
        return new Drained(number, unwritten.isEmpty() ? number : least - 1, new KeyHashes(touched));
    }

    /** Takes a change as written, from the {@link #drain} on that follows. Called with this monitor held. */
    void write(int number) {
        assert Thread.holdsLock(this) : "table=" + table.id();
        unwritten.remove((Integer) number);
    }
}
