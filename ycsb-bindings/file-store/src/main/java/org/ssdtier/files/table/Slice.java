package org.ssdtier.files.table;

/**
 * A part of the token ring: the tokens greater than {@code after}, up to {@code last}. All slices of a count together
 * are the ring of Murmur3Partitioner. They do not depend on the nodes, so that a traversal can be continued after nodes
 * have come or gone.
 *
 * @param number number of the slice, from 0
 * @param after token before the first
 * @param last last token
 */
public record Slice(int number, long after, long last) {
    /**
     * Returns a slice of the ring.
     *
     * @param number 0 to count-1
     * @param count number of slices, 1 to 65,536
     */
    public static Slice of(int number, int count) {
        if (count < 1 || count > 1 << 16 || number < 0 || number >= count) {
            throw new IllegalArgumentException(
                    "slice=" + number + " of " + count + ", allowed 0 to 65535 of 1 to 65536");
        }
        // Long.MIN_VALUE is no token of a key.
        return new Slice(number, bound(number, count), bound(number + 1, count));
    }

    private static long bound(int number, int count) {
        return number == count ? Long.MAX_VALUE : (long) (Long.MIN_VALUE + number * (0x1p64 / count));
    }
}
