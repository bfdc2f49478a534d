package org.ssdtier.benchmarks.schema.probe;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the ratios to Cassandra's format should be at most, for what an operator gets. */
final class Targets {
    private static final String AUTO = "_auto";
    private static final double ZSTD = 1.01;
    private static final double WRITE = 1.0;

    private static final Map<DataSet, Double> LZ4 = Map.of(
            DataSet.PAPER, 0.82,
            DataSet.PAPER_LONG_NAMES, 0.77,
            DataSet.APM, 0.66,
            DataSet.WIDE, 0.82,
            DataSet.FROZEN, 0.75,
            DataSet.FROZEN_LONG_NAMES, 0.75,
            DataSet.DECLARED, 0.92,
            DataSet.UNIQUE, 1.015);
    private static final Map<DataSet, Double> SCAN = Map.of(
            DataSet.PAPER, 0.80,
            DataSet.APM, 0.75,
            DataSet.FROZEN, 1.10,
            DataSet.FROZEN_LONG_NAMES, 1.10);
    private static final Map<DataSet, Double> SLICE = Map.of(DataSet.PAPER, 0.80, DataSet.APM, 0.50);

    private Targets() {}

    /** The target of a figure, null if it is only reported. */
    static @Nullable Double of(DataSet data, String figure) {
        return switch (figure) {
            case "bytes_lz4" + AUTO -> LZ4.get(data);
            case "bytes_zstd" + AUTO -> ZSTD;
            case "cpu_scan" + AUTO -> SCAN.get(data);
            case "cpu_slice" + AUTO -> SLICE.get(data);
            case "cpu_write" + AUTO -> WRITE;
            default -> null;
        };
    }
}
