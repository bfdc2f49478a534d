package org.ssdtier.segmentlog.device;

/** The choice whether files bypass the operating system's page cache ({@code O_DIRECT}). */
public enum DirectIo {
    /** Bypass it where the file system allows that; otherwise use it. */
    AUTO,
    /** Bypass it; refuse to open where the file system does not allow that. */
    ON,
    /** Use it. */
    OFF
}
