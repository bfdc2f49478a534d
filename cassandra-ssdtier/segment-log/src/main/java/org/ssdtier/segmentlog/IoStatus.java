package org.ssdtier.segmentlog;

/** Whether what was to reach the device has. */
public enum IoStatus {
    /** All of it. */
    OK,
    /** Some write or force failed; the records concerned may be missing. */
    IO_ERROR
}
