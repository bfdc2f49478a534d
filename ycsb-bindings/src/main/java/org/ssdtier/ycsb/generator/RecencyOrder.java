package org.ssdtier.ycsb.generator;

import java.util.Arrays;

/**
 * The elements 0 … n-1 ordered by how recently they were touched. Touching an element and looking up a rank take
 * O(log n).
 *
 * <p>A journal has a position for every touch; only the last position of an element is live. A Fenwick tree counts the
 * live positions, so that the r-th live position from the end is found by one walk down the tree. When the journal is
 * full, it is compacted to the live positions. Takes 20 bytes per element. All methods are synchronized.
 */
public final class RecencyOrder {
    private static final int MAX_ELEMENTS = 1 << 29;
    private static final int DEAD = -1;

    private int[] positions;
    private int[] journal;
    private int[] tree;
    private int size;
    private int end;

    /**
     * Creates an order.
     *
     * @param size number of elements, 1 to 2^29; they count as touched in the order of their numbers
     */
    public RecencyOrder(int size) {
        if (size < 1 || size > MAX_ELEMENTS) {
            throw new IllegalArgumentException("size=" + size + ", allowed: 1 to " + MAX_ELEMENTS);
        }
        this.size = size;
        this.positions = new int[size];
        this.journal = new int[0];
        this.tree = new int[0];
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        lay(order);
    }

    /** Returns the number of elements. */
    public synchronized int size() {
        return size;
    }

    /** Makes an element the most recent. */
    public synchronized void touch(int element) {
        if (element < 0 || element >= size) {
            throw new IllegalArgumentException("element=" + element + ", allowed: 0 to " + (size - 1));
        }
        if (end == journal.length) {
            lay(alive());
        }
        int old = positions[element];
        journal[old] = DEAD;
        add(old, -1);
        append(element);
    }

    /** Adds elements as the most recent, in the order of their numbers, until there are {@code newSize}. */
    public synchronized void grow(int newSize) {
        if (newSize > MAX_ELEMENTS) {
            throw new IllegalArgumentException("newSize=" + newSize + ", allowed: up to " + MAX_ELEMENTS);
        }
        while (size < newSize) {
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, Math.min(MAX_ELEMENTS, size + Math.max(16, size / 2)));
            }
            if (end == journal.length) {
                lay(alive());
            }
            append(size);
            size++;
        }
    }

    /**
     * Returns the element of a rank.
     *
     * @param rank 0 (the most recent) to size-1
     */
    public synchronized int at(int rank) {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + ", allowed: 0 to " + (size - 1));
        }
        // The live position with this many live ones before it.
        int before = size - 1 - rank;
        int node = 0;
        for (int step = Integer.highestOneBit(journal.length); step > 0; step >>>= 1) {
            int next = node + step;
            if (next <= journal.length && tree[next] <= before) {
                node = next;
                before -= tree[next];
            }
        }
        return journal[node];
    }

    private void append(int element) {
        journal[end] = element;
        positions[element] = end;
        add(end, 1);
        end++;
    }

    private void add(int position, int delta) {
        for (int node = position + 1; node < tree.length; node += node & -node) {
            tree[node] += delta;
        }
    }

    /** Returns the elements, the least recent first. */
    private int[] alive() {
        int[] order = new int[size];
        int count = 0;
        for (int position = 0; position < end; position++) {
            if (journal[position] != DEAD) {
                order[count++] = journal[position];
            }
        }
        return order;
    }

    /** Starts a journal with at least twice as many positions as elements, and at least 16. */
    private void lay(int[] order) {
        int capacity = Math.max(16, 2 * Math.max(order.length, positions.length));
        if (journal.length != capacity) {
            journal = new int[capacity];
            tree = new int[capacity + 1];
        }
        Arrays.fill(journal, order.length, capacity, DEAD);
        Arrays.fill(tree, 0);
        for (int i = 0; i < order.length; i++) {
            journal[i] = order[i];
            positions[order[i]] = i;
            tree[i + 1] = 1;
        }
        for (int node = 1; node < tree.length; node++) {
            int parent = node + (node & -node);
            if (parent < tree.length) {
                tree[parent] += tree[node];
            }
        }
        end = order.length;
    }
}
