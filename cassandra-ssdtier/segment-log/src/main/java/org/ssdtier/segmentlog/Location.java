package org.ssdtier.segmentlog;

/**
 * Location layout: the high 32 bits are the sequence number of a segment, the low 32 bits the offset of a record in it.
 * Sequence numbers start at 1 and use 31 bits, so a location is always positive.
 */
public final class Location {
    /** Bound of the sequence numbers; a log that reaches it accepts no more appends until it is formatted. */
    public static final int MAX_SEQUENCE = Integer.MAX_VALUE;

    private Location() {}

    /** Returns the location of an offset in the segment with the given sequence number. */
    public static long of(int sequence, int offset) {
        return (long) sequence << 32 | offset;
    }

    /** Returns the sequence number in a location. */
    public static int sequence(long location) {
        return (int) (location >>> 32);
    }

    /** Returns the offset in a location, in bytes. */
    public static int offset(long location) {
        return (int) location;
    }
}
