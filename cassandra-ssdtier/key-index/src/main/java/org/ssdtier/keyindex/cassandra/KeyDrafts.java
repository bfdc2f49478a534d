package org.ssdtier.keyindex.cassandra;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.cassandra.io.sstable.Descriptor;
import org.jspecify.annotations.Nullable;
import org.ssdtier.keyindex.DraftMemory;
import org.ssdtier.keyindex.KeyDraft;

/**
 * The drafts of the key indexes of SSTables that are being written, and of those that were written and are not live yet.
 * Drafts that nobody fetches are given up after a while, if others need their memory: those of aborted transactions never become
 * live, those of streams do so when the whole session has ended.
 */
final class KeyDrafts {
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final DraftMemory memory;
    private final int minKeys;
    private final LongSupplier nanos;
    private final Map<Descriptor, Finished> finished = new ConcurrentHashMap<>();

    /**
     * A complete draft and the time at which it was completed. The SSTable is compared by reference: one of a table that was dropped
     * and created again with the same ID may equal one from before, whose draft nobody fetched.
     */
    private record Finished(Descriptor sstable, KeyDraft draft, long nanos) {
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(Descriptor other) {
            return sstable == other;
        }
    }

    /**
     * Creates an empty set.
     *
     * @param memory memory of all drafts
     * @param minKeys drafts with fewer keys are given up when they are complete: their SSTables get no key index
     * @param nanos a clock, as {@link org.ssdtier.segmentlog.device.NanoClock#SYSTEM}
     */
    KeyDrafts(DraftMemory memory, int minKeys, LongSupplier nanos) {
        this.memory = memory;
        this.minKeys = minKeys;
        this.nanos = nanos;
    }

    /** Returns a new draft; null if there is no memory for one. */
    @Nullable
    KeyDraft begin() {
        return memory.freeBytes() > 0 ? new KeyDraft(memory) : null;
    }

    /** Keeps a complete draft until its SSTable is live. */
    void finish(Descriptor sstable, KeyDraft draft) {
        draft.complete();
        if (!draft.isUsable() || draft.keys() < minKeys) {
            draft.giveUp();
            return;
        }
        Finished before = finished.put(sstable, new Finished(sstable, draft, nanos.getAsLong()));
        if (before != null && before.draft() != draft) {
            before.draft().giveUp();
        }
    }

    /** Gives up the draft of an SSTable that was not completed, or not committed. */
    void giveUp(Descriptor sstable, KeyDraft draft) {
        draft.giveUp();
        finished.computeIfPresent(sstable, (name, found) -> found.draft() == draft ? null : found);
    }

    /** Returns the draft of an SSTable and forgets it; the caller releases it after use. */
    @Nullable
    KeyDraft take(Descriptor sstable) {
        Finished found = finished.remove(sstable);
        if (found != null && !found.isOf(sstable)) {
            found.draft().giveUp();
            return null;
        }
        return found != null && found.draft().claim() ? found.draft() : null;
    }

    /** Gives up all drafts that were not fetched. */
    void giveUpAll() {
        finished.values().forEach(draft -> draft.draft().giveUp());
        finished.clear();
    }

    /**
     * Gives up the drafts of SSTables that need none, and, if memory is scarce, those that were not fetched in time.
     *
     * @param isIndexed whether an SSTable has a key index
     */
    void expire(Predicate<Descriptor> isIndexed) {
        long now = nanos.getAsLong();
        finished.forEach((sstable, draft) -> {
            boolean isOverdue = now - draft.nanos() > KEPT_NANOS && memory.isScarce();
            if ((isOverdue || isIndexed.test(draft.sstable())) && finished.remove(sstable, draft)) {
                draft.draft().giveUp();
            }
        });
    }

    /** Returns the number of complete drafts that nobody has fetched. */
    int size() {
        return finished.size();
    }

    /** Returns the bytes that drafts may still take. */
    long freeBytes() {
        return memory.freeBytes();
    }
}
