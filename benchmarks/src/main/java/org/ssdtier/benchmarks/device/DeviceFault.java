package org.ssdtier.benchmarks.device;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What can be wrong with an emulated device while it is in use. */
public enum DeviceFault {
    /** Reads fail with EIO. */
    READ_ERROR(Place.DRIVE),
    /** Writes and flushes fail with EIO. The file system gives its journal up and takes no more changes. */
    WRITE_ERROR(Place.DRIVE),
    /** Reads, writes and flushes fail with EIO. */
    IO_ERROR(Place.DRIVE),
    /** Every request takes seconds longer. */
    LATENCY(Place.DRIVE),
    /** No request is answered, and none fails, until the fault ends. */
    HANG(Place.DRIVE),
    /** Reads return blocks with a bit flipped; the data itself is whole. */
    BIT_FLIP(Place.DRIVE),
    /** Only some sectors of a write reach the data; it is acknowledged. */
    TORN_WRITE(Place.DRIVE),
    /** Writes are acknowledged and not done. */
    LOST_WRITE(Place.DRIVE),
    /** The file system is full. */
    NO_SPACE(Place.FILE_SYSTEM),
    /** The file system has found an error and made itself read-only. */
    READ_ONLY(Place.FILE_SYSTEM),
    /** The device was pulled out: every request fails, and the directory is no longer on it. */
    GONE(Place.FILE_SYSTEM);

    /** The word that ends a fault. */
    public static final String OFF = "off";

    private final Place place;

    DeviceFault(Place place) {
        this.place = place;
    }

    /** Who makes a fault. */
    private enum Place {
        DRIVE,
        FILE_SYSTEM
    }

    /** Returns whether it is the drive that is at fault, and not the file system on it. */
    boolean isOfDrive() {
        return place == Place.DRIVE;
    }

    /** Returns the fault of a word, or nothing if it is none's. */
    public static Optional<DeviceFault> named(String word) {
        return Arrays.stream(values())
                .filter(fault -> fault.toString().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the words of all faults, separated by commas. */
    public static String words() {
        return Arrays.stream(values()).map(DeviceFault::toString).collect(Collectors.joining(", "));
    }

    /** The word on the command line, in reports and for the drive. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
