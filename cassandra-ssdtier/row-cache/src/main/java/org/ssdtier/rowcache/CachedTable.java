package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Everything the cache knows about one table: its version, the changes in progress, and which images are dead.
 *
 * <p><b>Version.</b> One word holds a 48-bit version and the number of changes in progress. A reader captures it as a
 * ticket <i>before</i> it takes its view of the table. Whoever changes what is on disk brackets the change with {@link
 * #beginChange} and {@link #endChange}. An image that was found counts only while the version is the captured one; an image
 * that was made is published only if, in addition, no change was or is in progress.
 *
 * <p><b>Stamps.</b> Every image carries the stamp that was current when it was made. A purge raises the stamp and declares
 * every older one dead; a purge of a token range adds a mark to the {@link RangeMarks} that declares older images within the range
 * dead. Neither looks at an image.
 *
 * <p><b>Sweep.</b> A flush goes over its keys in the order of their tokens and gives each image the flush's part. Images of keys
 * that it has not come to may be published meanwhile: it will come to them. The invariant: an image made while a change is in
 * progress is published only if its token lies ahead of the sweep of that change, which is the only one in progress. {@link
 * #sweepTo} comes before the sweep looks into the maps, and looks there under the key's lock, as the publisher does. So either
 * the publisher sees that the sweep has come to its key, or the sweep meets the image. {@link #endSweep}, before the view is
 * switched, leaves nothing ahead.
 *
 * <p><b>Images that are there.</b> Every image is counted when it is made and when its memory is given back, and the highest
 * stamp that ever left memory for the SSD is noted. So a change can see that there is nothing to change.
 *
 * <p>Thread-safe.
 */
public final class CachedTable {
    private static final int CHANGE_BITS = 16;
    private static final long CHANGE_MASK = (1L << CHANGE_BITS) - 1;
    private static final long BEGIN = (1L << CHANGE_BITS) + 1;
    private static final long NOTHING_AHEAD = Long.MAX_VALUE;

    /**
     * Images of this token range (left, right] with a stamp below {@code stamp} are dead. As Cassandra's Range it wraps around
     * when left is not less than right; equal ends are the whole ring.
     */
    record Mark(int stamp, long leftToken, long rightToken) {}

    private final UUID id;
    private final KeyHash hash;
    private final ImageMemory memory;
    private final AtomicLong state = new AtomicLong();
    private final LongAdder[] hits = {new LongAdder(), new LongAdder(), new LongAdder()};
    private final LongAdder misses = new LongAdder();
    private final TableChanges changes = new TableChanges(this);
    private final LongAdder imagesMade = new LongAdder();
    private final LongAdder imagesFreed = new LongAdder();
    /** The token that a sweep has reached: only keys with a higher one are ahead of it. */
    private volatile long sweptTo = NOTHING_AHEAD;

    private volatile int stamp;
    private volatile int floor;
    private volatile RangeMarks marks = RangeMarks.NONE;
    /** Images with a stamp below this one were recovered and do not answer before the table is confirmed; 0 when it is. */
    private volatile int unconfirmedBelow;
    /** No image with a higher stamp was ever on its way to the SSD, or there. */
    private volatile int behindMemory;

    private @Nullable ByteBuffer recoveredDigest;
    private boolean wasRecovered;

    CachedTable(UUID id, int stamp, ImageMemory memory, HashKey hashKey) {
        this.id = id;
        this.hash = new KeyHash(hashKey, id);
        this.memory = memory;
        this.stamp = stamp;
        this.floor = stamp;
        this.behindMemory = stamp - 1; // what a former life of the table may have left
    }

    /** Recreates a table of a snapshot: its images may answer from {@link #confirm} on. */
    static CachedTable recovered(ImageMemory memory, TableSnapshot snapshot, int stamp, HashKey hashKey) {
        CachedTable table = new CachedTable(snapshot.id(), stamp, memory, hashKey);
        table.floor = snapshot.floor();
        table.marks = RangeMarks.of(snapshot.marks());
        table.unconfirmedBelow = stamp;
        table.recoveredDigest = snapshot.digest();
        table.wasRecovered = true;
        return table;
    }

    /** Recreates a table that the journal knows: its images may answer from {@link #trust} on. */
    static CachedTable afterCrash(ImageMemory memory, JournalTable journaled, int stamp, HashKey hashKey) {
        CachedTable table = new CachedTable(journaled.id(), stamp, memory, hashKey);
        DeadImages dead = journaled.dead();
        table.floor = dead.floor();
        table.marks = RangeMarks.of(dead.marks());
        table.unconfirmedBelow = stamp;
        return table;
    }

    /** Returns the id of the table. */
    public UUID id() {
        return id;
    }

    /** Returns the hash of its keys. */
    KeyHash hash() {
        return hash;
    }

    /** Captures the version and the number of changes in progress, to be given to {@code get} and {@code publish}. */
    public long ticket() {
        return state.get();
    }

    /**
     * Returns whether no change has begun since the ticket was captured, and none that was in progress then has ended: a hit may
     * count. (A reader that took its view in the middle of a purge must not meet an image made after it.)
     */
    public boolean isCurrent(long ticket) {
        return state.get() == ticket;
    }

    /**
     * Returns whether an image of a key with this token, made with the ticket, may be published: no change has begun or ended
     * since, and the one that was in progress then, if any, is a sweep that has still to come to the key.
     */
    public boolean mayPublish(long ticket, long token) {
        boolean isAhead = token > sweptTo; // before the state: it is the sweep of the change that the ticket is of
        long changes = ticket & CHANGE_MASK;
        return (changes == 0 || (changes == 1 && isAhead)) && state.get() == ticket;
    }

    /** Begins a sweep, within a change that is to go over its keys in the order of their tokens: all are ahead. */
    public void beginSweep() {
        sweptTo = Long.MIN_VALUE;
    }

    /** Goes on with a sweep: to be called before each key is refreshed or dropped, or at least once for each token. */
    public void sweepTo(long token) {
        sweptTo = token;
    }

    /** Ends a sweep; to be called before what is on disk changes, in a finally. */
    public void endSweep() {
        sweptTo = NOTHING_AHEAD;
    }

    /**
     * Returns whether no tier holds an image of the table that could answer, nor will before the change that the caller has begun
     * ends. To be called before {@link #beginSweep}. (A publisher counts its image before it looks whether it may.)
     */
    public boolean hasNoImages() {
        long freed =
                imagesFreed.sum(); // before those that were made: equal sums prove that there was none at this moment
        return imagesMade.sum() == freed && !hasImagesBehindMemory();
    }

    /** Announces that what is on disk changes. Every ticket captured before is no longer current. */
    public void beginChange() {
        state.addAndGet(BEGIN);
    }

    /** Ends a change begun by {@link #beginChange}; to be called exactly once for each, in a finally. */
    public void endChange() {
        long before = state.getAndDecrement();
        assert (before & CHANGE_MASK) != 0 : "endChange without beginChange, table=" + id;
    }

    /** Declares every image of the table dead, and lets nothing that is being read now be published. */
    public void purge() {
        beginChange();
        try {
            synchronized (this) {
                int next = stamp + 1;
                floor = next;
                marks = RangeMarks.NONE;
                stamp = next; // last: whoever has seen it sees what is dead
            }
        } finally {
            endChange();
        }
    }

    /**
     * Declares every image dead and lets nothing be published any more: the table was dropped. Whoever still holds this object
     * finds nothing.
     */
    void retire() {
        beginChange();
        purge();
    }

    /**
     * Declares every image with a token in ({@code leftToken}, {@code rightToken}] dead, and lets nothing that is being read
     * now be published. The range wraps around when left is not less than right; equal ends are the whole ring.
     */
    public void purgeRange(long leftToken, long rightToken) {
        beginChange();
        try {
            addMark(leftToken, rightToken);
        } finally {
            endChange();
        }
    }

    /** Returns the number of images that {@code tier} answered with. */
    public long hits(Tier tier) {
        return hits[tier.index].sum();
    }

    /** Returns the number of look-ups that no tier answered. */
    public long misses() {
        return misses.sum();
    }

    /** Where the images of the table are allocated. */
    ImageMemory memory() {
        return memory;
    }

    /** Returns whether a snapshot had the table. */
    boolean wasRecovered() {
        return wasRecovered;
    }

    void countHit(Tier tier) {
        hits[tier.index].increment();
    }

    void countMiss() {
        misses.increment();
    }

    void countImageMade() {
        imagesMade.increment();
    }

    void countImageFreed() {
        imagesFreed.increment();
    }

    /** Returns whether an image that is not dead may be on its way to the SSD, or there. */
    boolean hasImagesBehindMemory() {
        return behindMemory >= floor;
    }

    /** Notes that an image with this stamp is about to leave memory for the SSD. Called under the key's lock. */
    void noteBehindMemory(int imageStamp) {
        if (imageStamp > behindMemory) {
            synchronized (this) {
                behindMemory = Math.max(behindMemory, imageStamp);
            }
        }
    }

    /** The stamp for an image made now. To be read <i>before</i> {@link #mayPublish} is asked. */
    int stamp() {
        return stamp;
    }

    /** Returns whether an image with this stamp may answer for a key with this token. */
    boolean mayAnswer(int imageStamp, long token) {
        return imageStamp >= unconfirmedBelow && !isDead(imageStamp, token);
    }

    /** Returns whether an image with this stamp will never answer again for a key with this token. */
    @SuppressWarnings("ReferenceEquality") // most tables have no marks: nothing is searched then
    boolean isDead(int imageStamp, long token) {
        RangeMarks seen = marks; // before the floor, which rises before the marks that it replaces go
        return imageStamp < floor || (seen != RangeMarks.NONE && imageStamp < seen.stampOf(token));
    }

    /** Returns whether the table was purged as a whole since an image with this stamp was made. */
    boolean isPurgedSince(int imageStamp) {
        return imageStamp < floor;
    }

    /**
     * Lets what was recovered answer, or purges the table when the digest is not the one of the clean stop.
     *
     * @return whether the table was purged
     */
    synchronized boolean confirm(byte[] digest) {
        ByteBuffer expected = recoveredDigest;
        if (expected == null) {
            return false;
        }
        recoveredDigest = null;
        boolean purged = !expected.equals(ByteBuffer.wrap(digest));
        if (purged) {
            purge();
        }
        unconfirmedBelow = 0;
        return purged;
    }

    /** Returns the digest of the clean stop until the table is confirmed; null when there is none to be confirmed. */
    public synchronized @Nullable ByteBuffer recoveredDigest() {
        ByteBuffer digest = recoveredDigest;
        return digest == null ? null : digest.asReadOnlyBuffer();
    }

    /** Returns whether images were recovered after a crash that may not answer yet. */
    synchronized boolean isUntrusted() {
        return unconfirmedBelow > 0 && recoveredDigest == null;
    }

    /** Returns whether images were recovered that are not dead and may not answer yet: nobody knows what they depend on. */
    boolean hasUnconfirmed() {
        return unconfirmedBelow > floor;
    }

    /** Lets what was recovered after a crash answer. */
    synchronized void trust() {
        if (recoveredDigest == null) {
            unconfirmedBelow = 0;
        }
    }

    /** Returns what a snapshot keeps of the table; null when it was recovered and not confirmed. */
    synchronized @Nullable TableSnapshot snapshot(byte[] digest) {
        return recoveredDigest != null || unconfirmedBelow > 0
                ? null
                : new TableSnapshot(id, floor, marks.toList(), ByteBuffer.wrap(digest.clone()));
    }

    /** The changes of the table's content, and what the journal needs of them. */
    TableChanges changes() {
        return changes;
    }

    /** Returns the next stamp, which every image from now on has at least. */
    synchronized int raiseStamp() {
        int next = stamp + 1;
        stamp = next;
        return next;
    }

    /** Returns the stamp below which every image is dead. */
    int floor() {
        return floor;
    }

    /** Returns what the journal keeps about dead images. Consistent: no purge comes in between. */
    synchronized DeadImages deadImages() {
        return new DeadImages(floor, marks.toList());
    }

    private synchronized void addMark(long leftToken, long rightToken) {
        int next = stamp + 1;
        marks = marks.with(next, leftToken, rightToken);
        stamp = next; // last: whoever has seen it sees the mark
    }
}
