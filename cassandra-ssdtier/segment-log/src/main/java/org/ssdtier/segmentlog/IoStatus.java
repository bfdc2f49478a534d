package org.ssdtier.segmentlog;

/** The outcome of I/O on a log. */
public enum IoStatus {
    /** All of it succeeded. */
    OK,
    /** Some write, force or read failed; the records concerned may be missing. */
    IO_ERROR
}
