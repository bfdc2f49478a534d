package org.ssdtier.benchmarks.faults;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.launcher.Allowed;

/**
 * What a {@link FaultsRun} does.
 *
 * @param faults one after the other, each on a new node and a new device
 * @param withReference whether the same load is measured without the tier, too
 * @param warmUpSeconds of load before anything is measured
 * @param calmSeconds of load before the fault, and after the tier is back
 * @param faultSeconds how long a fault lasts
 * @param patienceSeconds how long the tier is waited for after the fault's end
 * @param share of the blocks that read wrong, and of the writes that are torn or lost
 * @param readsPerSecond of all readers together
 * @param keys rows of the table
 * @param profile of the drive
 * @param heap of the node
 * @param seed of all random choices
 * @param directory the nodes'
 */
record FaultsOptions(
        List<DeviceFault> faults,
        boolean withReference,
        int warmUpSeconds,
        int calmSeconds,
        int faultSeconds,
        int patienceSeconds,
        double share,
        int readsPerSecond,
        int keys,
        String profile,
        String heap,
        long seed,
        Path directory) {
    FaultsOptions {
        faults = List.copyOf(faults);
        Allowed.atLeast("warm-up", warmUpSeconds, 0);
        Allowed.atLeast("calm", calmSeconds, 1);
        Allowed.atLeast("seconds", faultSeconds, 1);
        Allowed.require(share > 0 && share <= 1, "share", share, "above 0, up to 1");
        Allowed.between("reads", readsPerSecond, 1, 1_000_000);
        Allowed.between("keys", keys, 1, 1 << 24);
    }

    /**
     * Reads {@code all}, or faults separated by commas.
     *
     * @throws IllegalArgumentException naming the word that is none
     */
    static List<DeviceFault> parse(String words) {
        return words.equalsIgnoreCase("all")
                ? List.of(DeviceFault.values())
                : Arrays.stream(words.split(",", -1))
                        .map(word -> DeviceFault.named(word)
                                .orElseThrow(() -> new IllegalArgumentException(
                                        "faults=" + word + ": allowed are all, or some of " + DeviceFault.words())))
                        .distinct()
                        .toList();
    }
}
