package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A shard of {@link DefinitionMemory}: a ring of definitions, one after another, and a hash table to find them. Not
 * thread-safe.
 *
 * <pre>
 *  ring    [ number, 64 bits ] [ bytes, 32 bits ] [ 1 if requested, 32 bits ] [ definition ] [ up to a multiple of 8 ]
 *  table   open-addressed, linear probing: position in the ring, in units of 8 bytes, plus one; 0 is free
 * </pre>
 *
 * <p>No record crosses the ring's end; the unused rest there is a filler record without a definition. Ring and table
 * double when they are full, up to the bound on both: an eighth of it is the table's.
 */
final class DefinitionRing {
    /** Size of the first ring, and the minimum bound. */
    static final int FIRST_BYTES = 16 << 10;
    /** Maximum bound. */
    static final int MAX_BYTES = 1 << 29;

    private static final int UNIT = 8;
    private static final int BYTES_OFFSET = 8;
    private static final int ASKED_OFFSET = 12;
    private static final int HEADER_BYTES = 16;
    /** Length field of a record that only fills the ring's end. */
    private static final int FILLER = -1;
    /** Divisor of the bound: a definition longer than this fraction would evict too many others and is not kept. */
    private static final int MAX_LENGTH_DIVISOR = 8;
    /** Divisor of the bound: the maximum size of the table, rounded down to a power of two. */
    private static final int TABLE_DIVISOR = 8;
    /** Maximum number of records spared for one new record; then the oldest is evicted even if it was requested. */
    private static final int MAX_SPARED = 8;

    /** Definitions that are not kept after memory could not be had: each attempt has the JVM collect all garbage, for half a second. */
    static final int PUTS_WITHOUT_MEMORY = 1_024;

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final int maxRingBytes;
    private final int maxCount;
    private final IntFunction<ByteBuffer> memory;
    private ByteBuffer ring = ByteBuffer.allocate(0);
    private IntBuffer table = IntBuffer.allocate(0);
    /** Position of the oldest record, counted over all bytes ever written. */
    private long tail;

    private long head;
    private int count;
    private long evicted;
    private int putsToSkip;

    /**
     * Creates an empty ring.
     *
     * @param maxBytes bound on the ring and the table, {@value #FIRST_BYTES} to {@value #MAX_BYTES}
     */
    DefinitionRing(int maxBytes) {
        this(maxBytes, ByteBuffer::allocateDirect);
    }

    /** Creates an empty ring with a source of memory. */
    DefinitionRing(int maxBytes, IntFunction<ByteBuffer> memory) {
        this.memory = memory;
        if (maxBytes < FIRST_BYTES) {
            throw new IllegalArgumentException("bytes=" + maxBytes + ", allowed: at least " + FIRST_BYTES);
        }
        int tableBytes = Integer.highestOneBit(maxBytes / TABLE_DIVISOR);
        this.maxRingBytes = (maxBytes - tableBytes) / UNIT * UNIT;
        this.maxCount = tableBytes / Integer.BYTES / 2;
    }

    /** Returns a copy of a definition's bytes and marks the record to be spared once; null if there is none. */
    byte @Nullable [] get(long number) {
        int at = find(number);
        if (at < 0) {
            return null;
        }
        ring.putInt(at + ASKED_OFFSET, 1);
        return copy(at);
    }

    /**
     * Adds a definition, unless it is too long, or there. After a lack of memory, those that need more are not added for a while.
     *
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed but that older ones may be gone
     */
    void put(long number, SchemaDefinition definition) {
        int bytes = recordBytes(definition.length());
        if (bytes > maxRingBytes / MAX_LENGTH_DIVISOR || find(number) >= 0) {
            return;
        }
        boolean needsMemory = (!hasRoom(bytes) && ring.capacity() < maxRingBytes)
                || (count < maxCount && 2 * (count + 1) > table.capacity());
        if (needsMemory && putsToSkip > 0) {
            putsToSkip--;
            return;
        }
        try {
            add(number, definition, bytes);
        } catch (OutOfMemoryError e) {
            putsToSkip = PUTS_WITHOUT_MEMORY;
            throw e;
        }
    }

    private void add(long number, SchemaDefinition definition, int bytes) {
        while (!hasRoom(bytes) && ring.capacity() < maxRingBytes) {
            grow();
        }
        for (int spared = 0; !hasRoom(bytes) || count == maxCount; ) {
            spared += dropOldest(spared < MAX_SPARED) ? 1 : 0;
        }
        append(number, definition.canonical());
    }

    long bytes() {
        return ring.capacity() + (long) table.capacity() * Integer.BYTES;
    }

    int count() {
        return count;
    }

    long evicted() {
        return evicted;
    }

    private static int recordBytes(int definitionBytes) {
        return (HEADER_BYTES + definitionBytes + UNIT - 1) / UNIT * UNIT;
    }

    /** Returns whether a record fits after the newest one, or after a filler there. */
    private boolean hasRoom(int recordBytes) {
        return ring.capacity() > 0 && head + unusedAtEnd(recordBytes) + recordBytes - tail <= ring.capacity();
    }

    /** Returns the number of bytes that a record of this length leaves unused at the ring's end. */
    private int unusedAtEnd(int recordBytes) {
        int at = (int) (head % ring.capacity());
        return at + recordBytes > ring.capacity() ? ring.capacity() - at : 0;
    }

