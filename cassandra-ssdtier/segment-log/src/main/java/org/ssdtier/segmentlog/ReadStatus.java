package org.ssdtier.segmentlog;

/** How a read of a location ended. */
public enum ReadStatus {
    /** The record is in the reader. */
    OK,
    /** The location's segment has been reclaimed, or never was. */
    NOT_FOUND,
    /** Twice read, and twice not a record of this location. */
    CHECKSUM_ERROR,
    /** Twice read, and twice the device failed. */
    IO_ERROR
}
