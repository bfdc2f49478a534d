package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The place of hard disks with a tier between hard disks and one SSD: 0 % is as the hard disks, 100 % as the SSD.
 *
 * @param result the result
 */
record PlaceTable(ClusterResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Consistency",
            "Operations/s: hard disks, + tier, 1 SSD",
            "Place",
            "Device time: hard disks, + tier, 1 SSD",
            "Place");

    private static final double MICROS_PER_MILLI = 1_000;

    /** Averages of the three arms under one workload. */
    private record Three(double hdd, double tier, double ssd) {
        /** Returns the place as a fraction; empty if the SSD gains nothing. */
        OptionalDouble place(boolean isMoreBetter) {
            double gain = isMoreBetter ? ssd - hdd : hdd - ssd;
            double reached = isMoreBetter ? tier - hdd : hdd - tier;
            return gain <= 0 ? OptionalDouble.empty() : OptionalDouble.of(reached / gain);
        }

        String words(String format, double unit) {
            return Words.text(format + ", " + format + ", " + format, hdd / unit, tier / unit, ssd / unit);
        }
    }

    /** Returns the rows that have all three arms, each with as many cells as the heading. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ClusterResult.Row row : completeRows()) {
            Three operations = operations(row);
            Three device = device(row);
            rows.add(List.of(
                    row.workload().name(),
                    row.consistency().name(),
                    operations.words("%,.0f", 1) + (isLimited(row) ? " (CPU)" : ""),
                    percent(operations.place(true)),
                    device.words("%.3f", MICROS_PER_MILLI) + " ms",
                    percent(device.place(false))));
        }
        return rows;
    }

    private List<ClusterResult.Row> completeRows() {
        return result.rows().stream()
                .filter(row -> List.of(ClusterArm.HDD, ClusterArm.TIER, ClusterArm.SSD_1).stream()
                        .noneMatch(arm -> result.of(row, arm).isEmpty()))
                .toList();
    }

    private Three operations(ClusterResult.Row row) {
        return new Three(
                operations(row, ClusterArm.HDD), operations(row, ClusterArm.TIER), operations(row, ClusterArm.SSD_1));
    }

    private double operations(ClusterResult.Row row, ClusterArm arm) {
        return result.average(row, arm, CellResult::operationsPerSecond).orElseThrow();
    }

    private Three device(ClusterResult.Row row) {
        return new Three(device(row, ClusterArm.HDD), device(row, ClusterArm.TIER), device(row, ClusterArm.SSD_1));
    }

    private double device(ClusterResult.Row row, ClusterArm arm) {
        return result.average(row, arm, CellResult::deviceMicros).orElseThrow();
    }

    private boolean isLimited(ClusterResult.Row row) {
        return result.isLimitedByCpu(row, ClusterArm.HDD)
                || result.isLimitedByCpu(row, ClusterArm.TIER)
                || result.isLimitedByCpu(row, ClusterArm.SSD_1);
    }

    private static String percent(OptionalDouble place) {
        return place.isPresent() ? Words.text("%.0f %%", 100 * place.getAsDouble()) : Words.NO_FIGURE;
    }

    /** Returns a sentence with the range of the places; empty if there is none. */
    String sentence() {
        Spread operations = places(
                completeRows().stream().map(row -> operations(row).place(true)).toList());
        Spread device = places(
                completeRows().stream().map(row -> device(row).place(false)).toList());
        if (operations.runs() == 0 || device.runs() == 0) {
            return "";
        }
        return Words.text(
                "Hard disks with a tier are %.0f to %.0f %% of the way from hard disks to one SSD by operations/s (%d of %d "
                        + "limited by the CPU), and %.0f to %.0f %% by device time.",
                100 * operations.minimum(),
                100 * operations.maximum(),
                completeRows().stream().filter(this::isLimited).count(),
                completeRows().size(),
                100 * device.minimum(),
                100 * device.maximum());
    }

    private static Spread places(List<OptionalDouble> places) {
        return Spread.of(places.stream()
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList());
    }
}
