package org.ssdtier.rowcache;

/**
 * The bytes that an entry of the memory tier's map takes of the heap, by the layout of objects on this JVM: 12 bytes of header, fields of
 * their size, and all rounded up to 8. References have 4 bytes, or 8 where the heap is too large for compressed ones.
 *
 * <pre>
 *  compressed references    header  references  other fields  rounded
 *  Caffeine's node (PSMW)   12      4 × 4       12            40
 *  ConcurrentHashMap.Node   12      3 × 4       4             32
 *  slot of its table                2 × 4                     8     from 4/3 to 8/3 slots an entry
 * </pre>
 */
final class EntryHeap {
    private static final int HEADER_BYTES = 12;
    private static final int ALIGNMENT = 8;

    /** Heap bytes that the map takes for an entry, besides key and value. */
    static final int MAP_BYTES = objectBytes(4, 12) + objectBytes(3, 4) + 2 * OffHeap.REFERENCE_BYTES;

    private EntryHeap() {}

    /** Returns the bytes of an object with so many references and so many bytes of other fields. */
    static int objectBytes(int references, int fieldBytes) {
        int header = OffHeap.REFERENCE_BYTES == Integer.BYTES ? HEADER_BYTES : HEADER_BYTES + Integer.BYTES;
        return (header + references * OffHeap.REFERENCE_BYTES + fieldBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
