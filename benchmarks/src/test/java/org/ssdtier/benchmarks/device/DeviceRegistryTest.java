package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * Tests that devices are made and removed completely, whatever step fails or crashes. Verified by mutation: without the
 * inspection of the machine for leftovers, or without writing the record first, the crash tests fail.
 */
@Tag("crash")
final class DeviceRegistryTest {
    private static final Path SOURCES = Checkout.locate().root().resolve("benchmarks/device");
    private static final long SIZE = 64L << 20;
    private static final int MOST_STEPS = 40;

    private final FakeMachine machine = new FakeMachine();
    private final List<String> said = new ArrayList<>();

    @TempDir
    private Path directory;

    private Path records;

    @BeforeEach
    void makeRecords() throws IOException {
        records = Files.createDirectories(directory.toRealPath().resolve("records"));
    }

    private DeviceRegistry host() {
        DevicePrograms programs = new DevicePrograms(SOURCES, directory.resolve("programs"), machine);
        return new DeviceRegistry(records, SOURCES.resolve("profiles"), programs, machine, said::add);
    }

    private DeviceRequest request(boolean isKept) throws IOException {
        return new DeviceRequest("data", host().profile("hdd-7200"), 2, SIZE, null, null, null, isKept);
    }

    @Test
    void device_isMountedWithTheProfilesSettings_andLeavesNothing() throws Exception {
        try (EmulatedDevice device = host().up(request(false))) {
            assertEquals("hdd-7200 x 2", device.mode());
            assertEquals(42, device.pathMicros());
            assertTrue(Mount.isOn(machine, device.mountPoint()));
            String loop = device.blockDevice().getFileName().toString();
            assertEquals("mq-deadline", machine.read(Path.of("/sys/block", loop, "queue/scheduler")));
            assertEquals("128", machine.read(Path.of("/sys/block", loop, "queue/read_ahead_kb")));
            assertEquals(1, host().list().size());
        }
        assertClean();
    }

    /** Checked by removal: with a file system made on it, the data of the base are gone. */
    @Test
    void deviceOnABase_isMountedAsItIs() throws Exception {
        try (EmulatedDevice base = host().up(DeviceRequest.of("base", host().profile("none"), 1, SIZE))) {
            Path image = base.toBase();
            assertFalse(Mount.isOn(machine, base.mountPoint()));
            assertEquals(image, base.toBase());
            assertThrows(IllegalStateException.class, base::dropPageCache);
            List<List<String>> before = List.copyOf(machine.commands());
            try (EmulatedDevice device = host().up(request(false).onBase(image))) {
                assertTrue(Mount.isOn(machine, device.mountPoint()));
                List<List<String>> later = machine.commands()
                        .subList(before.size(), machine.commands().size());
                assertTrue(later.stream().noneMatch(command -> command.get(0).startsWith("mkfs")), later.toString());
                assertTrue(
                        later.stream()
                                .anyMatch(command -> command.indexOf(image.toString()) > 0
                                        && command.indexOf(image.toString()) == 1 + command.indexOf("--base")),
                        later.toString());
            }
        }
        assertClean();
    }

    @Test
    void formatAsXfs_makesItOnTheLoopDevice_andMountsIt() throws Exception {
        try (EmulatedDevice device = host().up(request(false))) {
            String block = device.blockDevice().toString();
            device.formatAsXfs();
            assertTrue(machine.commands().contains(List.of("mkfs.xfs", "-q", "-f", "-K", block)));
            assertTrue(Mount.isOn(machine, device.mountPoint()));
            device.dropPageCache();
            assertTrue(Mount.isOn(machine, device.mountPoint()));
        }
        assertClean();
    }

    @Test
    void model_isSwitchedBySignalsThatCarryThePath() throws Exception {
        try (EmulatedDevice device = host().up(request(false))) {
            String pid = Long.toString(ProcessHandle.current().pid());
            device.modelOn();
            assertTrue(machine.commands().contains(List.of("kill", "-s", "USR1", "-q", "42", pid)));
            assertTrue(host().list().get(0).modelOn());
            device.modelOff();
            assertTrue(machine.commands().contains(List.of("kill", "-s", "USR2", "-q", "42", pid)));
            assertFalse(host().list().get(0).modelOn());
        }
    }

