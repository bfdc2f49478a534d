package org.ssdtier.keyindex;

import java.nio.ByteBuffer;

/** The entries of the next page of keys: collected until one more would not fit, then packed. */
final class KeyPagePacker {
    private final long[] tokens = new long[KeyPageDescriptor.MAX_ENTRIES];
    private final long[] positions = new long[KeyPageDescriptor.MAX_ENTRIES];
    private final boolean[] hasOwnIndex = new boolean[KeyPageDescriptor.MAX_ENTRIES];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    long firstToken() {
        assert count > 0 : "an empty page has no first token";
        return tokens[0];
    }

    /** Returns the last token. */
    long lastToken() {
        assert count > 0 : "an empty page has no last token";
        return tokens[count - 1];
    }

    /** Returns the last position. */
    long lastPosition() {
        assert count > 0 : "an empty page has no last position";
        return positions[count - 1];
    }

    /** Adds an entry, if the page still fits its size with it. Tokens do not descend, positions ascend. */
    boolean offer(long token, long position, boolean ownIndex) {
        assert count == 0 || (token >= lastToken() && position > lastPosition())
                : "token=" + token + " position=" + position;
        int bits = KeyPageDescriptor.positionBits(count == 0 ? 0 : position - positions[0]);
        if (count == tokens.length
                || bits > KeyPageDescriptor.MAX_POSITION_BITS
                || (count + 1L) * (KeyPageDescriptor.PREFIX_BITS + bits) > KeyPageDescriptor.ENTRY_BITS) {
            return false;
        }
        tokens[count] = token;
        positions[count] = position;
        hasOwnIndex[count] = ownIndex;
        count++;
        return true;
    }

    /**
     * Writes the page and forgets its entries.
     *
     * @param page a page, from index 0; overwritten
     */
    void pack(ByteBuffer page, int number, long instanceId) {
        int bits = KeyPageDescriptor.positionBits(lastPosition() - positions[0]);
        int shift = KeyPageDescriptor.tokenShift(lastToken() - tokens[0]);
        for (int at = 0; at < page.capacity(); at += Long.BYTES) {
            page.putLong(at, 0);
        }
        page.putInt(KeyPageDescriptor.NUMBER_OFFSET, number);
        page.putLong(KeyPageDescriptor.INSTANCE_ID_OFFSET, instanceId);
        page.putLong(KeyPageDescriptor.FIRST_TOKEN_OFFSET, tokens[0]);
        page.putLong(KeyPageDescriptor.FIRST_POSITION_OFFSET, positions[0]);
        page.put(KeyPageDescriptor.TOKEN_SHIFT_OFFSET, (byte) shift);
        page.put(KeyPageDescriptor.POSITION_BITS_OFFSET, (byte) bits);
        page.putShort(KeyPageDescriptor.COUNT_OFFSET, (short) count);
        for (int i = 0; i < count; i++) {
            KeyPageDescriptor.putEntry(page, i, bits, entry(i, shift));
        }
        KeyPageDescriptor.seal(page);
        count = 0;
    }

    private long entry(int index, int shift) {
        long distance = (tokens[index] - tokens[0]) >>> shift;
        long flag = hasOwnIndex[index] ? 1L << KeyPageDescriptor.TOKEN_BITS : 0;
        return distance | flag | ((positions[index] - positions[0]) << KeyPageDescriptor.PREFIX_BITS);
    }
}
