package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A place for files whose speed a measurement knows: an emulated drive, or the host's own disk.
 *
 * <p>Whoever made it closes it, after everything that has files open in it has ended.
 */
public interface Device extends AutoCloseable {
    /** What goes into a result beside each figure: {@code host}, or profile and spindles such as {@code hdd-7200 x 2}. */
    String mode();

    /** The directory to put files in. */
    Path mountPoint();

    /**
     * Writes what is dirty back and lets the drive take the time its model says: for the measurement. Does nothing on
     * the host's disk.
     */
    void modelOn() throws IOException;

    /** Lets the drive answer at once: for load and warm-up. Does nothing on the host's disk. */
    void modelOff() throws IOException;

    /**
     * Empties the page cache of this device's files. Pages belong to the memory group that read them first; what a load
     * outside the group left cached would be free memory for a node inside. No file may be open. Does nothing on the
     * host's disk.
     */
    void dropPageCache() throws IOException;

    /** What reached the device since it exists; on the host's disk what reached that disk, from anybody. */
    DeviceCounters counters() throws IOException;

    /** What the translation layer of an emulated SSD has counted since the device exists; nothing where there is none. */
    default FlashCounters flash() throws IOException {
        return FlashCounters.NONE;
    }

    /** Takes the device down; the data is gone. Leaves the host's files alone. */
    @Override
    void close() throws IOException;
}
