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
    void kindsThatDifferInTheFillLevel_areCalibratedEach() throws IOException {
        Kind empty = new Kind("hdd-7200", 2, 0.0);
        Kind full = new Kind("hdd-7200", 2, 0.94);
        List<Kind> kinds = new ArrayList<>();
        CalibratedDrives.of(List.of(full, DISKS, empty, full), kind -> {
            kinds.add(kind);
            return new Calibration.Result("any", 30, List.of());
        });
        assertEquals(List.of(DISKS, empty, full), kinds);
    }

    /** Checked by removal: the deviation of a load that is not the worst is kept, and so is a tail that is not judged. */
    @Test
    void facts_haveEachLoadBesideTheWorst() throws IOException {
        LoadComparison random = comparison("random-qd32", 1.02, 1.3, false);
        LoadComparison sync = comparison("fdatasync", 0.95, 1, false);
        CalibratedDrives drives = CalibratedDrives.of(
                List.of(SSD), kind -> new Calibration.Result("ssd-sata", 30, List.of(random, sync)));
        Map<String, Object> facts = drives.facts();
        assertEquals(-0.05, figure(facts, "deviation_from_model", "ssd-sata"), 1e-9);
        Map<?, ?> loads = (Map<?, ?>) facts.get("deviations_from_model");
        assertEquals(0.02, figure(loads, "ssd-sata", "random-qd32"), 1e-9);
        assertEquals(-0.05, figure(loads, "ssd-sata", "fdatasync"), 1e-9);
        assertEquals(0.3, figure((Map<?, ?>) facts.get("p99_deviation"), "ssd-sata", "random-qd32"), 1e-9);
        assertDoesNotThrow(drives::require);
    }

    @Test
    void facts_ofADriveWithoutModel_haveNoDeviations() throws IOException {
        LoadFigures measured = comparison("random-qd1", 1, 1, false).measured();
        CalibratedDrives drives = CalibratedDrives.of(
                List.of(new Kind("none", 1)),
                kind -> new Calibration.Result(
                        "none", 30, List.of(new LoadComparison(measured, null, null, false, 1))));
        assertEquals(Map.of("none", Map.of()), drives.facts().get("deviations_from_model"));
    }

    private static double figure(Map<?, ?> figures, String kind, String name) {
        return (Double) ((Map<?, ?>) figures.get(kind)).get(name);
    }

    private static LoadComparison comparison(String load, double mean, double tail, boolean isTailJudged) {
        LoadFigures expected = new LoadFigures(load, 1_000, 100, 0.4, 10_000, 10_000, 18_000);
        LoadFigures measured = new LoadFigures(load, 1_000, 100, 0.4, 10_000 * mean, 10_000, 18_000 * tail);
        return new LoadComparison(measured, expected, null, isTailJudged, 1);
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
