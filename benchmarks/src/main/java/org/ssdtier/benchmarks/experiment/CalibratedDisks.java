package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.benchmarks.device.Calibration;
import org.ssdtier.benchmarks.device.LoadComparison;

/**
 * A short calibration of the emulated disks of an experiment, immediately before it. A drive with a fill level counts
 * as one without.
 *
 * @param results comparisons of each kind of drive with its model
 */
record CalibratedDisks(List<Calibration.Result> results) {
    /** Seconds of each random load: hundreds of reads of the slowest drive. */
    static final double SECONDS = 6;

    CalibratedDisks {
        results = List.copyOf(results);
    }

    /** A calibration of one kind of drive. */
    interface Calibrator {
        /**
         * Calibrates one kind of drive.
         *
         * @param profile name of its profile
         * @param spindles number of drives in the RAID-0
         */
        Calibration.Result calibrate(String profile, int spindles) throws IOException;
    }

    /** Calibrates each kind of drive of an experiment once. */
    static CalibratedDisks of(Experiment experiment, Calibrator calibrator) throws IOException {
        List<Calibration.Result> results = new ArrayList<>();
        for (Disk kind : kinds(experiment)) {
            results.add(calibrator.calibrate(kind.profile, kind.spindles));
        }
        return new CalibratedDisks(results);
    }

    private static List<Disk> kinds(Experiment experiment) {
        Map<String, Disk> kinds = new TreeMap<>();
        for (Arm arm : experiment.arms()) {
            List<Disk> disks = new ArrayList<>(List.of(arm.data(), arm.log()));
            if (arm.hasTier()) {
                disks.add(Disk.SSD);
            }
            disks.forEach(disk -> kinds.putIfAbsent(disk.profile + " " + disk.spindles, disk));
        }
        return List.copyOf(kinds.values());
    }

    /**
     * Requires that every load agrees with its model.
     *
     * @throws IOException if one does not; the message names it, its deviation and the tolerance
     */
    void require() throws IOException {
        for (Calibration.Result result : results) {
            for (LoadComparison load : result.loads()) {
                if (!load.isGood()) {
                    throw new IOException(String.format(
                            Locale.ROOT,
                            "device=%s load=%s deviation=%+.1f %%: allowed %.0f %% from the model. The machine is"
                                    + " busy, or too slow for this drive; measure nevertheless with --force",
                            result.mode(),
                            load.measured().load(),
                            100 * load.worst(),
                            100 * LoadComparison.TOLERANCE));
                }
            }
        }
    }

    /** Returns the facts for a result: the largest deviation from the model of each kind of drive, as a fraction. */
    Map<String, Object> toMap() {
        Map<String, Object> deviations = new LinkedHashMap<>();
        for (Calibration.Result result : results) {
            double worst = 0;
            for (LoadComparison load : result.loads()) {
                worst = Math.abs(load.worst()) > Math.abs(worst) ? load.worst() : worst;
            }
            deviations.put(result.mode(), worst);
        }
        return deviations;
    }
}
