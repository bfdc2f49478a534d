package org.ssdtier.benchmarks.device;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A fault that can be injected into an emulated device while it is in use. */
public enum DeviceFault {
    /** Reads fail with EIO. */
    READ_ERROR(Place.DRIVE),
    /** Writes and flushes fail with EIO. The file system aborts its journal and accepts no more changes. */
    WRITE_ERROR(Place.DRIVE),
    /** Reads, writes and flushes fail with EIO. */
    IO_ERROR(Place.DRIVE),
    /** Every request takes seconds longer. */
    LATENCY(Place.DRIVE),
    /** Requests neither complete nor fail until the fault ends. */
    HANG(Place.DRIVE),
    /** Reads return blocks with a bit flipped; the stored data is intact. */
    BIT_FLIP(Place.DRIVE),
    /** Only some sectors of a write are stored; the write is acknowledged. */
    TORN_WRITE(Place.DRIVE),
    /** Writes are acknowledged but not stored. */
    LOST_WRITE(Place.DRIVE),
    /** The file system is full. */
    NO_SPACE(Place.FILE_SYSTEM),
    /** The file system detected an error and became read-only. */
    READ_ONLY(Place.FILE_SYSTEM),
    /** The device was pulled out: every request fails, and its file system is unmounted. */
    GONE(Place.FILE_SYSTEM);

    /** The keyword that ends a fault. */
    public static final String OFF = "off";

    private final Place place;

    DeviceFault(Place place) {
        this.place = place;
    }

    /** The layer that produces a fault. */
    private enum Place {
        DRIVE,
        FILE_SYSTEM
    }

    /** Returns whether the drive produces this fault rather than the file system on it. */
    public boolean isOfDrive() {
        return place == Place.DRIVE;
    }

    /** Returns the fault with the given name, or empty if there is none. */
    public static Optional<DeviceFault> named(String word) {
        return Arrays.stream(values())
                .filter(fault -> fault.toString().equals(word.strip().toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the names of all faults, separated by commas. */
    public static String words() {
        return Arrays.stream(values()).map(DeviceFault::toString).collect(Collectors.joining(", "));
    }

    /** Returns the name used on the command line, in reports and by the drive. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
