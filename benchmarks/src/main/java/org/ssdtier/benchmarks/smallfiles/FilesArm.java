package org.ssdtier.benchmarks.smallfiles;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.files.model.StoreModel;

/** One of the things that serve the files. */
enum FilesArm {
    /** The store with a partition per file, on stock nodes without a row cache. */
    FILE("file", StoreModel.FILE_PER_ROW, 0),
    /** The same, with an SSD tier of a tenth of the data on the serving nodes. */
    FILE_TIER("file-tier", StoreModel.FILE_PER_ROW, 10),
    /** The same with a quarter of the data. */
    FILE_TIER_25("file-tier-25", StoreModel.FILE_PER_ROW, 25),
    /** The store with a partition per directory, on stock nodes without a row cache. */
    DIRECTORY("directory", StoreModel.DIRECTORY_PER_ROW, 0),
    /** The same, with an SSD tier of a tenth of the data on the serving nodes. */
    DIRECTORY_TIER("directory-tier", StoreModel.DIRECTORY_PER_ROW, 10),
    /** An ext4 file system. */
    EXT4("ext4", null, 0),
    /** An XFS file system. */
    XFS("xfs", null, 0);

    static final List<FilesArm> ALL = List.of(values());

    /** Profile of the drives with the files. */
    static final String HDD = "hdd-7200";
    /** Number of these drives in a RAID-0. */
    static final int SPINDLES = 2;
    /** Profile of the drive of an SSD tier. */
    static final String SSD = "ssd-sata";

    /** The name on the command line and in results. */
    final String label;

    /** The model of the store; null for a file system. */
    final @Nullable StoreModel model;

    /** The space of the SSD tier of a serving node in percent of its data; 0 if it has none. */
    final int ssdPercent;

    final boolean hasTier;

    FilesArm(String label, @Nullable StoreModel model, int ssdPercent) {
        this.label = label;
        this.model = model;
        this.ssdPercent = ssdPercent;
        this.hasTier = ssdPercent > 0;
    }

    /**
     * Returns the arm with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static FilesArm named(String label) {
        return Allowed.named("arms", label, ALL, arm -> arm.label);
    }

    /** Returns the kinds of drives of some arms. */
    static List<Kind> drives(List<FilesArm> arms) {
        List<Kind> kinds = new ArrayList<>(List.of(new Kind(HDD, SPINDLES)));
        if (arms.stream().anyMatch(arm -> arm.hasTier)) {
            kinds.add(new Kind(SSD, 1));
        }
        return kinds;
    }

    /** Returns whether it is a store in Cassandra rather than a file system. */
    boolean isStore() {
        return model != null;
    }

    /** Returns whether a phase applies. The paper divides the data only of file per row. */
    boolean has(FilesPhase phase) {
        return switch (phase) {
            case ONE, THIRD -> this == FILE;
            case MEMORY -> this == FILE || !isStore();
            default -> true;
        };
    }

    /**
     * Returns the threads of a traversal beside reads: as many as planned for a store, as in the paper, and one for a
     * file system, as of a backup program.
     */
    int traversalThreads(FilesScale scale) {
        return isStore() ? scale.traversalThreads() : 1;
    }

    @Override
    public String toString() {
        return label;
    }
}
