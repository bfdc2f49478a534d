package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * The in-memory index in both directions: schema ID to location, and fingerprint of a definition to schema ID. Not
 * thread-safe.
 *
 * <p>An entry takes 32 bytes outside the heap: ID, table, fingerprint, location. Two open-addressed tables of positions
 * with linear probing lead from IDs and from fingerprints to entries. Each grows by an eighth when it is four fifths
 * full, and takes 5 to 5.7 bytes per definition. The total is at most 44 bytes per definition, plus one chunk of
 * {@value #CHUNK_ENTRIES} entries.
 *
 * <p>Without memory outside the heap, an addition fails and leaves the index as it was. The JVM looks for memory for half a
 * second before it says that there is none, so most of the next attempts fail without asking it.
 *
 * <p>A definition may have two IDs, for example after a crash. Its fingerprint leads to the first of them, so that the
 * probe chains do not grow with the number of IDs.
 */
final class DefinitionIndex {
    static final int CHUNK_ENTRIES = 4096;
    static final int NOT_FOUND = -1;

    private static final int ID_OFFSET = 0;
    private static final int TABLE_OFFSET = 4;
    private static final int HIGH_OFFSET = 8;
    private static final int LOW_OFFSET = 16;
    private static final int LOCATION_OFFSET = 24;
    private static final int ENTRY_BYTES = 32;
    private static final int INITIAL_SLOTS = 1024;
    /** Attempts that fail after one that found no memory. */
    private static final int FAILING_ATTEMPTS = 1_000;

    private static final int GOLDEN = 0x9E37_79B9;

    private final IntFunction<ByteBuffer> memory;
    private final List<ByteBuffer> chunks = new ArrayList<>();
    /** Positions plus one, by ID; 0 is free. */
    private IntBuffer byId;
    /** Positions plus one, by fingerprint; 0 is free. */
    private IntBuffer byFingerprint;

    private int size;
    private int failing;

    /** Creates an empty index. */
    DefinitionIndex() {
        this(ByteBuffer::allocateDirect, INITIAL_SLOTS);
    }

    /**
     * Creates an empty index.
     *
     * @param memory allocation of bytes, which may throw {@link OutOfMemoryError}
     */
    DefinitionIndex(IntFunction<ByteBuffer> memory, int slots) {
        this.memory = memory;
        this.byId = slots(slots);
        this.byFingerprint = slots(slots);
    }

    /**
     * Adds an entry.
     *
     * @param id an ID that no other entry has
     */
    void add(int id, Fingerprint fingerprint, long location, int table) {
        assert position(id) == NOT_FOUND : "id=" + id + " exists already";
        reserveNext();
        ByteBuffer chunk = chunks.get(size / CHUNK_ENTRIES);
        int at = size % CHUNK_ENTRIES * ENTRY_BYTES;
        chunk.putInt(at + ID_OFFSET, id);
        chunk.putInt(at + TABLE_OFFSET, table);
        chunk.putLong(at + HIGH_OFFSET, fingerprint.high());
        chunk.putLong(at + LOW_OFFSET, fingerprint.low());
        chunk.putLong(at + LOCATION_OFFSET, location);
        link(size);
        size++;
    }

    /** Allocates what the next addition needs. */
    void reserveNext() {
        if (size == chunks.size() * CHUNK_ENTRIES) {
            chunks.add(direct(CHUNK_ENTRIES * ENTRY_BYTES));
        }
        if (5L * (size + 1) > 4L * byId.capacity()) {
            rehash(byId.capacity() + byId.capacity() / 8);
        }
    }

    int size() {
        return size;
    }

    /** Returns the bytes of memory this index takes. */
    long bytes() {
        return (long) chunks.size() * CHUNK_ENTRIES * ENTRY_BYTES
                + (long) (byId.capacity() + byFingerprint.capacity()) * Integer.BYTES;
    }

    /** Returns the number of slots in use that lead from fingerprints to entries. */
    int usedSlots() {
        int used = 0;
        for (int slot = 0; slot < byFingerprint.capacity(); slot++) {
            used += byFingerprint.get(slot) == 0 ? 0 : 1;
        }
        return used;
    }

    /** Returns the position of an ID; {@link #NOT_FOUND} if it has no entry. */
    int position(int id) {
        for (int slot = homeOfId(id); byId.get(slot) != 0; slot = next(slot)) {
            int position = byId.get(slot) - 1;
            if (id(position) == id) {
                return position;
            }
        }
        return NOT_FOUND;
    }

    /** Returns the position of a definition with a fingerprint; {@link #NOT_FOUND} if there is none. */
    int position(Fingerprint fingerprint) {
        for (int slot = home(fingerprint.high()); byFingerprint.get(slot) != 0; slot = next(slot)) {
            int position = byFingerprint.get(slot) - 1;
            if (has(position, fingerprint)) {
                return position;
            }
        }
        return NOT_FOUND;
    }

    int id(int position) {
        return chunk(position).getInt(at(position) + ID_OFFSET);
    }

    long location(int position) {
        return chunk(position).getLong(at(position) + LOCATION_OFFSET);
    }

    int table(int position) {
        return chunk(position).getInt(at(position) + TABLE_OFFSET);
    }

    boolean has(int position, Fingerprint fingerprint) {
        ByteBuffer chunk = chunk(position);
        int at = at(position);
        return chunk.getLong(at + HIGH_OFFSET) == fingerprint.high()
                && chunk.getLong(at + LOW_OFFSET) == fingerprint.low();
    }

    void setLocation(int position, long location) {
        assert position >= 0 && position < size : "position=" + position + " of " + size;
        chunk(position).putLong(at(position) + LOCATION_OFFSET, location);
    }

    /** Returns all IDs in unsigned order. */
    int[] ids() {
        int[] ids = new int[size];
        for (int position = 0; position < size; position++) {
            ids[position] = id(position) ^ Integer.MIN_VALUE; // so that signed order is unsigned order
        }
        Arrays.sort(ids);
        for (int at = 0; at < size; at++) {
            ids[at] ^= Integer.MIN_VALUE;
        }
        return ids;
    }

    /**
     * Returns an index of the entries whose positions pass the test, in the order they have here.
     *
     * @param count their number
     */
    DefinitionIndex retain(IntPredicate positions, int count) {
        DefinitionIndex retained = new DefinitionIndex(memory, Math.max(INITIAL_SLOTS, count + count / 3));
        for (int position = 0; position < size; position++) {
            if (positions.test(position)) {
                retained.add(id(position), fingerprint(position), location(position), table(position));
            }
        }
        return retained;
    }

    private Fingerprint fingerprint(int position) {
        ByteBuffer chunk = chunk(position);
        int at = at(position);
        return new Fingerprint(chunk.getLong(at + HIGH_OFFSET), chunk.getLong(at + LOW_OFFSET));
    }

    private ByteBuffer chunk(int position) {
        return chunks.get(position / CHUNK_ENTRIES);
    }

    private static int at(int position) {
        return position % CHUNK_ENTRIES * ENTRY_BYTES;
    }

    private void rehash(int capacity) {
        IntBuffer ids = slots(capacity);
        IntBuffer fingerprints = slots(capacity); // both first: if this fails, nothing has changed
        byId = ids;
        byFingerprint = fingerprints;
        for (int position = 0; position < size; position++) {
            link(position);
        }
    }

    private void link(int position) {
        int slot = homeOfId(id(position));
        while (byId.get(slot) != 0) {
            slot = next(slot);
        }
        byId.put(slot, position + 1);
        Fingerprint fingerprint = fingerprint(position);
        slot = home(fingerprint.high());
        while (byFingerprint.get(slot) != 0) {
            if (has(byFingerprint.get(slot) - 1, fingerprint)) {
                return; // another ID of the same definition
            }
            slot = next(slot);
        }
        byFingerprint.put(slot, position + 1);
    }

    private int homeOfId(int id) {
        return home(((long) id * GOLDEN) << Integer.SIZE);
    }

    /**
     * Returns the home slot of a hash: its upper half, scaled to the table's capacity, which need not be a power of two
     * (multiply-shift range reduction, Lemire 2019).
     */
    private int home(long hash) {
        return (int) (((hash >>> Integer.SIZE) * byId.capacity()) >>> Integer.SIZE);
    }

    private int next(int slot) {
        return slot + 1 == byId.capacity() ? 0 : slot + 1;
    }

    private IntBuffer slots(int count) {
        return direct(count * Integer.BYTES).asIntBuffer();
    }

    private ByteBuffer direct(int bytes) {
        if (failing > 0) {
            failing--;
            throw new OutOfMemoryError("no memory outside the heap for bytes=" + bytes);
        }
        try {
            return memory.apply(bytes).order(ByteOrder.nativeOrder());
        } catch (OutOfMemoryError e) {
            failing = FAILING_ATTEMPTS;
            throw e;
        }
    }
}
