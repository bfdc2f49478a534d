package org.ssdtier.keyindex.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.keyindex.DraftMemory;
import org.ssdtier.keyindex.KeyDraft;

@Tag("unit")
final class KeyDraftsTest {
    private static final int MIN_KEYS = 3;
    private static final long LIMIT_BYTES = 1 << 20;

    private final AtomicLong now = new AtomicLong();
    private final KeyDrafts drafts = new KeyDrafts(new DraftMemory(LIMIT_BYTES), MIN_KEYS, now::get);

    private static Descriptor sstable;

    @BeforeAll
    static void describe() {
        DatabaseDescriptor.clientInitialization(false);
        sstable = described(1);
    }

    private static Descriptor described(int id) {
        return new Descriptor(new File("/data"), "keyspace1", "table1", new SequenceBasedSSTableId(id));
    }

    private KeyDraft draft(int keys) {
        return complete(sstable, keys);
    }

    private KeyDraft complete(Descriptor of, int keys) {
        KeyDraft draft = drafts.begin();
        assertNotNull(draft);
        for (int key = 0; key < keys; key++) {
            draft.add(key, key * 100L, false);
        }
        drafts.finish(of, draft);
        return draft;
    }

    /** Otherwise they would be kept for ten minutes, because no key index is made from them. */
    @Test
    void finish_ofFewKeys_givesTheMemoryBackAtOnce() {
        draft(MIN_KEYS - 1);
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
        assertNull(drafts.take(sstable));
    }

    @Test
    void take_returnsACompleteDraftOnce() {
        KeyDraft draft = draft(MIN_KEYS);
        assertEquals(draft, drafts.take(sstable));
        assertNull(drafts.take(sstable));
        draft.giveUp();
        assertEquals(LIMIT_BYTES - (256 << 10), drafts.freeBytes(), "its taker writes it");
        draft.release();
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
    }

    /** A table that is dropped and created again with its ID begins with the same names. Checked by removal of the comparison. */
    @Test
    void take_ofAnotherSSTableOfThatName_givesTheDraftUp() {
        draft(MIN_KEYS);
        Descriptor other = described(1);
        assertEquals(other, sstable);
        assertNull(drafts.take(other));
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
    }

    /** As by a failing disk under a stream that is repeated. Checked by removal: each stays until the node's next start. */
    @Test
    void giveUp_ofCompleteDrafts_keepsNone() {
        for (int id = 2; id < 1_000; id++) {
            Descriptor aborted = described(id);
            KeyDraft draft = complete(aborted, MIN_KEYS);
            assertEquals(1, drafts.size());
            drafts.giveUp(aborted, draft);
            assertEquals(0, drafts.size());
        }
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
    }

    /** A table that is dropped and created again with its ID begins with the same names. */
    @Test
    void giveUp_whileAnotherSSTableOfThatNameIsComplete_keepsItsDraft() {
        KeyDraft aborted = draft(MIN_KEYS);
        Descriptor other = described(1);
        KeyDraft draft = complete(other, MIN_KEYS);
        drafts.giveUp(sstable, aborted);
        assertEquals(draft, drafts.take(other));
    }

    @Test
    void expire_whileAnotherSSTableOfThatNameIsIndexed_keepsTheDraft() {
        draft(MIN_KEYS);
        Descriptor other = described(1);
        drafts.expire(indexed -> indexed == other);
        assertNotNull(drafts.take(sstable));
    }

    @Test
    void expire_ofWhatOthersNeedNoMemoryFor_keepsIt() {
        draft(MIN_KEYS);
        now.addAndGet(TimeUnit.HOURS.toNanos(11));
        drafts.expire(any -> false);
        assertNotNull(drafts.take(sstable), "a stream may end hours after its first SSTable");
    }

    @Test
    void expire_withoutMemoryForOthers_givesUpWhatNobodyFetchesInTime() {
        KeyDraft other = growing();
        draft(MIN_KEYS);
        drafts.expire(any -> false);
        now.addAndGet(TimeUnit.MINUTES.toNanos(11));
        drafts.expire(any -> false);
        assertNull(drafts.take(sstable));
        other.giveUp();
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
    }

    @Test
    void expire_ofAnIndexedSSTable_givesItUp() {
        draft(MIN_KEYS);
        drafts.expire(indexed -> indexed == sstable);
        assertEquals(LIMIT_BYTES, drafts.freeBytes());
    }

    /** Returns a draft that is not complete and has half of the memory. */
    private KeyDraft growing() {
        KeyDraft draft = Objects.requireNonNull(drafts.begin());
        for (long key = 0; drafts.freeBytes() > LIMIT_BYTES / 2; key++) {
            draft.add(key * 1_000_003L, key * 1_000L, false);
        }
        return draft;
    }
}
