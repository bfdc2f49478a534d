package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.Nullable;

/** Static methods to calculate mean latencies from a profile's numbers without running its model. */
final class ProfileArithmetic {
    private static final double RANDOM_BYTES = 4096;
    private static final double SEQUENTIAL_BYTES = 1 << 20;
    private static final double SEQUENTIAL_DEPTH = 4;
    private static final double RANDOM_DEPTH = 32;

    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_P99 = 2.3263;

    /** The mean square root of the distance between two random positions on a stroke of length 1. */
    private static final double MEAN_ROOT_OF_DISTANCE = 8 / 15.0;

    private ProfileArithmetic() {}

    /**
     * Returns the mean latency of a load in microseconds, or null if only the model can calculate it.
     *
     * @param load name of the load, such as {@code random-qd1}
     */
    static @Nullable Double meanMicros(DeviceProfile profile, int spindles, String load) {
        if (profile.model().containsKey("fill")) {
            return null; // a short stroke on other tracks, or a translation layer
        }
        if (profile.hasHeads()) {
            return ofHeads(profile, spindles, load);
        }
        if (profile.isVolume()) {
            return ofVolume(profile, load);
        }
        return profile.hasModel() ? ofFlash(profile, spindles, load) : null;
    }

    private static @Nullable Double ofHeads(DeviceProfile profile, int spindles, String load) {
        double rotation = 60e6 / number(profile, "rpm");
        double bytesPerMicro = number(profile, "media_bytes_per_second") / 1e6;
        return switch (load) {
            case "random-qd1" ->
                number(profile, "settle_micros")
                        + number(profile, "stroke_micros") * MEAN_ROOT_OF_DISTANCE
                        + rotation / 2
                        + RANDOM_BYTES / bytesPerMicro;
            case "sequential" -> SEQUENTIAL_DEPTH * SEQUENTIAL_BYTES / (bytesPerMicro * spindles);
            case "fdatasync" -> rotation;
            default -> null;
        };
    }

    private static @Nullable Double ofFlash(DeviceProfile profile, int spindles, String load) {
        double linkBytesPerMicro = number(profile, "link_bytes_per_second") / 1e6;
        double program = number(profile, "program_micros");
        return switch (load) {
            case "random-qd1" ->
                number(profile, "overhead_micros") + number(profile, "read_micros") + RANDOM_BYTES / linkBytesPerMicro;
            case "sequential" -> SEQUENTIAL_DEPTH * SEQUENTIAL_BYTES / (linkBytesPerMicro * spindles);
            case "fdatasync" ->
                number(profile, "overhead_micros") + program * RANDOM_BYTES / number(profile, "page_bytes") + program;
            default -> null;
        };
    }

    /** The mean of a log-normal latency, unless a cap lets requests wait longer. */
    private static @Nullable Double ofVolume(DeviceProfile profile, String load) {
        double typical = number(profile, "typical_micros");
        double sigma = Math.log(number(profile, "tail_micros") / typical) / NORMAL_P99;
        double mean = typical * Math.exp(sigma * sigma / 2);
        double linkBytesPerMicro = number(profile, "link_bytes_per_second") / 1e6;
        return switch (load) {
            case "random-qd1", "fdatasync" -> mean;
            case "random-qd32" -> Math.max(mean, RANDOM_DEPTH * 1e6 / number(profile, "iops"));
            case "sequential" -> SEQUENTIAL_DEPTH * SEQUENTIAL_BYTES / linkBytesPerMicro;
            default -> null;
        };
    }

    private static double number(DeviceProfile profile, String name) {
        String text = profile.model().get(name);
        if (text == null) {
            throw new IllegalArgumentException("profile=" + profile.name() + ": model." + name + " is missing");
        }
        return Double.parseDouble(text);
    }
}
