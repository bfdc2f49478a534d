package org.ssdtier.rowcache.index;

import java.lang.ref.Cleaner;
import net.openhft.chronicle.bytes.BytesStore;

/**
 * An off-heap array of 64-bit words, of fixed length and initially zero. The memory is freed when the array is
 * unreachable. Thread-safe.
 */
public final class OffHeapWords {
    private static final Cleaner CLEANER = Cleaner.create();

    private final int length;
    private final BytesStore<?, Void> words;

    /** Allocates {@code length} words, at least one. */
    public OffHeapWords(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("words=" + length + ", allowed: at least 1");
        }
        this.length = length;
        this.words = BytesStore.nativeStoreWithFixedCapacity(sizeBytes());
        CLEANER.register(this, words::releaseLast);
    }

    /** Returns the number of words. */
    public int length() {
        return length;
    }

    /** Returns the memory of the words, in bytes. */
    public long sizeBytes() {
        return (long) length * Long.BYTES;
    }

    /** Returns a word, by a volatile read. */
    public long get(int index) {
        return words.readVolatileLong(offset(index));
    }

    /** Sets a word, with a plain write: other threads see it eventually and never torn. */
    public void set(int index, long value) {
        words.writeLong(offset(index), value);
    }

    /** Sets a word if it has the expected value. Returns whether it did. */
    public boolean compareAndSet(int index, long expected, long value) {
        return words.compareAndSwapLong(offset(index), expected, value);
    }

    private long offset(int index) {
        assert index >= 0 && index < length : "word=" + index + " of " + length;
        return (long) index * Long.BYTES;
    }
}
