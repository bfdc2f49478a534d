package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.CalibratedDrives;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * The choice of disks for an experiment.
 *
 * @param isHost whether the machine's own disk is used for every kind
 * @param hdd directory on a real disk to be used as the HDD; null for none
 * @param ssd directory on a real disk to be used as the SSD; null for none
 * @param isOuter whether the files on emulated hard disks are on the outer tracks of otherwise empty drives, in place of all
 *     tracks: where they are on a drive of which they fill a few per cent
 */
record DiskChoice(boolean isHost, @Nullable Path hdd, @Nullable Path ssd, boolean isOuter) {
    private static final String HOST = "host";
    private static final String EMULATED = "emulated";
    private static final String OUTER = "emulated-outer";
    private static final double NO_OTHER_DATA = 0;

    /**
     * Parses the values of {@code --device}: emulated; emulated-outer; host; host:/path for all disks; hdd=/path and ssd=/path
     * for real disks.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    static DiskChoice parse(List<String> words) {
        DiskChoice disks = new DiskChoice(false, null, null, false);
        for (String word : words) {
            disks = disks.with(word);
        }
        if (!disks.isHost && (disks.hdd == null) != (disks.ssd == null)) {
            throw new IllegalArgumentException(
                    "device=" + String.join(",", words) + ": hdd=/path and ssd=/path must be given together");
        }
        if (disks.isOuter && !disks.isEmulated()) {
            throw new IllegalArgumentException(
                    "device=" + String.join(",", words) + ": " + OUTER + " is allowed alone, without a real disk");
        }
        return disks;
    }

    private DiskChoice with(String word) {
        if (word.equals(EMULATED)) {
            return this;
        }
        if (word.equals(OUTER)) {
            return new DiskChoice(isHost, hdd, ssd, true);
        }
        if (word.equals(HOST)) {
            return new DiskChoice(true, hdd, ssd, isOuter);
        }
        if (word.startsWith("host:/")) {
            Path path = Path.of(word.substring("host:".length()));
            return new DiskChoice(true, path, path, isOuter);
        }
        if (word.startsWith("hdd=/")) {
            return new DiskChoice(isHost, Path.of(word.substring("hdd=".length())), ssd, isOuter);
        }
        if (word.startsWith("ssd=/")) {
            return new DiskChoice(isHost, hdd, Path.of(word.substring("ssd=".length())), isOuter);
        }
        throw new IllegalArgumentException("device=" + word
                + ": allowed are emulated, emulated-outer, host, host:/path, and the pair" + " hdd=/path ssd=/path");
    }

    @Nullable
    Path place(Disk kind) {
        return kind.isHdd() ? hdd : ssd;
    }

    /**
     * Checks that an experiment can be run on these disks: fill levels need emulated disks.
     *
     * @throws IllegalArgumentException if it cannot be run
     */
    void check(Experiment experiment) {
        boolean hasBlocks = experiment.arms().stream().anyMatch(Arm::hasBlocks);
        if (hasBlocks && !isEmulated()) {
            throw new IllegalArgumentException(
                    "device=" + mode() + ": arm block-cache needs emulated disks, because it is a "
                            + "model of a block cache; choose the other arms with --arms");
        }
        if (experiment.hasFillLevels() && !isEmulated()) {
            throw new IllegalArgumentException("device=" + mode() + ": experiment " + experiment.name()
                    + " needs emulated disks because of its fill levels; to measure a real disk, run placement"
                    + " with --device host:/path on a full disk and on an empty one");
        }
    }

    /**
     * Returns why these disks are not available on this machine, or empty if they are.
     *
     * @param mayInstall whether missing packages may be installed
     */
    Optional<String> obstacle(Consumer<String> say, boolean mayInstall) throws IOException {
        if (isHost || hdd != null) {
            return Optional.empty();
        }
        DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), say);
        if (mayInstall) {
            host.installMissing();
        }
        return host.obstacle();
    }

    /** Returns the fraction of an emulated drive that holds other data; null if the device is the whole drive. */
    @Nullable
    Double fill(Disk kind) {
        return kind.fill == null && isOuter && kind.isHdd() ? Double.valueOf(NO_OTHER_DATA) : kind.fill;
    }

    /**
     * Returns whether disks of a kind can have their data in common: emulated ones, but not SSDs beside other data, whose
     * translation layer has to see what lies where.
     */
    boolean canShare(Disk kind) {
        return isEmulated() && (kind.isHdd() || fill(kind) == null);
    }

    /** Returns the kinds of emulated drives that an experiment needs, in the state in which it uses them. */
    List<CalibratedDrives.Kind> drives(Experiment experiment) {
        return experiment.disks().stream()
                .map(disk -> new CalibratedDrives.Kind(disk.profile, disk.spindles, fill(disk)))
                .distinct()
                .toList();
    }

    /** Returns whether the disks are emulated drives. */
    boolean isEmulated() {
        return !isHost && hdd == null;
    }

    /** Returns the label of these disks in results. */
    String mode() {
        if (hdd != null) {
            return "host:" + hdd + (hdd.equals(ssd) ? "" : "," + ssd);
        }
        return isHost ? HOST : isOuter ? OUTER : EMULATED;
    }
}
