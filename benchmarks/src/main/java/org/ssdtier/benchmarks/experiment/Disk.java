package org.ssdtier.benchmarks.experiment;

import java.util.Locale;

/** The kinds of disk that an arm keeps its files on, as the main paper has them. */
enum Disk {
    /** Two 7,200 rpm drives as RAID-0. */
    HDD("hdd-7200", 2),
    /** A SATA SSD. */
    SSD("ssd-sata", 1);

    final String profile;
    final int spindles;

    Disk(String profile, int spindles) {
        this.profile = profile;
        this.spindles = spindles;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
