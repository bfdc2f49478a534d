package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A short calibration of the emulated drives of an experiment, immediately before it.
 *
 * @param results comparisons of each kind of drive with its model
 */
public record CalibratedDrives(List<Calibration.Result> results) {
    /** The name of the fact in a result. */
    public static final String FACT = "deviation_from_model";

    /** Seconds of each random load: hundreds of reads of the slowest drive. */
    private static final double SECONDS = 6;

    public CalibratedDrives {
        results = List.copyOf(results);
    }

    /**
     * A kind of drive. A fill level or a block cache in front makes none of its own.
     *
     * @param profile name of its profile
     * @param spindles number of drives in the RAID-0
     */
    public record Kind(String profile, int spindles) implements Comparable<Kind> {
        @Override
        public int compareTo(Kind other) {
            int byProfile = profile.compareTo(other.profile);
            return byProfile != 0 ? byProfile : Integer.compare(spindles, other.spindles);
        }
    }

    /** A calibration of one kind of drive. */
    public interface Calibrator {
        /** Calibrates one kind of drive. */
        Calibration.Result calibrate(Kind kind) throws IOException;
    }

    /** Returns a calibrator that makes a temporary drive of each kind on this machine. */
    public static Calibrator on(DeviceRegistry host, Consumer<String> progress) {
        Calibration calibration = new Calibration(host, SECONDS);
        return kind -> {
            progress.accept("calibrating " + kind.profile() + ", drives: " + kind.spindles());
            return calibration.run(host.profile(kind.profile()), kind.spindles(), load -> {});
        };
    }

    /** Calibrates each kind of drive once. */
    public static CalibratedDrives of(Collection<Kind> kinds, Calibrator calibrator) throws IOException {
        List<Calibration.Result> results = new ArrayList<>();
        for (Kind kind : new TreeSet<>(kinds)) {
            results.add(calibrator.calibrate(kind));
        }
        return new CalibratedDrives(results);
    }

    /**
     * Requires that every load agrees with its model.
     *
     * @throws IOException if one does not; the message names it, its deviation and the tolerance
     */
    public void require() throws IOException {
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
    public Map<String, Object> toMap() {
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
