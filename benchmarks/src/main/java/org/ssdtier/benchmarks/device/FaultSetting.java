package org.ssdtier.benchmarks.device;

import java.time.Duration;

/**
 * A device fault with its severity.
 *
 * @param fault kind of the fault
 * @param share fraction of the 4 KiB blocks affected, above 0 and up to 1; latency, hang and the faults of the file
 *     system affect every block
 * @param delay delay that {@link DeviceFault#LATENCY} adds to a request, 1 µs to one hour
 * @param seed seed of the choice of the blocks, 0 or more
 */
public record FaultSetting(DeviceFault fault, double share, Duration delay, long seed) {
    private static final Duration MAX_DELAY = Duration.ofHours(1);

    /**
     * Checks the setting.
     *
     * @throws IllegalArgumentException if a value is out of range; the message names the value and the allowed range
     */
    public FaultSetting {
        require(share > 0 && share <= 1, "share=" + share, "above 0, up to 1");
        require(
                delay.toNanos() >= 1_000 && delay.compareTo(MAX_DELAY) <= 0,
                "seconds=" + delay.toNanos() / 1e9,
                "0.000001 to " + MAX_DELAY.toSeconds());
        require(seed >= 0, "seed=" + seed, "0 or more");
    }

    /** Returns a fault that affects every block and delays requests by two seconds. */
    public static FaultSetting of(DeviceFault fault) {
        return new FaultSetting(fault, 1, Duration.ofSeconds(2), 1);
    }

    /** Returns this setting with another share of the blocks. */
    public FaultSetting withShare(double newShare) {
        return new FaultSetting(fault, newShare, delay, seed);
    }

    /** Returns this setting with another seed. */
    public FaultSetting withSeed(long newSeed) {
        return new FaultSetting(fault, share, delay, newSeed);
    }

    /** Returns the setting in the drive's syntax; see {@code fault.h}. */
    String words() {
        return "kind=" + (fault.isOfDrive() ? fault : DeviceFault.IO_ERROR) + " share=" + share + " delay_micros="
                + delay.toNanos() / 1_000 + " seed=" + seed;
    }

    private static void require(boolean holds, String found, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(found + ": allowed " + allowed);
        }
    }
}