    @Test
    void close_twice_isOnce() throws Exception {
        EmulatedDevice device = host().up(request(false));
        device.close();
        int steps = machine.steps();
        device.close();
        assertEquals(steps, machine.steps());
    }

    @Test
    void anyStepFails_nothingIsLeft() throws Exception {
        int failures = 0;
        for (int step = 1; step < MOST_STEPS; step++) {
            machine.failAtStep(step);
            try (EmulatedDevice device = host().up(request(false))) {
                machine.heal();
            } catch (IOException expected) {
                failures++;
                machine.heal();
            }
            assertClean();
        }
        assertTrue(failures >= 9, "failures=" + failures);
    }

    @Test
    void crashAtAnyStepOfMakingOrTakingDown_isClearedAtTheNextStart() throws Exception {
        int crashes = 0;
        for (int step = 1; step < MOST_STEPS; step++) {
            machine.crashAtStep(step);
            try {
                host().up(request(false)).close();
            } catch (FakeMachine.Crash expected) {
                crashes++;
            }
            machine.heal();
            endOwners();
            said.clear();
            host().clearLeftovers();
            assertClean();
        }
        assertTrue(crashes >= 12, "crashes=" + crashes);
    }

    @Test
    void leftover_goesWithItsTrace() throws Exception {
        EmulatedDevice device = host().up(request(false));
        Path trace = Path.of(
                "/sys/kernel/tracing/instances",
                "ssdtier-" + device.blockDevice().getFileName());
        machine.makeDirectory(trace);
        endOwners();
        host().clearLeftovers();
        assertFalse(machine.exists(trace));
        assertClean();
    }

    @Test
    void leftover_isSaidWithItsMaker() throws Exception {
        host().up(request(false));
        endOwners();
        host().clearLeftovers();
        assertTrue(said.toString().contains("Cleared the device data, left by pid "), said.toString());
        assertClean();
    }

    @Test
    void deviceOfARunningProgram_isLeftAlone() throws Exception {
        try (EmulatedDevice device = host().up(request(false))) {
            host().clearLeftovers();
            assertTrue(Mount.isOn(machine, device.mountPoint()));
        }
    }

    @Test
    void keptDevice_staysUntilItIsTakenDown() throws Exception {
        host().up(request(true));
        host().clearLeftovers();
        assertEquals(1, host().list().size());
        host().down("data");
        assertClean();
    }

    @Test
    void keptDeviceWhoseDriveDied_isCleared() throws Exception {
        host().up(request(true));
        machine.killDrives();
        host().clearLeftovers();
        assertTrue(said.toString().contains("left by a crash"), said.toString());
        assertClean();
    }

    @Test
    void busyDevice_isNamedWithItsUsers_andGoesLater() throws Exception {
        EmulatedDevice device = host().up(request(false));
        machine.keepMountsBusy();
        IOException busy = assertThrows(IOException.class, device::close);
        assertTrue(
                busy.getMessage()
                        .contains("used_by_pids=" + ProcessHandle.current().pid()),
                busy.getMessage());
        machine.heal();
        device.close();
        assertClean();
    }

    @Test
    void downAll_takesDevicesAndGroups() throws Exception {
        machine.mounted("1 1 0:2 / /cg rw - cgroup cgroup rw,memory\n");
        host().up(request(true));
        MemoryGroup group = host().memoryGroup("node", 1 << 20);
        host().downAll();
        assertTrue(said.contains("Took down the memory group node"), said.toString());
        assertTrue(said.contains("Took down the device data"), said.toString());
        group.close();
        assertClean();
    }

