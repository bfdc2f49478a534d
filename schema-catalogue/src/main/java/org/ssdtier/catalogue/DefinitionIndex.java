package org.ssdtier.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The memory-resident index both ways: schema ID to location, hash of a definition to schema ID. Not thread-safe.
 *
 * <p>IDs only grow, so entries lie in order of their IDs and an ID is found by binary search, without a table of its own. An
 * entry is 18 bytes: ID, hash, location, table. Hashes lead to entries through an open-addressed table of positions with
 * linear probing that grows by an eighth when it is four fifths full: 5 to 5.7 bytes a definition. Together at most 24 bytes a
 * definition, plus one chunk of {@value #CHUNK_ENTRIES} entries.
 *
 * <p>A hash has 32 bits: what it leads to is a candidate, whose definition the caller compares.
 */
final class DefinitionIndex {
    static final int CHUNK_ENTRIES = 4096;

    private static final int ENTRY_BYTES = 18;
    private static final int INITIAL_SLOTS = 1024;
    private static final int[] NONE = {};

    /** Some entries, side by side by field. */
    private static final class Chunk {
        final int[] ids = new int[CHUNK_ENTRIES];
        final int[] hashes = new int[CHUNK_ENTRIES];
        final long[] locations = new long[CHUNK_ENTRIES];
        final char[] tables = new char[CHUNK_ENTRIES];
    }

    private final List<Chunk> chunks = new ArrayList<>();
    /** Positions plus one; 0 is free. */
    private int[] slots = new int[INITIAL_SLOTS];

    private int size;

    /**
     * Adds an entry.
     *
     * @param id above every other one, as an unsigned number
     */
    void add(int id, int hash, long location, int table) {
        assert size == 0 || Integer.compareUnsigned(id, id(size - 1)) > 0 : "id=" + id + " is not above the last";
        if (size == chunks.size() * CHUNK_ENTRIES) {
            chunks.add(new Chunk());
        }
        Chunk chunk = chunks.get(size / CHUNK_ENTRIES);
        int at = size % CHUNK_ENTRIES;
        chunk.ids[at] = id;
        chunk.hashes[at] = hash;
        chunk.locations[at] = location;
        chunk.tables[at] = (char) table;
        size++;
        if (5L * size > 4L * slots.length) {
            rehash(slots.length + slots.length / 8);
        } else {
            link(size - 1);
        }
    }

    int size() {
        return size;
    }

    /** Returns how much memory this takes. */
    long bytes() {
        return (long) chunks.size() * CHUNK_ENTRIES * ENTRY_BYTES + (long) slots.length * Integer.BYTES;
    }

    /** Returns the position of an ID, from 0 in order of IDs; -1 when it is not there. */
    int position(int id) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Integer.compareUnsigned(id(middle), id);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    int id(int position) {
        return chunks.get(position / CHUNK_ENTRIES).ids[position % CHUNK_ENTRIES];
    }

    long location(int position) {
        return chunks.get(position / CHUNK_ENTRIES).locations[position % CHUNK_ENTRIES];
    }

    int table(int position) {
        return chunks.get(position / CHUNK_ENTRIES).tables[position % CHUNK_ENTRIES];
    }

    void setLocation(int position, long location) {
        chunks.get(position / CHUNK_ENTRIES).locations[position % CHUNK_ENTRIES] = location;
    }

    /** Returns the IDs of the definitions with a hash: most often none or one. */
    int[] candidates(int hash) {
        int[] found = NONE;
        for (int slot = home(hash); slots[slot] != 0; slot = next(slot)) {
            int position = slots[slot] - 1;
            if (hash(position) == hash) {
                found = Arrays.copyOf(found, found.length + 1);
                found[found.length - 1] = id(position);
            }
        }
        return found;
    }

    /** Returns an index of the entries whose positions are to be kept. */
    DefinitionIndex retain(IntPredicate positions) {
        DefinitionIndex retained = new DefinitionIndex();
        for (int position = 0; position < size; position++) {
            if (positions.test(position)) {
                retained.add(id(position), hash(position), location(position), table(position));
            }
        }
        return retained;
    }

    int hash(int position) {
        return chunks.get(position / CHUNK_ENTRIES).hashes[position % CHUNK_ENTRIES];
    }

    private void rehash(int capacity) {
        slots = new int[capacity];
        for (int position = 0; position < size; position++) {
            link(position);
        }
    }

    private void link(int position) {
        int slot = home(hash(position));
        while (slots[slot] != 0) {
            slot = next(slot);
        }
        slots[slot] = position + 1;
    }

    /** The hash as a fraction of all hashes, of the table: no power of two is needed. */
    private int home(int hash) {
        return (int) ((Integer.toUnsignedLong(hash) * slots.length) >>> 32);
    }

    private int next(int slot) {
        return slot + 1 == slots.length ? 0 : slot + 1;
    }
}
