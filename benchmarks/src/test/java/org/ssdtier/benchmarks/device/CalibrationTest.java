package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.CalibratedDrives.Kind;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of which drive a calibration makes and where its loads run, on a machine without drives. */
@Tag("unit")
final class CalibrationTest {
    private static final Path SOURCES = Checkout.locate().root().resolve("benchmarks/device");

    private final FakeMachine machine = new FakeMachine();
    private final List<String> said = new ArrayList<>();
    private DeviceRegistry host;

    @TempDir
    private Path directory;

    @BeforeEach
    void open() throws IOException {
        Path records = Files.createDirectories(directory.toRealPath().resolve("records"));
        DevicePrograms programs = new DevicePrograms(SOURCES, directory.resolve("programs"), machine);
        host = new DeviceRegistry(records, SOURCES.resolve("profiles"), programs, machine, said::add);
    }

    /** Checked by removal: of a run on a nearly full drive, a nearly full drive is calibrated. */
    @Test
    void kindWithAFillLevel_isCalibratedOnSuchADrive_andNamedSo() throws IOException {
        Kind full = new Kind("hdd-7200", 2, 0.94);
        CalibratedDrives found = CalibratedDrives.of(List.of(full), CalibratedDrives.on(host, said::add));
        assertEquals(
                "hdd-7200 x 2, fill 0.94, share 0.05", found.results().get(0).mode());
        assertTrue(driveWords().containsAll(List.of("fill=0.94", "share=0.05", "spindles=2")));
        assertTrue(said.contains("calibrating hdd-7200 x 2, fill 0.94, share 0.05"), said.toString());
    }

    @Test
    void kindWithoutAFillLevel_isAWholeDrive() throws IOException {
        CalibratedDrives found =
                CalibratedDrives.of(List.of(new Kind("ssd-sata", 1)), CalibratedDrives.on(host, said::add));
        assertEquals("ssd-sata", found.results().get(0).mode());
        assertTrue(driveWords().stream().noneMatch(word -> word.startsWith("fill=") || word.startsWith("share=")));
    }

    @Test
    void loads_coverTheWholeDevice_orOverwriteAFile() throws IOException {
        Map<String, String> targets = targets(host.profile("hdd-7200").filled(0.94));
        assertTrue(targets.get("random-qd1").startsWith("/dev/loop"), targets.toString());
        assertEquals(targets.get("random-qd1"), targets.get("random-qd32"));
        assertEquals(targets.get("random-qd1"), targets.get("sequential"));
        assertTrue(targets.get("fdatasync").endsWith("/overwritten"), targets.toString());
    }

    /** Checked by removal: a translation layer reads nothing where nothing was written, and the model reads always. */
    @Test
    void randomReads_ofAPartlyFullSsd_areOfWhatWasWritten() throws IOException {
        Map<String, String> targets = targets(host.profile("ssd-sata").filled(0.94));
        assertTrue(targets.get("random-qd1").endsWith("/written"), targets.toString());
        assertEquals(targets.get("random-qd1"), targets.get("random-qd32"));
        assertTrue(targets.get("sequential").startsWith("/dev/loop"), targets.toString());
        assertFalse(targets(host.profile("ssd-sata")).get("random-qd1").endsWith("/written"));
    }

    /** Checked by removal: the tails of a small SSD are its own, those of a large one with idle dies are the machine's. */
    @Test
    void tailOfAnSsd_isJudgedIfItsDiesFormIt() throws IOException {
        DeviceProfile ssd = host.profile("ssd-sata");
        assertTrue(Calibration.isTailJudged(ssd.filled(0.94), "random-qd32", figures("random-qd32", 726, 2_721)));
        assertFalse(Calibration.isTailJudged(ssd, "random-qd32", figures("random-qd32", 640, 788)));
        assertFalse(Calibration.isTailJudged(ssd, "random-qd1", figures("random-qd1", 156, 156)));
        assertFalse(Calibration.isTailJudged(ssd, "fdatasync", figures("fdatasync", 1_395, 4_000)));
    }

    @Test
    void tailOfHardDisksAndVolumes_isJudgedForRandomReads() throws IOException {
        for (String name : List.of("hdd-7200", "hdd-10k", "hdd-15k", "gp3-3000", "gp3-16000")) {
            DeviceProfile profile = host.profile(name);
            for (String load : List.of("random-qd1", "random-qd32")) {
                assertTrue(Calibration.isTailJudged(profile, load, figures(load, 10, 11)), name + " " + load);
            }
            assertFalse(Calibration.isTailJudged(profile, "sequential", figures("sequential", 10, 30)), name);
        }
        assertFalse(Calibration.isTailJudged(host.profile("none"), "random-qd32", null));
    }

    private static LoadFigures figures(String load, double p50Micros, double p99Micros) {
        return new LoadFigures(load, 1_000, 100, 0.4, p50Micros, p50Micros, p99Micros);
    }

    /** Calibrates a drive; returns the file or device of each load. */
    private Map<String, String> targets(DeviceProfile profile) throws IOException {
        machine.commands().clear();
        new Calibration(host, 1).run(profile, 1, load -> {});
        Map<String, String> targets = new TreeMap<>();
        for (List<String> command : machine.commands()) {
            if (command.size() == 5 && command.get(0).endsWith("/probe")) {
                targets.put(command.get(2), command.get(1));
            }
        }
        assertEquals(4, targets.size(), targets.toString());
        return targets;
    }

    private List<String> driveWords() {
        return machine.commands().stream()
                .filter(command -> command.get(0).endsWith("/drive"))
                .findFirst()
                .orElseThrow();
    }
}
