package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

/** A configuration of all four nodes that the experiment compares. Each node has drives of its own. */
enum ClusterArm {
    /** Four hard disks, the brief's base. */
    HDD("4 hard disks of 15,000 rpm as one RAID-0, no row cache", ClusterArm.HARD_DISK, 4, 0),
    /** One SSD, as in the brief. */
    SSD_1("1 SSD, no row cache", ClusterArm.SOLID_STATE, 1, 0),
    /** Two SSDs, as in the brief. */
    SSD_2("2 SSDs as one RAID-0, no row cache", ClusterArm.SOLID_STATE, 2, 0),
    /** The hard disks, with a tenth of the rows on an SSD of each node. */
    TIER("the hard disks, memory and SSD tier, 10 % of the node's rows on an SSD", ClusterArm.HARD_DISK, 4, 0.10);

    /** Profile of the drive of an SSD tier. */
    static final String SOLID_STATE = "ssd-sata";

    private static final String HARD_DISK = "hdd-15k";

    /** Description for readers. */
    final String words;

    /** Profile of the drives of SSTables and commit log. */
    final String profile;

    /** Number of these drives in the RAID-0 of each node. */
    final int drives;

    /** The fraction of a node's rows that fit into its SSD tier; 0 without one. */
    final double ssdShare;

    ClusterArm(String words, String profile, int drives, double ssdShare) {
        this.words = words;
        this.profile = profile;
        this.drives = drives;
        this.ssdShare = ssdShare;
    }

    /**
     * Returns the arm with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static ClusterArm named(String name) {
        return Allowed.named("arms", name, List.of(values()), ClusterArm::toString);
    }

    /**
     * Returns the kinds of drives of some arms to calibrate. A RAID-0 of SSDs is represented by one of them: together they
     * are faster than the path through the kernel.
     */
    static List<Kind> drives(List<ClusterArm> arms) {
        List<Kind> kinds = new ArrayList<>();
        for (ClusterArm arm : arms) {
            kinds.add(new Kind(arm.profile, arm.profile.equals(SOLID_STATE) ? 1 : arm.drives));
            if (arm.hasTier()) {
                kinds.add(new Kind(SOLID_STATE, 1));
            }
        }
        return kinds;
    }

    boolean hasTier() {
        return ssdShare > 0;
    }

    /** Returns the name on the command line and in results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
