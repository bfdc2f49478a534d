package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.curve.ReadSampler;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.rowcache.index.KeyHash;

/**
 * The state of one table in the cache: its version, the changes in progress, and which of its images are dead.
 *
 * <p><b>Version.</b> One word holds a 48-bit version and the number of changes in progress. A reader captures it as a
 * ticket <i>before</i> it takes its view of the table. Every change of the data on disk is bracketed by {@link
 * #beginChange} and {@link #endChange}. An image that was found counts only while the version equals the captured one.
 * An image that was made is published only if, in addition, no change was or is in progress; a sweep is the exception.
 *
 * <p><b>Stamps.</b> Every image carries the stamp that was current when it was made; {@link TableStamps} holds which
 * stamps are dead.
 *
 * <p><b>Sweep.</b> A flush visits its keys in token order and merges its part into each image. Images of keys that the
 * sweep has not reached may be published meanwhile, because it will still visit them. The invariant: an image made
 * while a change is in progress is published only if its token is ahead of the sweep of that change, and that change is
 * the only one in progress. {@link #sweepTo} is called before the sweep searches the maps, and the search holds the
 * key's lock, as the publisher does. So either the publisher sees that the sweep has reached its key, or the sweep
 * finds the image. {@link #endSweep} is called before the view is switched; from then on no key is ahead.
 *
 * <p><b>Existing images.</b> Every image is counted when it is made and again when its memory is freed, and the highest
 * stamp that ever left memory for the SSD is kept. So a change can detect that the table has no images.
 *
 * <p>Thread-safe.
 */
public final class CachedTable {
    private static final int CHANGE_BITS = 16;
    private static final long CHANGE_MASK = (1L << CHANGE_BITS) - 1;
    private static final long BEGIN = (1L << CHANGE_BITS) + 1;
    private static final long NOTHING_AHEAD = Long.MAX_VALUE;
    /** The bound of a retired table's images, above every stamp: those of a new table with its ID do not answer for it. */
    private static final int NONE_ANSWERS = Integer.MAX_VALUE;

    private final UUID id;
    private final KeyHash hash;
    private final ImageMemory memory;
    private final AtomicLong state = new AtomicLong();
    private final LongAdder[] hits = {new LongAdder(), new LongAdder(), new LongAdder()};
    private final LongAdder misses = new LongAdder();
    private final TableStamps stamps;
    private final TableChanges changes;
    private final LongAdder imagesMade = new LongAdder();
    private final LongAdder imagesFreed = new LongAdder();
    /** The token that a sweep has reached: only keys with a higher token are ahead of it. */
    private volatile long sweptTo = NOTHING_AHEAD;

    /**
     * The bound of the recovered images: those with a lower stamp do not answer before the table is confirmed or
     * trusted; 0 once it is; {@link #NONE_ANSWERS} if the table is retired.
     */
    private volatile int unconfirmedBelow;
    /** An upper bound on the stamps of all images that were ever on the SSD or on their way to it. */
    private volatile int highestSsdStamp;
    /** The number of the table among those whose reads are sampled; negative before the first sampled read. */
    private volatile int sampleNumber = -1;

    private final Object sampleLock = new Object();

    private volatile boolean isRetired;
    private @Nullable ByteBuffer recoveredDigest;
    private boolean wasRecovered;

    CachedTable(UUID id, int stamp, ImageMemory memory, HashKey hashKey) {
        this(id, new TableStamps(stamp), memory, hashKey);
    }

    private CachedTable(UUID id, TableStamps stamps, ImageMemory memory, HashKey hashKey) {
        this.id = id;
        this.hash = new KeyHash(hashKey, id);
        this.memory = memory;
        this.stamps = stamps;
        this.changes = new TableChanges(stamps);
        this.highestSsdStamp = stamps.current() - 1; // an earlier table with this ID may have left images there
    }

    /** Recreates a table from a snapshot. Its images may answer once {@link #confirm} was called. */
    static CachedTable recovered(ImageMemory memory, TableSnapshot snapshot, int stamp, HashKey hashKey) {
        TableStamps stamps = new TableStamps(stamp, snapshot.floor(), snapshot.marks());
        CachedTable table = new CachedTable(snapshot.id(), stamps, memory, hashKey);
        table.unconfirmedBelow = stamp;
        table.recoveredDigest = snapshot.digest();
        table.wasRecovered = true;
        return table;
    }

