package org.ssdtier.benchmarks.ssdsize;

import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/** The slow drives below the SSTables. */
enum SizeWorld {
    /** Two near-line hard disks as one RAID-0 for the data, and two for the commit log. */
    HDD("hdd", "2 + 2 hard disks of 7,200 rpm as two RAID-0 (data, commit log)", "hdd-7200", 2, true, 0),
    /** A network volume with the requests per second that every one has. */
    GP3_3000("gp3-3000", "a network volume of 3,000 requests/s", "gp3-3000", 1, false, 0),
    /** The same with more requests per second, which are paid for. */
    GP3_16000("gp3-16000", "a network volume of 16,000 requests/s", "gp3-16000", 1, false, 13_000);

    /** Description for readers. */
    final String words;

    /** Profile of the drives. */
    final String profile;

    /** Number of drives of the data. */
    final int drives;

    /** True if the commit log has as many drives of its own; otherwise it shares those of the data. */
    final boolean hasLogDrives;

    /** Requests per second that are paid for beyond those that every volume has. */
    final int paidIops;

    private final String label;

    SizeWorld(String label, String words, String profile, int drives, boolean hasLogDrives, int paidIops) {
        this.label = label;
        this.words = words;
        this.profile = profile;
        this.drives = drives;
        this.hasLogDrives = hasLogDrives;
        this.paidIops = paidIops;
    }

    /**
     * Returns the world with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static SizeWorld named(String name) {
        return Allowed.named("drives", name, List.of(values()), world -> world.label);
    }

    /** Returns whether the drives are network volumes, which are paid for by requests per second. */
    boolean isVolume() {
        return !hasLogDrives;
    }

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return label;
    }
}
