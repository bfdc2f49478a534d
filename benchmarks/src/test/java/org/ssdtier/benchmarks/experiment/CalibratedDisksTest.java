package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.Calibration;
import org.ssdtier.benchmarks.device.LoadComparison;
import org.ssdtier.benchmarks.device.LoadFigures;

@Tag("unit")
final class CalibratedDisksTest {
    private final List<String> calibrated = new ArrayList<>();

    @Test
    void kinds_ofAnExperiment_areCalibratedOnceEach() throws IOException {
        calibrate(Experiment.ROW_CACHE, 1.02);
        assertEquals(List.of("hdd-7200 x 2", "ssd-sata x 1"), calibrated);
        calibrated.clear();
        calibrate(Experiment.ROW_CACHE.only(List.of("ohc", "none")), 1.02);
        assertEquals(List.of("hdd-7200 x 2"), calibrated, "without the tier there is no SSD");
        calibrated.clear();
        calibrate(Experiment.FILL, 1.02);
        assertEquals(List.of("hdd-7200 x 2", "ssd-sata x 1"), calibrated, "without fill levels");
    }

    @Test
    void disksWithinTheTolerance_areFactsOfTheRun() throws IOException {
        CalibratedDisks disks = calibrate(Experiment.ROW_CACHE, 1.02);
        assertDoesNotThrow(disks::require);
        Map<String, Object> facts = disks.toMap();
        assertEquals(0.02, (Double) facts.get("hdd-7200 x 2"), 1e-9);
        assertEquals(2, facts.size());
    }

    @Test
    void diskOutsideTheTolerance_isRefusedWithItsLoadAndDeviation() throws IOException {
        CalibratedDisks disks = calibrate(Experiment.ROW_CACHE, 1.14);
        String refused = assertThrows(IOException.class, disks::require).getMessage();
        assertTrue(
                refused.startsWith("device=hdd-7200 x 2 load=random-qd1 deviation=+14.0 %: allowed 10 % from the"),
                refused);
        assertTrue(refused.contains("--force"), refused);
    }

    /** Calibrates disks that take longer than their models by a factor. */
    private CalibratedDisks calibrate(Experiment experiment, double factor) throws IOException {
        LoadFigures expected = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000, 10_000, 18_000);
        LoadFigures measured = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000 * factor, 10_000, 18_000);
        return CalibratedDisks.of(experiment, (profile, spindles) -> {
            String mode = profile + " x " + spindles;
            calibrated.add(mode);
            return new Calibration.Result(mode, 30, List.of(new LoadComparison(measured, expected, null, true, 1)));
        });
    }
}