    /** Recreates a table from the journal. Its images may answer once {@link #trust} was called. */
    static CachedTable afterCrash(ImageMemory memory, JournalTable journaled, int stamp, HashKey hashKey) {
        DeadImages dead = journaled.dead();
        TableStamps stamps = new TableStamps(stamp, dead.floor(), dead.marks());
        CachedTable table = new CachedTable(journaled.id(), stamps, memory, hashKey);
        table.unconfirmedBelow = stamp;
        return table;
    }

    /** Returns the ID of the table. */
    public UUID id() {
        return id;
    }

    /** Returns the hash function of its keys. */
    KeyHash hash() {
        return hash;
    }

    /** Captures the version and the number of changes in progress, to be passed to {@code get} and {@code publish}. */
    public long ticket() {
        return state.get();
    }

    /**
     * Returns whether a hit may count: since the ticket was captured no change has begun, and none that was in progress
     * then has ended. (A reader that took its view in the middle of a purge must not be served an image made after the
     * purge.)
     */
    public boolean isCurrent(long ticket) {
        return state.get() == ticket;
    }

    /**
     * Returns whether an image of a key with this token, made with the ticket, may be published: since the ticket was
     * captured no change has begun or ended, and the change that was in progress then, if any, is a sweep that has not
     * yet reached the key.
     */
    public boolean mayPublish(long ticket, long token) {
        assert (ticket >>> CHANGE_BITS) <= (state.get() >>> CHANGE_BITS) : "ticket=" + ticket + " state=" + state;
        boolean isAhead = token > sweptTo; // read before the state: the sweep is then that of the ticket's change
        long changes = ticket & CHANGE_MASK;
        return (changes == 0 || (changes == 1 && isAhead)) && state.get() == ticket;
    }

    /** Begins a sweep, within a change that will visit its keys in token order. All keys are ahead of the sweep now. */
    public void beginSweep() {
        assert (state.get() & CHANGE_MASK) != 0 : "a sweep outside of a change, table=" + id;
        sweptTo = Long.MIN_VALUE;
    }

    /** Advances a sweep. To be called before each key is refreshed or dropped, or at least once for each token. */
    public void sweepTo(long token) {
        sweptTo = token;
    }

    /** Ends a sweep. To be called before the data on disk changes, in a finally block. */
    public void endSweep() {
        sweptTo = NOTHING_AHEAD;
    }

    /**
     * Returns whether no tier holds an image of the table that could answer, and none will until the change that the
     * caller has begun ends. To be called before {@link #beginSweep}. (A publisher counts its image before it calls
     * {@link #mayPublish}.)
     */
    public boolean hasNoImages() {
        // freed is read before made: equal sums then prove that there was no image at this moment
        long freed = imagesFreed.sum();
        return imagesMade.sum() == freed && !mayHaveSsdImages();
    }

    /** Begins a change of the data on disk. No ticket captured before is current any more. */
    public void beginChange() {
        state.addAndGet(BEGIN);
    }

    /** Ends a change begun by {@link #beginChange}. To be called exactly once for each, in a finally block. */
    public void endChange() {
        assert (state.get() & CHANGE_MASK) != 0 : "endChange without beginChange, table=" + id;
        state.getAndDecrement();
    }

    /** Declares every image of the table dead. Images being read now will not be published. */
    public void purge() {
        beginChange();
        try {
            stamps.purge();
        } finally {
            endChange();
        }
    }

    /**
     * Declares every image dead and refuses all later publishes, because the table was dropped. A caller that still
     * holds this object finds no image.
     */
    void retire() {
        synchronized (changes) {
            isRetired = true; // so that no record reaches the journal after the table was forgotten there
        }
        synchronized (this) {
            unconfirmedBelow = NONE_ANSWERS;
        }
        beginChange();
        purge();
        synchronized (sampleLock) {
            sampleNumber = ReadSampler.OTHERS; // a read that is under way takes no number again
        }
    }

    /** Returns whether the table was dropped. */
    boolean isRetired() {
        return isRetired;
    }

    /**
     * Declares every image with a token in ({@code leftToken}, {@code rightToken}] dead. Images being read now will not
     * be published. The range wraps around if left is not less than right; equal ends denote the whole ring.
     */
    public void purgeRange(long leftToken, long rightToken) {
        beginChange();
        try {
            stamps.purgeRange(leftToken, rightToken);
        } finally {
            endChange();
        }
    }

    /** Returns the number of look-ups that {@code tier} answered. */
    public long hits(Tier tier) {
        return hits[tier.index].sum();
    }

