package org.ssdtier.benchmarks.device;

/**
 * A read of a block device as a thread has asked for it, before the kernel merges or splits it.
 *
 * @param thread name of the thread, of which the kernel keeps 15 characters, so that several threads have one
 * @param threadId the kernel's number of the thread
 * @param file name of the file at its first sector; empty if it belongs to none, such as the file system's own
 * @param sector first sector of 512 bytes
 * @param sectors number of sectors
 */
public record TracedRead(String thread, int threadId, String file, long sector, int sectors) {
    /** Returns the sector behind the last one. */
    public long end() {
        return sector + sectors;
    }
}
