package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A short calibration of the emulated drives of an experiment, immediately before it.
 *
 * @param results comparisons of each kind of drive with its model
 */
public record CalibratedDrives(List<Calibration.Result> results) {
    /** The name of the fact in a result with the largest deviation of each kind of drive. */
    public static final String FACT = "deviation_from_model";

    /** The name of the fact in a result with the deviation of each load on each kind of drive. */
    public static final String LOADS_FACT = "deviations_from_model";

    /** The name of the fact in a result with the deviation of the 99th percentile of each load. */
    public static final String P99_FACT = "p99_deviation";

    /** Seconds of each random load: hundreds of reads of the slowest drive. */
    private static final double SECONDS = 6;

    private static final double PERCENT = 100;

    public CalibratedDrives {
        results = List.copyOf(results);
    }

    /**
     * A kind of drive, in the state in which an experiment uses it. A block cache in front makes no kind of its own.
     *
     * @param profile name of its profile
     * @param spindles number of drives in the RAID-0
     * @param fill fraction of the drive that holds other data; the device is then the part behind it, of the size that its
     *     profile has for that. Null if the device is the whole drive
     */
    public record Kind(String profile, int spindles, @Nullable Double fill) implements Comparable<Kind> {
        private static final Comparator<Kind> ORDER = Comparator.comparing(Kind::profile)
                .thenComparingInt(Kind::spindles)
                .thenComparing(kind -> kind.fill == null ? -1 : kind.fill);

        /** Creates a kind of which the device is the whole drive. */
        public Kind(String profile, int spindles) {
            this(profile, spindles, null);
        }

        /**
         * Returns the profile of this kind.
         *
         * @param whole profile of the whole drive
         * @throws IllegalArgumentException if this kind has a fill level and such a drive cannot have it
         */
        DeviceProfile of(DeviceProfile whole) {
            return fill == null ? whole : whole.filled(fill);
        }

        /** Returns the name in results, such as {@code hdd-7200 x 2, fill 0.94, share 0.05} of a part of two drives. */
        String name(DeviceProfile whole) {
            String drives = spindles == 1 ? profile : profile + " x " + spindles;
            return fill == null
                    ? drives
                    : drives + ", fill " + fill + ", share " + of(whole).share();
        }

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
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
            DeviceProfile whole = host.profile(kind.profile());
            String name = kind.name(whole);
            progress.accept("calibrating " + name);
            return calibration
                    .run(kind.of(whole), kind.spindles(), load -> progress.accept("  " + line(load)))
                    .named(name);
        };
    }

    /** Returns a line with the deviations of a load for the reader of the progress. */
    private static String line(LoadComparison load) {
        return String.format(
                Locale.ROOT,
                "%-12s %+.1f %%, 99th percentile %+.1f %%%s",
                load.measured().load(),
                PERCENT * load.worst(),
                PERCENT * load.p99Deviation(),
                load.isTailJudged() ? "" : " (not judged)");
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
                                    + " busy, or too slow for this drive; measure nevertheless with --force-drives",
                            result.mode(),
                            load.measured().load(),
                            PERCENT * load.worst(),
                            PERCENT * LoadComparison.TOLERANCE));
                }
            }
        }
    }

    /** Returns the facts for a result by their names: {@link #FACT}, {@link #LOADS_FACT} and {@link #P99_FACT}. */
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(FACT, toMap());
        facts.put(LOADS_FACT, byLoad(LoadComparison::worst));
        facts.put(P99_FACT, byLoad(LoadComparison::p99Deviation));
        return facts;
    }

    /** Returns the largest judged deviation from the model of each kind of drive, as a fraction. */
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

    /** Returns a figure of each load on each kind of drive; a load without a model has none. */
    private Map<String, Map<String, Double>> byLoad(ToDoubleFunction<LoadComparison> figure) {
        Map<String, Map<String, Double>> kinds = new LinkedHashMap<>();
        for (Calibration.Result result : results) {
            Map<String, Double> loads = new LinkedHashMap<>();
            for (LoadComparison load : result.loads()) {
                if (load.expected() != null) {
                    loads.put(load.measured().load(), figure.applyAsDouble(load));
                }
            }
            kinds.put(result.mode(), loads);
        }
        return kinds;
    }
}
