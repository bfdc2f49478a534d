package org.ssdtier.benchmarks.faults;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.device.DeviceFault;

/**
 * The options of a {@link FaultsRun}.
 *
 * @param faults faults to run one after the other, each with a new node and a new device
 * @param withReference whether the same load is also measured without the tier
 * @param times lengths of the parts of a trial
 * @param share fraction of the blocks with flipped bits, or of the torn or lost writes
 * @param readsPerSecond reads per second of all readers together
 * @param keys number of rows of the table
 * @param features what is turned on beside the row cache
 * @param profile profile of the drive
 * @param heap heap of the node
 * @param seed seed of all random choices
 * @param directory parent directory of the nodes
 */
record FaultsOptions(
        List<DeviceFault> faults,
        boolean withReference,
        Times times,
        double share,
        int readsPerSecond,
        int keys,
        Features features,
        String profile,
        String heap,
        long seed,
        Path directory) {
    FaultsOptions {
        faults = List.copyOf(faults);
        Allowed.require(share > 0 && share <= 1, "share", share, "above 0, up to 1");
        Allowed.between("reads", readsPerSecond, 1, 1_000_000);
        Allowed.between("keys", keys, 1, 1 << 24);
    }

    /**
     * The lengths of the parts of a trial, in seconds.
     *
     * @param warmUpSeconds load before the measurement
     * @param calmSeconds measured before the fault, and after the tier is back
     * @param faultSeconds the fault
     * @param timeoutSeconds maximum wait for the tier after the end of the fault
     */
    record Times(int warmUpSeconds, int calmSeconds, int faultSeconds, int timeoutSeconds) {
        Times {
            Allowed.atLeast("warm-up", warmUpSeconds, 0);
            Allowed.atLeast("calm", calmSeconds, 1);
            Allowed.atLeast("seconds", faultSeconds, 1);
        }
    }

    /**
     * Parses {@code all}, or faults separated by commas.
     *
     * @throws IllegalArgumentException if a word is not a fault; the message names it
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
