package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.NodeDrives;
import org.ssdtier.benchmarks.device.BusyCounters;
import org.ssdtier.benchmarks.device.DeviceCounters;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.FrontCounters;

/**
 * The counters of an arm's disks at one moment.
 *
 * @param data requests to the disk of the SSTables
 * @param log requests to the disk of the commit log
 * @param cache requests to the disk of the SSD tier
 * @param flash activity inside the disk of the SSTables
 * @param front use of the block cache in front of it
 * @param drives use of emulated drives, with the time that they worked; null for other disks
 * @param below requests to the machine's own disk with their images; null for other disks
 */
record DiskReading(
        DeviceCounters data,
        DeviceCounters log,
        DeviceCounters cache,
        FlashCounters flash,
        FrontCounters front,
        NodeDrives.@Nullable Reading drives,
        @Nullable DeviceCounters below) {
    /** Reads the current counters. */
    static DiskReading of(Disks disks) throws IOException {
        boolean isEmulated = !disks.data().busy().equals(BusyCounters.NONE);
        NodeDrives drives =
                new NodeDrives(disks.data(), disks.log().equals(disks.data()) ? null : disks.log(), disks.cache());
        return new DiskReading(
                disks.data().counters(),
                disks.log().counters(),
                disks.cache().counters(),
                disks.data().flash(),
                disks.data().front(),
                isEmulated ? drives.read() : null,
                disks.data().below().orElse(null));
    }

    /**
     * Returns the use of the disks since an earlier reading.
     *
     * @param requests number of the clients' requests meanwhile
     * @param seconds time meanwhile
     * @param tableBytes see {@link SlotResult.DiskUse}
     */
    SlotResult.DiskUse since(DiskReading earlier, long requests, double seconds, long tableBytes) {
        double each = Math.max(1, requests);
        DeviceCounters passed = data.since(earlier.data);
        FlashCounters inside = flash.since(earlier.flash);
        FrontCounters blocks = front.since(earlier.front);
        return new SlotResult.DiskUse(
                (passed.reads() - blocks.hits()) / each,
                passed.readBytes() / each,
                log.since(earlier.log).writes() / each,
                cache.since(earlier.cache).reads() / each,
                tableBytes,
                new SlotResult.Flash(
                        inside.writtenBytes() / seconds, inside.writeAmplification(), inside.collectShare(seconds)),
                drives == null || earlier.drives == null ? null : drives.since(earlier.drives, requests),
                BlockUse.of(blocks, each),
                null,
                below == null || earlier.below == null
                        ? null
                        : below.since(earlier.below).readBytes() / seconds,
                0);
    }
}
