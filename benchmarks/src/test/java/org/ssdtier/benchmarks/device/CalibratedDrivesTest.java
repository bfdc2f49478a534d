package org.ssdtier.benchmarks.device;

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
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;

@Tag("unit")
final class CalibratedDrivesTest {
    private static final Kind DISKS = new Kind("hdd-7200", 2);
    private static final Kind SSD = new Kind("ssd-sata", 1);

    private final List<String> calibrated = new ArrayList<>();

    @Test
    void kinds_areCalibratedOnceEach() throws IOException {
        calibrate(List.of(SSD, DISKS, SSD, DISKS, new Kind("hdd-7200", 1)), 1.02);
        assertEquals(List.of("hdd-7200 x 1", "hdd-7200 x 2", "ssd-sata x 1"), calibrated);
    }

    @Test
    void drivesWithinTheTolerance_areFactsOfTheRun() throws IOException {
        CalibratedDrives drives = calibrate(List.of(DISKS, SSD), 1.02);
        assertDoesNotThrow(drives::require);
        Map<String, Object> facts = drives.toMap();
        assertEquals(0.02, (Double) facts.get("hdd-7200 x 2"), 1e-9);
        assertEquals(2, facts.size());
    }

    @Test
    void driveOutsideTheTolerance_isRefusedWithItsLoadAndDeviation() throws IOException {
        CalibratedDrives drives = calibrate(List.of(DISKS), 1.14);
        String refused = assertThrows(IOException.class, drives::require).getMessage();
        assertTrue(
                refused.startsWith("device=hdd-7200 x 2 load=random-qd1 deviation=+14.0 %: allowed 10 % from the"),
                refused);
        assertTrue(refused.contains("--force"), refused);
    }

    /** Calibrates drives that take longer than their models by a factor. */
    private CalibratedDrives calibrate(List<Kind> kinds, double factor) throws IOException {
        LoadFigures expected = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000, 10_000, 18_000);
        LoadFigures measured = new LoadFigures("random-qd1", 1_000, 100, 0.4, 10_000 * factor, 10_000, 18_000);
        return CalibratedDrives.of(kinds, kind -> {
            String mode = kind.profile() + " x " + kind.spindles();
            calibrated.add(mode);
            return new Calibration.Result(mode, 30, List.of(new LoadComparison(measured, expected, null, true, 1)));
        });
    }
}
