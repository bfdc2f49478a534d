package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of real devices. Elsewhere the fallback to the host's disk and its label are tested, the others skipped. */
@Tag("integration")
final class DeviceIT {
    private static final long SIZE = 128L << 20;
    private static final int CHUNK = 1 << 20;

    private final Machine machine = new LinuxMachine();
    private final List<String> said = new ArrayList<>();

    @TempDir
    private Path directory;

    private Path records;

    @BeforeEach
    void makeRecords() throws IOException {
        records = Files.createDirectories(directory.toRealPath().resolve("records"));
    }

    /** A program that makes a device, prints a line, and waits to be killed. */
    static final class Maker {
        private Maker() {}

        @SuppressWarnings({"MustBeClosed", "SystemOut"}) // the test is about a device that is never closed
        public static void main(String[] words) throws Exception {
            DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), Path.of(words[0]), line -> {});
            host.up(DeviceRequest.of("orphan", host.profile("hdd-15k"), 1, SIZE));
            System.out.println("up");
            Thread.currentThread().join();
        }
    }

    @Test
    void device_holdsFiles_countsThem_andLeavesNothing() throws Exception {
        DeviceRegistry host = host();
        Path plain = directory.resolve("plain");
        try (Device device = host.upOrHost(DeviceRequest.of("it", host.profile("ssd-sata"), 1, SIZE), plain)) {
            Path file = device.mountPoint().resolve("file");
            Files.write(file, new byte[CHUNK]);
            if (device instanceof EmulatedDevice) {
                device.dropPageCache();
                device.modelOn();
                DeviceCounters before = device.counters();
                assertEquals(CHUNK, Files.readAllBytes(file).length);
                assertTrue(device.counters().since(before).readBytes() >= CHUNK);
                double busySeconds = device.busy().seconds();
                assertTrue(busySeconds > 0 && busySeconds < 1, "seconds=" + busySeconds);
                device.modelOff();
                assertTrue(device.busy().seconds() >= busySeconds, "kept while the model is off");
            } else {
                assertEquals(BusyCounters.NONE, device.busy());
                assertEquals("host", device.mode());
                assertTrue(said.toString().contains("device: host"), said.toString());
            }
        }
        assertClean("it");
    }

    @Test
    void fullSsd_countsItsGarbageCollection_andTrims() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        DeviceProfile full = host.profile("ssd-sata").filled(0.94);
        try (EmulatedDevice device = host.up(DeviceRequest.of("full", full, 1, 2 * SIZE))) {
            assertEquals("ssd-sata-fill-0.94", device.mode());
            FlashCounters before = device.flash();
            Path file = device.mountPoint().resolve("file");
            Files.write(file, new byte[64 * CHUNK]);
            device.modelOn();
            FlashCounters counters = device.flash().since(before);
            assertTrue(counters.writtenBytes() >= 64 * CHUNK, counters.toString());
            assertTrue(counters.writeAmplification() > 2 && counters.collectShare(1) > 0, counters.toString());
            device.modelOff();
            Files.delete(file);
            machine.require(
                    "sync", "--file-system", device.mountPoint().toString()); // blocks in the journal are not free
            machine.require("fstrim", device.mountPoint().toString());
            counters = device.flash().since(before);
            assertTrue(counters.trimmedSectors() * 4_096 >= 64L * CHUNK, counters.toString());
        }
        assertClean("full");
    }

    @Test
    void makerKilled_nextStartClears() throws Exception {
        Needed.drives(host());
        Process maker = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Dssdtier.root=" + Checkout.locate().root(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Maker.class.getName(),
                        records.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = maker.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("up", lines.readLine());
            assertTrue(
                    machine.loopDeviceOf(records.resolve("orphan/drive/disk")).isPresent());
        } finally {
            maker.destroyForcibly();
        }
        assertTrue(maker.waitFor(10, TimeUnit.SECONDS));
        host();
        assertTrue(said.contains("Cleared the device orphan, left by pid " + maker.pid()), said.toString());
        assertClean("orphan");
    }

    @Test
    void memoryGroup_limitsThePageCache() throws Exception {
        DeviceRegistry host = host();
        Needed.memoryGroups(host);
        Path file = directory.resolve("file");
        Files.write(file, new byte[96 * CHUNK]);
        machine.require("dd", "of=" + file, "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none");
        Path group;
        try (MemoryGroup memory = host.memoryGroup("it", 32L << 20)) {
            group = Cgroups.of(machine).orElseThrow().directory("it");
            machine.require(memory.inside(List.of("dd", "if=" + file, "of=/dev/null", "bs=1M", "status=none"))
                    .toArray(String[]::new));
            MemoryUse use = memory.use();
            assertEquals(32L << 20, use.limitBytes());
            assertTrue(use.cacheBytes() > CHUNK && use.usedBytes() <= use.limitBytes(), use.toString());
        }
        assertFalse(Files.exists(group));
    }

    private DeviceRegistry host() throws IOException {
        return DeviceRegistry.open(Checkout.locate(), records, said::add);
    }

    private void assertClean(String name) throws IOException {
        Path device = records.resolve(name);
        assertFalse(Files.exists(device), device.toString());
        assertFalse(Mount.isOn(machine, device.resolve("files")));
        assertFalse(Mount.isOn(machine, device.resolve("drive")));
        assertTrue(machine.loopDeviceOf(device.resolve("drive/disk")).isEmpty());
        assertEquals(List.of(), machine.using(device.resolve("drive")));
    }
}
