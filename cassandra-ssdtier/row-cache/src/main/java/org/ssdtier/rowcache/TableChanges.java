package org.ssdtier.rowcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.index.KeyHashes;

/**
 * The changes of one table's content that are in progress, and the hashes of the keys they touched, for the journal.
 *
 * <p><b>Change numbers are stamps.</b> Every change raises the table's stamp when it begins, so the stamp of an image
 * tells which changes it follows. A published image has the stamp of a moment without any change in progress, or the
 * stamp of the flush whose sweep has not yet reached its key. A merged image has the stamp at its {@link #touch}, or at
 * an earlier moment of the same change; this may be the number of another change that began later. A touch kills every
 * image of the key with a lower stamp.
 *
 * <p><b>Safe stamps.</b> An image with a stamp up to {@link #isSafe the safe one} follows only changes that are in the
 * journal. The writer holds back all others: after a crash it could not be determined whether their changes took place.
 * So an image merged by one of two overlapping changes is written only when both changes are in the journal. By then
 * the other change has removed the image if it touched the key, so it is harmless that images of both changes have the
 * same number. The same holds for an image that was published ahead of a sweep.
 *
 * <p>Thread-safe. Lock order: the monitor is taken inside the key's lock; inside it, only the monitor of
 * {@link TableStamps} and the journal's queue are used.
 */
final class TableChanges {
    private static final int FIRST_HASHES = 64;
    /** The number of keys beyond which a table leaves the journal: it is declared again later, and the index saved. */
    private static final int MAX_HASHES = 1 << 20;

    /**
     * The part of a journal record about the touched keys of a table.
     *
     * @param number the table's stamp
     * @param safe the highest stamp that follows only changes in the journal
     * @param hashes the hashes of the keys touched since the last record
     */
    record Drained(int number, int safe, KeyHashes hashes) {}

    private final TableStamps stamps;
    private final List<Integer> unwritten = new ArrayList<>();
    private int notedStamp;
    private volatile int open;
    private long[] hashes = {};
    private int count;
    private volatile boolean journaled;
    private volatile int safe;
    private @Nullable JournalTable recovered;

    TableChanges(TableStamps stamps) {
        this.stamps = stamps;
    }

    /** Begins a change of content, inside a change of the table's version, and returns its number. */
    synchronized int begin() {
        int number = stamps.raise();
        open = open + 1;
        unwritten.add(number);
        return number;
    }

    /**
     * Ends a change. If it was never written to the journal, the table leaves the journal: the keys touched are
     * unknown.
     */
    synchronized void end(int number) {
        if (unwritten.remove((Integer) number)) {
            giveUp();
        }
        open = open - 1;
        assert open >= 0 : "ended more often than begun: change=" + number;
    }

    /**
     * Returns the stamp of an image that is merged before its key is touched; 0 outside of a change. Such an image
     * replaces only the image it was merged from, so there is no touch between the two.
     */
    int currentNumber() {
        return open == 0 ? 0 : stamps.current();
    }

    /**
     * Records that all existing images of a key are outdated. Called under the key's lock, after the key was removed
     * from pending and index.
     *
     * @return the stamp of an image merged now; 0 outside of a change, where images stay correct
     */
    int touch(long hash) {
        return open == 0 ? 0 : touchInChange(hash);
    }

    private synchronized int touchInChange(long hash) {
        if (journaled && count == MAX_HASHES) {
            giveUp();
        }
        assert count <= MAX_HASHES && (journaled || count == 0) : "hashes=" + count + " journaled=" + journaled;
        if (journaled) {
            if (count == hashes.length) {
                hashes = Arrays.copyOf(hashes, Math.max(FIRST_HASHES, 2 * count));
            }
            hashes[count++] = hash;
        }
        return stamps.current();
    }

    /** Returns whether the table is in the journal: it was declared, and no record of it was lost since. */
    boolean isJournaled() {
        return journaled;
    }

    /**
     * Returns whether an image with this stamp follows only changes in the journal, or the table is not in the journal.
     */
    boolean isSafe(int stamp) {
        return stamp <= safe || !journaled;
    }

    /** Returns whether the journal needs a note before images made now are safe; true only once per stamp. */
    synchronized boolean needsNote() {
        boolean needs = unwritten.isEmpty() && notedStamp != stamps.current();
        if (needs) {
            notedStamp = stamps.current();
        }
        return needs;
    }

    /** Returns whether no change waits to be written. */
    synchronized boolean isQuiet() {
        return unwritten.isEmpty();
    }

    /** Records that the journal holds all changes that images up to this stamp follow. */
    synchronized void setSafe(int stamp) {
        safe = Math.max(safe, stamp);
    }

    /** Sets the table's state in the journal of an earlier life, to be compared with its SSTables at the start. */
    synchronized void setRecovered(JournalTable table) {
        recovered = table;
    }

    /** Returns the state set by {@link #setRecovered} on the first call, then null. */
    synchronized @Nullable JournalTable takeRecovered() {
        JournalTable taken = recovered;
        recovered = null;
        return taken;
    }

    /** Starts the table's journaling. Images up to {@code safeStamp} follow no future change. */
    synchronized void startJournal(int safeStamp) {
        journaled = true;
        safe = safeStamp;
    }

    /**
     * Ends the table's journaling because a record was lost. No other record is written, so that after a crash the
     * SSTables do not match the journal.
     */
    synchronized void giveUp() {
        journaled = false;
        count = 0;
        hashes = new long[0];
    }

    /**
     * Returns the touched keys for the next record, and clears them. The caller holds this monitor until the record is
     * in the journal's queue.
     */
    Drained drain() {
        assert Thread.holdsLock(this) : "the caller does not hold the monitor";
        assert unwritten.size() <= open : "unwritten changes=" + unwritten.size() + " open=" + open;
        long[] touched = Arrays.copyOf(hashes, count);
        count = 0;
        hashes = new long[0];
        int number = stamps.current();
        int least = Integer.MAX_VALUE;
        for (int begun : unwritten) {
            least = Math.min(least, begun);
        }
        return new Drained(number, unwritten.isEmpty() ? number : least - 1, new KeyHashes(touched));
    }

    /** Marks a change as written; the next {@link #drain} includes it. Called with this monitor held. */
    void write(int number) {
        assert Thread.holdsLock(this) : "the caller does not hold the monitor";
        unwritten.remove((Integer) number);
    }
}
