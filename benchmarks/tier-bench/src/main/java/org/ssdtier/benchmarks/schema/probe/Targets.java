package org.ssdtier.benchmarks.schema.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.tier.probe.Figure;
import org.ssdtier.benchmarks.tier.probe.Samples;

/**
 * The maximum ratios to Cassandra's format, for the layout {@code auto} that an operator gets. Bytes are exact. Times
 * are judged with the noise of their run, which has a target too, because a noisier run is not conclusive.
 */
final class Targets {
    private static final String AUTO = "_auto";
    private static final double BYTES = 1.0;
    private static final double UNIQUE_BYTES = 1.005;
    private static final double WRITE = 1.0;
    private static final double NOISE = 0.05;
    private static final double THOUSAND = 1_000;

    /**
     * Ratios that must not get worse, in the order no compression, LZ4, Zstd. Those of times below are not the best ever seen:
     * docs/catalogue.md has the lower ones of an earlier version.
     */
    private static final Map<DataSet, double[]> REACHED_BYTES = Map.of(
            DataSet.PAPER, new double[] {0.61, 0.77, 0.95},
            DataSet.PAPER_LONG_NAMES, new double[] {0.36, 0.72, 0.93},
            DataSet.APM, new double[] {0.46, 0.50, 0.64},
            DataSet.WIDE, new double[] {0.63, 0.67, 0.68},
            DataSet.FROZEN, new double[] {0.49, 0.72, 0.97},
            DataSet.FROZEN_LONG_NAMES, new double[] {0.31, 0.67, 0.94},
            DataSet.DECLARED, new double[] {0.95, 0.88, 0.91});

    private static final Map<DataSet, Double> REACHED_SCAN = Map.of(
            DataSet.PAPER, 0.75,
            DataSet.PAPER_LONG_NAMES, 0.65,
            DataSet.APM, 0.65,
            DataSet.WIDE, 0.50,
            DataSet.FROZEN, 1.10,
            DataSet.FROZEN_LONG_NAMES, 1.10,
            DataSet.DECLARED, 0.80,
            DataSet.UNIQUE, 1.0);
    private static final Map<DataSet, Double> REACHED_SLICE =
            Map.of(DataSet.PAPER, 0.62, DataSet.PAPER_LONG_NAMES, 0.58, DataSet.APM, 0.40);

    private Targets() {}

    /** Returns a figure of bytes or times, judged if it has a target. */
    static Figure judge(DataSet data, String name, String full, Samples samples, double noise, String note) {
        Double target = of(data, name);
        return target == null
                ? Figure.report(full, samples, note)
                : Figure.atMost(full, samples, Math.round((target + noise) * THOUSAND) / THOUSAND, note);
    }

    /** Returns the noise of a run's times as a fraction of one. */
    static Figure judgeNoise(String name, double noise) {
        return Figure.atMost(
                name, Samples.of(noise), NOISE, "farther end of the 95 % interval of the median of bti to bti, from 1");
    }

    private static @Nullable Double of(DataSet data, String figure) {
        return switch (figure) {
            case "bytes_none" + AUTO -> bytes(data, 0);
            case "bytes_lz4" + AUTO -> bytes(data, 1);
            case "bytes_zstd" + AUTO -> bytes(data, 2);
            case "cpu_scan" + AUTO -> REACHED_SCAN.get(data);
            case "cpu_slice" + AUTO -> REACHED_SLICE.get(data);
            case "cpu_write" + AUTO -> WRITE;
            default -> null;
        };
    }

    private static double bytes(DataSet data, int compression) {
        double[] reached = REACHED_BYTES.get(data);
        if (reached != null) {
            return reached[compression];
        }
        return data == DataSet.UNIQUE ? UNIQUE_BYTES : BYTES;
    }
}
