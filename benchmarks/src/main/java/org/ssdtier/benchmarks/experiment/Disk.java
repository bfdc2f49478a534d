package org.ssdtier.benchmarks.experiment;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kinds of disk that an arm keeps its files on, as the main paper has them. */
enum Disk {
    /** Two 7,200 rpm drives as RAID-0. */
    HDD("hdd-7200", 2),
    /** A SATA SSD. */
    SSD("ssd-sata", 1),
    /** The first part of two such drives that hold nothing else. */
    FRESH_HDD("hdd-7200", 2, 0.0),
    /** The last part of two such drives that are nearly full. */
    FULL_HDD("hdd-7200", 2, Disk.NEARLY_FULL),
    /** A part of a SATA SSD that holds nothing else and was never written to. */
    FRESH_SSD("ssd-sata", 1, 0.0),
    /** A part of a SATA SSD that is nearly full, and has long been. */
    FULL_SSD("ssd-sata", 1, Disk.NEARLY_FULL);

    /** The share of a nearly full drive that holds other people's data. The device is a twentieth of the drive. */
    static final double NEARLY_FULL = 0.94;

    final String profile;
    final int spindles;
    /** The share of the drive that holds other people's data; null: the device is the drive. */
    final @Nullable Double fill;

    Disk(String profile, int spindles) {
        this(profile, spindles, null);
    }

    Disk(String profile, int spindles, @Nullable Double fill) {
        this.profile = profile;
        this.spindles = spindles;
        this.fill = fill;
    }

    boolean isHdd() {
        return profile.startsWith("hdd");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
