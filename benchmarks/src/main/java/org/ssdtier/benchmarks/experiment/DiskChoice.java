package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceHost;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * What stands for each kind of disk.
 *
 * @param isHost the machine's own disk stands for every kind
 * @param hdd a directory on a real disk; null: none
 * @param ssd likewise
 */
record DiskChoice(boolean isHost, @Nullable Path hdd, @Nullable Path ssd) {
    private static final String HOST = "host";
    private static final String EMULATED = "emulated";

    /**
     * What the words of {@code --device} mean: emulated; host; host:/path for all disks; hdd=/path and ssd=/path for
     * real ones.
     *
     * @throws IllegalArgumentException if they mean nothing
     */
    static DiskChoice parse(List<String> words) {
        DiskChoice disks = new DiskChoice(false, null, null);
        for (String word : words) {
            disks = disks.with(word);
        }
        if (!disks.isHost && (disks.hdd == null) != (disks.ssd == null)) {
            throw new IllegalArgumentException(
                    "device=" + String.join(",", words) + ": hdd=/path and ssd=/path belong together");
        }
        return disks;
    }

    private DiskChoice with(String word) {
        if (word.equals(EMULATED)) {
            return this;
        }
        if (word.equals(HOST)) {
            return new DiskChoice(true, hdd, ssd);
        }
        if (word.startsWith("host:/")) {
            Path path = Path.of(word.substring("host:".length()));
            return new DiskChoice(true, path, path);
        }
        if (word.startsWith("hdd=/")) {
            return new DiskChoice(isHost, Path.of(word.substring("hdd=".length())), ssd);
        }
        if (word.startsWith("ssd=/")) {
            return new DiskChoice(isHost, hdd, Path.of(word.substring("ssd=".length())));
        }
        throw new IllegalArgumentException(
                "device=" + word + ": allowed are emulated, host, host:/path, and the pair hdd=/path ssd=/path");
    }

    @Nullable
    Path place(Disk kind) {
        return kind.isHdd() ? hdd : ssd;
    }

    /**
     * Checks that an experiment can be run on them: how full a drive is can only be emulated.
     *
     * @throws IllegalArgumentException if it cannot
     */
    void check(Experiment experiment) {
        if (experiment.hasFillLevels() && !mode().equals(EMULATED)) {
            throw new IllegalArgumentException("device=" + mode() + ": experiment " + experiment.name()
                    + " needs emulated disks, as a real one is as full as it is; to see what that costs, run placement"
                    + " with --device host:/path on a full one and on an empty one");
        }
    }

    /**
     * Why they cannot be had on this machine; nothing if they can.
     *
     * @param mayInstall whether packages that are missing may be installed
     */
    Optional<String> obstacle(Consumer<String> say, boolean mayInstall) throws IOException {
        if (isHost || hdd != null) {
            return Optional.empty();
        }
        DeviceHost host = DeviceHost.open(Checkout.locate(), say);
        if (mayInstall) {
            host.installMissing();
        }
        return host.obstacle();
    }

    /** How a result names them. */
    String mode() {
        if (hdd != null) {
            return "host:" + hdd + (hdd.equals(ssd) ? "" : "," + ssd);
        }
        return isHost ? HOST : EMULATED;
    }
}
