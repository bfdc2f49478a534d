package org.ssdtier.benchmarks.experiment;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A kind of disk for an arm's files, as in the main paper. */
enum Disk {
    /** Two 7,200 rpm drives as RAID-0. */
    HDD("hdd-7200", 2),
    /** A SATA SSD. */
    SSD("ssd-sata", 1),
    /** The first part of two 7,200 rpm drives that hold no other data. */
    FRESH_HDD("hdd-7200", 2, 0.0),
    /** The last part of two 7,200 rpm drives that are nearly full. */
    FULL_HDD("hdd-7200", 2, Disk.NEARLY_FULL),
    /** A part of a SATA SSD that holds no other data and was never written to. */
    FRESH_SSD("ssd-sata", 1, 0.0),
    /** A part of a SATA SSD that has been nearly full for a long time. */
    FULL_SSD("ssd-sata", 1, Disk.NEARLY_FULL);

    /** The fraction of a nearly full drive that holds other data. The device is a twentieth of the drive. */
    static final double NEARLY_FULL = 0.94;

    final String profile;
    final int spindles;
    /** The fraction of the drive that holds other data; null if the device is the whole drive. */
    final @Nullable Double fill;

    Disk(String profile, int spindles) {
        this(profile, spindles, null);
    }

    Disk(String profile, int spindles, @Nullable Double fill) {
        this.profile = profile;
        this.spindles = spindles;
        this.fill = fill;
    }

    /** Returns whether it is the same kind of drive with more other data on it. */
    boolean isFullerThan(Disk other) {
        return fill != null && other.fill != null && profile.equals(other.profile) && fill > other.fill;
    }

    boolean isHdd() {
        return profile.startsWith("hdd");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
