package org.ssdtier.rowcache.index;

/**
 * An off-heap array of 64-bit words, of fixed length and initially zero. The memory is freed when the array is
 * unreachable. Thread-safe.
 */
public final class OffHeapWords {
    private final int length;
    private final long base;

    /** Allocates {@code length} words, at least one. */
    public OffHeapWords(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("words=" + length + ", allowed: at least 1");
        }
        this.length = length;
        this.base = OffHeap.allocateFor(this, sizeBytes());
        OffHeap.zero(base, sizeBytes());
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
        return OffHeap.getLongVolatile(address(index));
    }

    /** Sets a word, with a plain write: other threads see it eventually and never torn. */
    public void set(int index, long value) {
        OffHeap.putLong(address(index), value);
    }

    /** Sets a word if it has the expected value. Returns whether it did. */
    public boolean compareAndSet(int index, long expected, long value) {
        return OffHeap.compareAndSetLong(address(index), expected, value);
    }

    private long address(int index) {
        assert index >= 0 && index < length : "word=" + index + " of " + length;
        return base + (long) index * Long.BYTES;
    }
}