    /** Returns the number of look-ups that no tier answered. */
    public long misses() {
        return misses.sum();
    }

    /** Returns the number of look-ups. */
    long lookups() {
        return hits(Tier.MEMORY) + hits(Tier.PENDING) + hits(Tier.SSD) + misses();
    }

    /** Returns the number of the table among those whose reads are sampled; negative before the first sampled read. */
    int sampleNumber() {
        return sampleNumber;
    }

    /** Returns {@link #sampleNumber}, which is {@code newNumber} if it has none yet; a retired table takes no new one. */
    int takeSampleNumber(IntSupplier newNumber) {
        synchronized (sampleLock) {
            if (sampleNumber < 0) {
                sampleNumber = newNumber.getAsInt();
            }
            return sampleNumber;
        }
    }

    /** Returns the memory in which the images of the table are allocated. */
    ImageMemory memory() {
        return memory;
    }

    /** Returns whether the table was recovered from a snapshot. */
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

    /** Returns whether an image that is not dead may be on the SSD or on its way to it. */
    boolean mayHaveSsdImages() {
        return highestSsdStamp >= stamps.floor();
    }

    /** Notes that an image with this stamp is about to leave memory for the SSD. Called under the key's lock. */
    void noteLeavesMemory(int imageStamp) {
        if (imageStamp > highestSsdStamp) {
            synchronized (this) {
                highestSsdStamp = Math.max(highestSsdStamp, imageStamp);
            }
        }
        assert highestSsdStamp >= imageStamp : "stamp=" + imageStamp + " highest=" + highestSsdStamp;
    }

    /** Returns the stamp for an image made now. To be read <i>before</i> {@link #mayPublish} is called. */
    int stamp() {
        return stamps.current();
    }

    /** Returns whether an image with this stamp may answer for a key with this token. */
    boolean mayAnswer(int imageStamp, long token) {
        return imageStamp >= unconfirmedBelow && !isDead(imageStamp, token);
    }

    /** Returns whether an image with this stamp will never answer again for a key with this token. */
    boolean isDead(int imageStamp, long token) {
        return stamps.isDead(imageStamp, token);
    }

    /** Returns whether the table was purged as a whole since an image with this stamp was made. */
    boolean isPurgedSince(int imageStamp) {
        return imageStamp < stamps.floor();
    }

    /**
     * Enables the recovered images, or purges the table if the digest is not the one of the clean stop.
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
        allAnswer();
        return purged;
    }

    /** Returns the digest of the clean stop until the table is confirmed; null if nothing is to be confirmed. */
    public synchronized @Nullable ByteBuffer recoveredDigest() {
        ByteBuffer digest = recoveredDigest;
        return digest == null ? null : digest.asReadOnlyBuffer();
    }

    /** Returns whether the table has images that were recovered after a crash and may not answer yet. */
    synchronized boolean awaitsReconcile() {
        return unconfirmedBelow > 0 && recoveredDigest == null;
    }

    /**
     * Returns whether the table has recovered images that are not dead and may not answer yet, because it is not known
     * what they depend on.
     */
    boolean hasUnconfirmed() {
        return unconfirmedBelow > stamps.floor();
    }

    /** Enables the images recovered after a crash. */
    synchronized void trust() {
        if (recoveredDigest == null) {
            allAnswer();
        }
    }

    private void allAnswer() {
        if (!isRetired) {
            unconfirmedBelow = 0;
        }
    }

    /** Returns the part of a snapshot for this table; null if the table was recovered and not confirmed. */
    synchronized @Nullable TableSnapshot snapshot(byte[] digest) {
        if (recoveredDigest != null || unconfirmedBelow > 0) {
            return null;
        }
        DeadImages dead = stamps.dead();
        return new TableSnapshot(id, dead.floor(), dead.marks(), ByteBuffer.wrap(digest.clone()));
    }

    /** Returns the changes of the table's content, as the journal needs them. */
    TableChanges changes() {
        return changes;
    }

    /** Raises the stamp, to one above {@code bound}, and returns it. Every image made from now on has at least this stamp. */
    int raiseStampAbove(int bound) {
        return stamps.raiseAbove(bound);
    }

    /** Returns the stamp below which every image is dead. */
    int floor() {
        return stamps.floor();
    }

    /** Returns which images are dead, for the journal. Consistent: a purge cannot intervene. */
    DeadImages deadImages() {
        return stamps.dead();
    }
}
