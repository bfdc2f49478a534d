package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.device.BusyCounters;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceCounters;
import org.ssdtier.benchmarks.device.FrontCounters;

@Tag("unit")
final class DiskReadingTest {
    private static final long MICROSECOND = 1_000;

    private final CountedDisk data = new CountedDisk();
    private final CountedDisk log = new CountedDisk();
    private final CountedDisk cache = new CountedDisk();

    @Test
    void use_isForEachRequest_withTheTimeThatTheDrivesWorked() throws IOException {
        Disks disks = new Disks(data, log, cache);
        data.pass(7, 7, 11);
        DiskReading before = DiskReading.of(disks);
        data.pass(30, 10, 50_000);
        log.pass(0, 20, 1_000);
        cache.pass(40, 0, 3_000);
        SlotResult.DiskUse use = DiskReading.of(disks).since(before, 100, 4, 123);
        assertEquals(0.3, use.dataReads(), 1e-9);
        assertEquals(0.3 * 4_096, use.dataReadBytes(), 1e-9);
        assertEquals(0.2, use.logWrites(), 1e-9);
        assertEquals(0.4, use.cacheReads(), 1e-9);
        assertEquals(123, use.tableBytes());
        NodeDriveUse drives = Objects.requireNonNull(use.drives());
        assertEquals(500, drives.data().busyMicros(), 1e-9);
        assertEquals(10, drives.log().busyMicros(), 1e-9);
        assertEquals(30, drives.cache().busyMicros(), 1e-9);
        assertEquals(500, drives.busiestMicros(), 1e-9);
    }

    @Test
    void logOnTheDiskOfTheSSTables_isNotCountedTwice() throws IOException {
        Disks disks = new Disks(data, data, cache);
        DiskReading before = DiskReading.of(disks);
        data.pass(30, 10, 50_000);
        SlotResult.DiskUse use = DiskReading.of(disks).since(before, 100, 4, 0);
        assertEquals(0.1, use.logWrites(), 1e-9);
        assertEquals(DriveUse.NONE, Objects.requireNonNull(use.drives()).log());
    }

    /** Checked by removal: with drives read in any case. */
    @Test
    void disksThatAreNotEmulated_haveNoUseOfDrives() throws IOException {
        data.isEmulated = false;
        Disks disks = new Disks(data, log, cache);
        DiskReading before = DiskReading.of(disks);
        data.pass(30, 10, 0);
        SlotResult.DiskUse use = DiskReading.of(disks).since(before, 100, 4, 0);
        assertEquals(0.3, use.dataReads(), 1e-9);
        assertNull(use.drives());
    }

    /** A read that the block cache answers is no read of the slow disk. */
    @Test
    void readsThatABlockCacheAnswers_areNotOfTheDisk() throws IOException {
        CountedDisk data = new CountedDisk();
        Disks disks = new Disks(data, new CountedDisk(), new CountedDisk());
        data.pass(20, 0, 0);
        data.blockHits = 15;
        DiskReading before = DiskReading.of(disks);
        data.pass(30, 0, 0);
        data.blockHits = 27;
        SlotResult.DiskUse use = DiskReading.of(disks).since(before, 100, 4, 0);
        assertEquals(0.18, use.dataReads(), 1e-9);
        assertEquals(0.4, Objects.requireNonNull(use.blocks()).hits(), 1e-9);
    }

    /** Reads of the machine's own disk, which has the image, are counted by time: they are not of the clients' requests. */
    @Test
    void readsOfTheImage_areForEachSecond() throws IOException {
        Disks disks = new Disks(data, log, cache);
        data.imageReads = 5;
        DiskReading before = DiskReading.of(disks);
        data.imageReads = 25;
        assertEquals(
                20 * 4_096 / 4.0, DiskReading.of(disks).since(before, 100, 4, 0).machineReadBytes());
        data.isEmulated = false;
        assertNull(DiskReading.of(disks).since(before, 100, 4, 0).machineReadBytes());
    }

    /** A disk with one head and counters that the test sets. */
    private static final class CountedDisk implements Device {
        private static final BusyCounters.Part NO_PART = BusyCounters.NONE.heads();
        private static final int PAGE_BYTES = 4_096;

        private boolean isEmulated = true;
        private long blockHits;
        private long imageReads;
        private long reads;
        private long writes;
        private long busyNanos;

        void pass(int moreReads, int moreWrites, long micros) {
            reads += moreReads;
            writes += moreWrites;
            busyNanos += micros * MICROSECOND;
        }

        @Override
        public String mode() {
            return "test";
        }

        @Override
        public Path mountPoint() {
            return Path.of("nowhere");
        }

        @Override
        public void modelOn() {}

        @Override
        public void modelOff() {}

        @Override
        public void dropPageCache() {}

        @Override
        public DeviceCounters counters() {
            return new DeviceCounters(reads, reads * PAGE_BYTES, writes, writes * PAGE_BYTES, 0);
        }

        @Override
        public Optional<DeviceCounters> below() {
            return isEmulated
                    ? Optional.of(new DeviceCounters(imageReads, imageReads * PAGE_BYTES, 0, 0, 0))
                    : Optional.empty();
        }

        @Override
        public FrontCounters front() {
            return new FrontCounters(reads, blockHits, 0, 0, 0);
        }

        @Override
        public BusyCounters busy() {
            return isEmulated
                    ? new BusyCounters(new BusyCounters.Part(1, busyNanos), NO_PART, NO_PART, NO_PART, NO_PART)
                    : BusyCounters.NONE;
        }

        @Override
        public void close() {}
    }
}
