package org.ssdtier.segmentlog;

/** How a read of a location ended. */
public enum ReadStatus {
    /** The record is in the reader. */
    OK,
    /** The location's segment has been reclaimed, or never was, or could not be written and was given up. */
    NOT_FOUND,
    /** Twice read, and twice not a record of this location. */
    CHECKSUM_ERROR,
    /** Twice read, and twice the device failed. */
    IO_ERROR,
    /** The device did not answer in time. The reader is still its; it is given back like any other. */
    LATE
}
