package org.ssdtier.segmentlog;

/** The outcome of a read of a location. */
public enum ReadStatus {
    /** The record is in the reader. */
    OK,
    /** The segment of the location has been reclaimed, never existed, or was abandoned after a failed write. */
    NOT_FOUND,
    /** Two reads did not return a valid record of this location. */
    CHECKSUM_ERROR,
    /** Two reads failed on the device. */
    IO_ERROR,
    /** The device did not answer in time. The read still uses the reader, which is closed like any other. */
    LATE,
    /** The record is long, and the long records being read take all memory that they may. It was not read. */
    REFUSED
}
