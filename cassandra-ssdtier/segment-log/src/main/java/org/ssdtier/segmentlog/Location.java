package org.ssdtier.segmentlog;

/**
 * A location: the high 32 bits a segment's sequence number, the low 32 bits the offset of a record in it. Sequence numbers
 * start at 1 and take 31 bits, so a location is always positive.
 */
public final class Location {
    /** The highest sequence number; a log that has used it up appends no more until it is formatted. */
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
