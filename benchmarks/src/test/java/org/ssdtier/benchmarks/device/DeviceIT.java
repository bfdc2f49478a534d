package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of real devices; they are skipped on a machine without root or FUSE. */
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
        Needed.drives(host);
        try (EmulatedDevice device = host.up(DeviceRequest.of("it", host.profile("ssd-sata"), 1, SIZE))) {
            Path file = device.mountPoint().resolve("file");
            Files.write(file, new byte[CHUNK]);
            device.dropPageCache();
            device.modelOn();
            DeviceCounters before = device.counters();
            assertEquals(CHUNK, Files.readAllBytes(file).length);
            assertTrue(device.counters().since(before).readBytes() >= CHUNK);
            double busySeconds = device.busy().seconds();
            assertTrue(busySeconds > 0 && busySeconds < 1, "seconds=" + busySeconds);
            device.modelOff();
            assertTrue(device.busy().seconds() >= busySeconds, "kept while the model is off");
        }
        assertClean("it");
    }

    /** Two devices begin with the files of a base; what one writes is not seen by the other, nor in the base. */
    @Test
    void devicesOnABase_haveItsFiles_andWriteTheirOwn() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        byte[] content = new byte[CHUNK];
        new Random(1).nextBytes(content);
        try (EmulatedDevice base = host.up(DeviceRequest.of("base", host.profile("none"), 1, SIZE))) {
            Files.write(base.mountPoint().resolve("file"), content);
            Path image = base.toBase();
            String before = digest(image);
            DeviceRequest request =
                    DeviceRequest.of("one", host.profile("ssd-sata"), 1, SIZE).onBase(image);
            try (EmulatedDevice one = host.up(request);
                    EmulatedDevice two = host.up(DeviceRequest.of("two", host.profile("none"), 1, SIZE)
                            .onBase(image))) {
                Path changed = one.mountPoint().resolve("file");
                assertArrayEquals(content, Files.readAllBytes(changed));
                Files.writeString(changed, "of one");
                Files.write(one.mountPoint().resolve("another"), content);
                one.dropPageCache();
                one.modelOn();
                assertEquals("of one", Files.readString(changed));
                assertArrayEquals(content, Files.readAllBytes(one.mountPoint().resolve("another")));
                assertArrayEquals(content, Files.readAllBytes(two.mountPoint().resolve("file")));
                assertFalse(Files.exists(two.mountPoint().resolve("another")));
            }
            assertEquals(before, digest(image));
        }
        assertClean("base");
        assertClean("one");
        assertClean("two");
    }

    private static String digest(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
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

    /** Thirty tokens are saved up; each further read waits for its own. */
    @Test
    void volume_keepsItsCapOfRequests() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        try (EmulatedDevice device = host.up(DeviceRequest.of("volume", host.profile("gp3-3000"), 1, SIZE))) {
            assertEquals("gp3-3000", device.mode());
            device.modelOn();
            BusyCounters before = device.busy();
            String line = machine.require(
                    host.programs().probe().toString(), device.blockDevice().toString(), "random-qd32", "1", "1");
            LoadFigures figures = LoadFigures.parse(line);
            assertTrue(figures.iops() < 3_000 * 1.1, figures.toString());
            double usedSeconds = device.busy().since(before).seconds();
            assertEquals(figures.count() / 3_000.0, usedSeconds, 0.05);
            device.modelOff();
        }
        assertClean("volume");
    }

    /** A second of the drive takes four of the clock: a quarter of its requests in a second, and the drive notices nothing. */
    @Test
    void dilatedDrive_isSlowerByTheClock_notByItsOwn() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        DeviceProfile slow = host.profile("gp3-3000").dilated(4);
        try (EmulatedDevice device = host.up(DeviceRequest.of("dilated", slow, 1, SIZE))) {
            assertEquals("gp3-3000-dilated-4", device.mode());
            device.modelOn();
            BusyCounters before = device.busy();
            LoadFigures figures = LoadFigures.parse(machine.require(
                    host.programs().probe().toString(), device.blockDevice().toString(), "random-qd32", "1", "2"));
            assertTrue(figures.iops() < 750 * 1.1 && figures.iops() > 750 * 0.5, figures.toString());
            assertEquals(figures.count() / 3_000.0, device.busy().since(before).seconds(), 0.05);
            device.modelOff();
        }
        assertClean("dilated");
    }

    /** The head of a dilated disk turns by the disk's time, too: 211 reads of its seconds, a quarter of that by the clock. */
    @Test
    void dilatedDisk_turnsSlowly() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        try (EmulatedDevice device =
                host.up(DeviceRequest.of("turns", host.profile("hdd-15k").dilated(4), 1, SIZE))) {
            device.modelOn();
            BusyCounters before = device.busy();
            LoadFigures figures = LoadFigures.parse(machine.require(
                    host.programs().probe().toString(), device.blockDevice().toString(), "random-qd1", "1", "4"));
            double busySeconds = device.busy().since(before).seconds();
            assertEquals(1 / 211.0, busySeconds / figures.count(), 0.2 / 211, figures + " busy=" + busySeconds);
            assertTrue(figures.iops() < 211 / 4.0 * 1.2 && figures.iops() > 211 / 4.0 * 0.6, figures.toString());
            device.modelOff();
        }
        assertClean("turns");
    }

    /** Blocks that were read while the model was off are in the cache: the SSD answers when they are read again. */
    @Test
    void blockCache_answersWhatWasReadBefore() throws Exception {
        DeviceRegistry host = host();
        Needed.drives(host);
        DeviceProfile cached = host.profile("hdd-7200")
                .fronted(host.profile("ssd-sata"), new BlockCache(SIZE / 2, 4_096, BlockCache.Policy.LRU));
        try (EmulatedDevice device = host.up(DeviceRequest.of("front", cached, 1, SIZE))) {
            Path file = device.mountPoint().resolve("file");
            Files.write(file, new byte[8 * CHUNK]);
            device.dropPageCache();
            Files.readAllBytes(file);
            device.dropPageCache();
            FrontCounters before = device.front();
            BusyCounters disk = device.busy();
            device.modelOn();
            Files.readAllBytes(file);
            FrontCounters passed = device.front().since(before);
            assertTrue(passed.reads() > 0 && passed.hitRatio() > 0.9, passed.toString());
            assertTrue(passed.busyNanos() > 0, passed.toString());
            assertTrue(device.busy().since(disk).heads().secondsEach() < 0.5, "the head has little to do");
            device.modelOff();
            assertTrue(device.front().since(before).busyNanos() >= passed.busyNanos(), "kept while the model is off");
            device.emptyFront();
            device.dropPageCache();
            FrontCounters emptied = device.front();
            Files.readAllBytes(file);
            FrontCounters again = device.front().since(emptied);
            assertTrue(again.reads() > 0 && again.hitRatio() < 0.5, again.toString());
        }
        assertClean("front");
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
