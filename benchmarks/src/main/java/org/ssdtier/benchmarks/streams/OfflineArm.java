package org.ssdtier.benchmarks.streams;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.Replay;
import org.ssdtier.benchmarks.device.stream.ReplayResult;
import org.ssdtier.benchmarks.device.stream.StreamMapping;
import org.ssdtier.benchmarks.device.stream.TracedFile;

/**
 * A drive on which a recorded trace is replayed.
 *
 * @param name name in results
 * @param words description for readers
 * @param mapping mapping of lifetimes to streams; null for the disk with heads
 * @param honoursTrim whether the drive uses discards
 */
record OfflineArm(String name, String words, @Nullable StreamMapping mapping, boolean honoursTrim) {
    private static final String DISK = "hdd-15k";

    static final OfflineArm NO_TRIM =
            new OfflineArm("no-trim", "normal, and the drive ignores discards", StreamMapping.NORMAL, false);
    static final OfflineArm NORMAL = mapped("all writes in one stream", StreamMapping.NORMAL);
    static final OfflineArm SINGLE = mapped("all of the node in one stream", StreamMapping.SINGLE);
    static final OfflineArm MULTI_LOG = mapped("the commit log apart", StreamMapping.MULTI_LOG);
    static final OfflineArm MULTI_DATA =
            mapped("commit log, flushes and two tiers of compactions apart", StreamMapping.MULTI_DATA);
    static final OfflineArm DETECTED = mapped("four sequential runs, detected by the drive", StreamMapping.DETECTED);
    static final OfflineArm HARD_DISK = new OfflineArm(DISK, "a disk with 15,000 rotations a minute", null, true);

    /** The arms of the paper, in its order. */
    static final List<OfflineArm> PAPER = List.of(NO_TRIM, NORMAL, SINGLE, DETECTED, MULTI_LOG, MULTI_DATA, HARD_DISK);

    /** Other mappings of the same hints, to find the best one. */
    static final List<OfflineArm> MAPPINGS = List.of(
            other("files-by-two", "001122", "log and flushes together, all compactions together"),
            other("compactions", "001112", "only the highest tier apart"),
            other("log-flush", "001233", "log, flushes, all compactions"),
            other("no-system", "000123", "as multi-data, but the log with the file system's own"));

    private static OfflineArm mapped(String words, StreamMapping mapping) {
        return new OfflineArm(mapping.name(), words, mapping, true);
    }

    private static OfflineArm other(String name, String digits, String words) {
        return new OfflineArm(name, words, new StreamMapping(name, digits, 0), true);
    }

    /** Eight streams: further tiers of compactions apart, by the sizes of their SSTables. */
    static final OfflineArm EIGHT = ofEight("eight", "commit log, flushes, four tiers, row cache apart");

    /** The same without reads: those of the row cache take the drive's time, too. */
    static final OfflineArm WRITES = ofEight("writes", "as eight, reads left out");

    /** The same without the row cache's writes: what {@link #WRITES} takes longer is their cost. */
    static final OfflineArm WITHOUT_ROW_CACHE =
            ofEight("writes-without-cache", "as eight, reads and the row cache's bytes left out");

    private static OfflineArm ofEight(String name, String words) {
        return new OfflineArm(name, words, new StreamMapping("eight", "001237", 0), true);
    }

    /** Returns the arms on the trace of the baseline. */
    static List<OfflineArm> all() {
        List<OfflineArm> arms = new ArrayList<>(PAPER);
        arms.addAll(MAPPINGS);
        arms.add(EIGHT);
        return arms;
    }

    /** Returns the mappings of all arms that have one. */
    static List<StreamMapping> mappings() {
        return all().stream().flatMap(arm -> Stream.ofNullable(arm.mapping)).toList();
    }

    /**
     * Replays a trace on this drive.
     *
     * @param drives the drive with a mapping
     */
    ReplayResult run(Replay replay, Function<StreamMapping, FlashDrive> drives, DeviceRegistry host)
            throws IOException {
        if (mapping == null) {
            return replay.on(host.profile(DISK), host);
        }
        if (mapping.equals(EIGHT.mapping)) {
            return runByFile(equals(EIGHT) ? replay : replay.withoutReads(), drives.apply(mapping), host);
        }
        FlashDrive drive = drives.apply(mapping);
        return replay.on(honoursTrim ? drive : drive.withoutTrim(), host);
    }

    private ReplayResult runByFile(Replay replay, FlashDrive drive, DeviceRegistry host) throws IOException {
        Path table = Files.createTempFile("streams", ".files");
        try {
            List<TracedFile> files = TracedFile.of(replay.trace(), host);
            int rowCache = equals(WITHOUT_ROW_CACHE) ? TierStreams.LEFT_OUT : TierStreams.ROW_CACHE;
            Files.write(table, TierStreams.eight(files, rowCache));
            return replay.on(drive, table, host);
        } finally {
            Files.deleteIfExists(table);
        }
    }
}