    private void append(long number, byte[] bytes) {
        if (2 * (count + 1) > table.capacity()) {
            table = emptyTable(count + 1);
            linkAll();
        }
        assert hasRoom(recordBytes(bytes.length)) : "head=" + head + " tail=" + tail + " of " + ring.capacity();
        int skipped = unusedAtEnd(recordBytes(bytes.length));
        if (skipped >= HEADER_BYTES) {
            ring.putInt((int) (head % ring.capacity()) + BYTES_OFFSET, FILLER);
        } // a shorter rest cannot hold a record header
        head += skipped;
        int at = (int) (head % ring.capacity());
        ring.putLong(at, number);
        ring.putInt(at + BYTES_OFFSET, bytes.length);
        ring.putInt(at + ASKED_OFFSET, 0);
        ring.put(at + HEADER_BYTES, bytes);
        head += recordBytes(bytes.length);
        count++;
        link(at);
    }

    private byte[] copy(int at) {
        byte[] bytes = new byte[ring.getInt(at + BYTES_OFFSET)];
        ring.get(at + HEADER_BYTES, bytes);
        return bytes;
    }

    /** Returns whether there is no record from this position to the ring's end. */
    private boolean isFiller(int at) {
        return ring.capacity() - at < HEADER_BYTES || ring.getInt(at + BYTES_OFFSET) == FILLER;
    }

    /**
     * Removes the oldest record, or a filler.
     *
     * @param mayBeSpared whether a record that was requested is moved to the head instead of being evicted
     * @return whether the record was moved
     */
    private boolean dropOldest(boolean mayBeSpared) {
        assert tail < head : "an empty ring has no oldest record, tail=" + tail;
        int at = (int) (tail % ring.capacity());
        if (isFiller(at)) {
            tail += ring.capacity() - at;
            return false;
        }
        long number = ring.getLong(at);
        byte[] bytes = copy(at);
        boolean wasRequested = ring.getInt(at + ASKED_OFFSET) != 0;
        unlink(number);
        count--;
        tail += recordBytes(bytes.length);
        if (mayBeSpared && wasRequested && hasRoom(recordBytes(bytes.length))) {
            append(number, bytes);
            return true;
        }
        evicted++;
        return false;
    }

    private void grow() {
        ByteBuffer before = ring;
        long from = tail;
        long to = head;
        ByteBuffer larger = direct((int) Math.min(maxRingBytes, Math.max(FIRST_BYTES, 2L * before.capacity())));
        table = emptyTable(count); // if either allocation fails, nothing has changed yet
        ring = larger;
        tail = 0;
        head = 0;
        while (from < to) {
            int at = (int) (from % before.capacity());
            if (before.capacity() - at < HEADER_BYTES || before.getInt(at + BYTES_OFFSET) == FILLER) {
                from += before.capacity() - at;
                continue;
            }
            int bytes = recordBytes(before.getInt(at + BYTES_OFFSET));
            ring.put((int) head, before, at, bytes);
            head += bytes;
            from += bytes;
        }
        linkAll();
    }

    // ---- the table ----

    /** Returns the position of a number's record in the ring; negative if there is none. */
    private int find(long number) {
        if (count == 0) {
            return -1;
        }
        for (int slot = home(number); table.get(slot) != 0; slot = next(slot)) {
            int at = at(slot);
            if (ring.getLong(at) == number) {
                return at;
            }
        }
        return -1;
    }

    private int at(int slot) {
        return (table.get(slot) - 1) * UNIT;
    }

    private void link(int at) {
        int slot = home(ring.getLong(at));
        while (table.get(slot) != 0) {
            slot = next(slot);
        }
        assert at >= 0 && at % UNIT == 0 && at < ring.capacity() : "at=" + at;
        table.put(slot, at / UNIT + 1);
    }

    /**
     * Removes a number from the table and closes the gap, so that every other number is still found from its home slot
     * (Knuth, volume 3, algorithm 6.4R).
     */
    private void unlink(long number) {
        int gap = home(number);
        while (ring.getLong(at(gap)) != number) {
            gap = next(gap);
        }
        for (int slot = next(gap); table.get(slot) != 0; slot = next(slot)) {
            int home = home(ring.getLong(at(slot)));
            if (((slot - home) & (table.capacity() - 1)) >= ((slot - gap) & (table.capacity() - 1))) {
                table.put(gap, table.get(slot));
                gap = slot;
            }
        }
        table.put(gap, 0);
    }

    private IntBuffer emptyTable(int entries) {
        int slots = Math.max(64, table.capacity());
        while (slots < 2 * entries) {
            slots *= 2;
        }
        return direct(slots * Integer.BYTES).asIntBuffer();
    }

    private void linkAll() {
        for (long from = tail; from < head; ) {
            int at = (int) (from % ring.capacity());
            if (isFiller(at)) {
                from += ring.capacity() - at;
            } else {
                link(at);
                from += recordBytes(ring.getInt(at + BYTES_OFFSET));
            }
        }
    }

    private int home(long number) {
        return (int) ((number * GOLDEN) >>> 28) & (table.capacity() - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (table.capacity() - 1);
    }

    private ByteBuffer direct(int bytes) {
        return memory.apply(bytes).order(ByteOrder.nativeOrder());
    }
}