    @Test
    void sameNameTwice_isRefused() throws Exception {
        try (EmulatedDevice device = host().up(request(false))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> host().up(request(false)));
            assertTrue(refused.getMessage().contains("up already"), refused.getMessage());
            assertTrue(Mount.isOn(machine, device.mountPoint()));
        }
    }

    @Test
    void unknownDevice_isRefusedWithThoseThereAre() throws Exception {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> host().down("dta"))
                .getMessage()
                .contains("existing: none"));
    }

    @Test
    void tooLittleRoom_isSaidInBytes() throws Exception {
        DeviceRequest huge = DeviceRequest.of("data", host().profile("none"), 1, 1L << 60);
        IOException refused = assertThrows(IOException.class, () -> host().up(huge));
        assertTrue(refused.getMessage().contains("needed_bytes="), refused.getMessage());
        assertClean();
    }

    /**
     * Verified by mutation: without the check, any program with the drive's path among its arguments gets the drive's
     * signals.
     */
    @Test
    void drive_isTheProgramOnRecord_notOneWithItsPathAmongItsArguments() throws Exception {
        Path mount = directory.resolve("drive");
        Process stranger = new ProcessBuilder("tail", "-f", "/dev/null", mount.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            LinuxMachine linux = new LinuxMachine();
            Owner known = Owner.of(stranger.toHandle());
            assertTrue(linux.drive(Owner.NOBODY, mount).isEmpty());
            assertTrue(linux.drive(new Owner(known.pid(), known.startMillis() - 10_000), mount)
                    .isEmpty());
            assertTrue(linux.drive(known, directory.resolve("other")).isEmpty());
            assertTrue(linux.drive(known, mount).isPresent());
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void withoutRoot_theHostsDiskStandsIn_marked() throws Exception {
        machine.withoutRoot();
        try (Device device = host().upOrHost(request(false), directory.resolve("plain"))) {
            assertEquals("host", device.mode());
            assertTrue(Files.isDirectory(device.mountPoint()));
        }
        assertTrue(said.toString().contains("need root"), said.toString());
        assertTrue(said.toString().contains("device: host"), said.toString());
        assertTrue(Files.isDirectory(directory.resolve("plain")));
    }

    @Test
    void leftoverWithoutRoot_isSaidAndNoObstacle() throws Exception {
        host().up(request(true));
        machine.killDrives();
        machine.withoutRoot();
        host().clearLeftovers();
        assertTrue(said.toString().contains("needs root"), said.toString());
        assertEquals(1, host().list().size());
    }

    @Test
    void withoutFuse_upSaysWhatIsMissing() throws Exception {
        machine.withoutFile(Path.of("/dev/fuse"));
        IOException refused = assertThrows(IOException.class, () -> host().up(request(false)));
        assertTrue(refused.getMessage().contains("file=/dev/fuse: missing"), refused.getMessage());
    }

    @Test
    void badRequests_areRefused() throws Exception {
        DeviceProfile ssd = host().profile("ssd-sata");
        assertEquals(2, DeviceRequest.of("a", ssd, 2, SIZE).spindles(), "a RAID-0 of SSDs without a translation layer");
        assertThrows(IllegalArgumentException.class, () -> DeviceRequest.of("a/b", ssd, 1, SIZE));
        assertThrows(IllegalArgumentException.class, () -> DeviceRequest.of("a", ssd.filled(0), 2, SIZE));
        assertThrows(IllegalArgumentException.class, () -> DeviceRequest.of("a", ssd, 1, 1000));
    }

    /** Changes every record so that its owner appears to have ended. */
    private void endOwners() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(records)) {
            files = all.filter(path -> path.getFileName().toString().matches("device.properties|.*\\.group"))
                    .toList();
        }
        for (Path file : files) {
            Properties properties = new Properties();
            try (var reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            }
            properties.setProperty("owner.start_millis", "1");
            try (var writer = Files.newBufferedWriter(file)) {
                properties.store(writer, null);
            }
        }
    }

    private void assertClean() throws IOException {
        assertTrue(machine.isClean(), machine.leftovers());
        try (Stream<Path> left = Files.list(records)) {
            assertEquals(
                    List.of(),
                    left.filter(path -> !path.getFileName().toString().equals("lock"))
                            .toList());
        }
    }
}
