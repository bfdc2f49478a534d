package org.ssdtier.rowcache;

import org.ssdtier.rowcache.index.OffHeap;

/**
 * The heap bytes of an entry of the memory tier's map, by the object layout of this JVM: a header, then the fields, all
 * rounded up to a multiple of 8. A header has 12 bytes and a reference 4, or 16 and 8 if the heap is too large for
 * compressed references.
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

    /** Heap bytes of the map for one entry, without key and value. */
    static final int MAP_BYTES = objectBytes(4, 12) + objectBytes(3, 4) + 2 * OffHeap.REFERENCE_BYTES;

    private EntryHeap() {}

    /** Returns the bytes of an object with the given number of references and of bytes of other fields. */
    static int objectBytes(int references, int fieldBytes) {
        int header = OffHeap.REFERENCE_BYTES == Integer.BYTES ? HEADER_BYTES : HEADER_BYTES + Integer.BYTES;
        return (header + references * OffHeap.REFERENCE_BYTES + fieldBytes + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
