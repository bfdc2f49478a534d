package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A storage device of known kind for the files of a measurement: an emulated drive, or the host's own disk.
 *
 * <p>The creator closes it after all programs with open files on it have ended.
 */
public interface Device extends AutoCloseable {
    /** Returns the label for results: {@code host}, or profile and spindles such as {@code hdd-7200 x 2}. */
    String mode();

    /** Returns the directory for files. */
    Path mountPoint();

    /**
     * Writes dirty pages back and makes requests take the time given by the model, for the measurement. Does nothing on
     * the host's disk.
     */
    void modelOn() throws IOException;

    /** Makes the drive answer immediately, for load and warm-up. Does nothing on the host's disk. */
    void modelOff() throws IOException;

    /**
     * Drops this device's files from the page cache. Pages are charged to the memory group that read them first, so
     * pages cached by a load outside the group would not count against a node inside it. No file may be open. Does
     * nothing on the host's disk.
     */
    void dropPageCache() throws IOException;

    /** Returns the requests that reached the device since it was made; for the host's disk, those of all programs. */
    DeviceCounters counters() throws IOException;

    /**
     * Returns the counters of an emulated SSD's translation layer since the device was made; all 0 if there is none.
     */
    default FlashCounters flash() throws IOException {
        return FlashCounters.NONE;
    }

    /** Returns the time that the parts of emulated drives have worked since the device was made; none on real disks. */
    default BusyCounters busy() throws IOException {
        return BusyCounters.NONE;
    }

    /** Returns the counters of an emulated drive's block cache since the device was made; all 0 if there is none. */
    default FrontCounters front() throws IOException {
        return FrontCounters.NONE;
    }

    /** Empties an emulated drive's block cache; does nothing if there is none. */
    default void emptyFront() throws IOException {}

    /**
     * Returns the requests of all programs to the machine's own disk with an emulated drive's image; empty on real disks, and
     * if the image is on no disk.
     */
    default Optional<DeviceCounters> below() throws IOException {
        return Optional.empty();
    }

    /** Begins a trace of the reads that threads ask of an emulated drive; empty on real disks, or if that is not possible. */
    default Optional<ReadTrace> traceReads() throws IOException {
        return Optional.empty();
    }

    /** Takes the device down and deletes its data. The files on a host's disk are kept. */
    @Override
    void close() throws IOException;
}
