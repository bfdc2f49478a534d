package org.ssdtier.segmentlog.device;

/** Whether files bypass the operating system's page cache ({@code O_DIRECT}). */
public enum DirectIo {
    /** Bypass it where the file system allows that, else go through it. */
    AUTO,
    /** Bypass it; refuse to open where the file system does not allow that. */
    ON,
    /** Go through it. */
    OFF
}
