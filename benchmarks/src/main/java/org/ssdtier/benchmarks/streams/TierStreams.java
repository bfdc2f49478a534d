package org.ssdtier.benchmarks.streams;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.device.stream.TracedFile;

/**
 * A mapping of the files of a trace to eight streams, more than there are lifetime hints: 0 the file system and the rest, 1 the
 * commit log, 2 flushes, 3 to 6 compactions by tier, 7 the row cache. The tier of a compacted SSTable is that of the node's
 * {@code by_tier}: log₄ of its bytes relative to a flushed one, rounded.
 */
final class TierStreams {
    /** The stream of the row cache. */
    static final int ROW_CACHE = 7;
    /** The number that leaves a file's bytes out. */
    static final int LEFT_OUT = -1;

    private static final int LOG = 1;
    private static final int FLUSH = 2;
    private static final int TIERS = 4;
    private static final double FAN_IN = 4;
    private static final int MEDIUM_HINT = 3;
    private static final int LONG_HINT = 4;

    private TierStreams() {}

    /**
     * Returns lines of a file's number and its stream, for all files but those of stream 0.
     *
     * @param rowCache {@link #ROW_CACHE} or {@link #LEFT_OUT}
     */
    static List<String> eight(List<TracedFile> files, int rowCache) {
        Map<String, Long> sizes = new HashMap<>();
        for (TracedFile file : files) {
            sizes.merge(sstable(file.path()), file.sectors(), Long::sum);
        }
        double flush = files.stream()
                .filter(file -> file.hint() == MEDIUM_HINT && file.path().endsWith("-Data.db"))
                .mapToLong(file -> sizes.getOrDefault(sstable(file.path()), 0L))
                .average()
                .orElse(1);
        return files.stream()
                .map(file -> file.number() + " "
                        + stream(file, rowCache, sizes.getOrDefault(sstable(file.path()), 0L), flush))
                .filter(line -> !line.endsWith(" 0"))
                .toList();
    }

    private static int stream(TracedFile file, int rowCache, long sstableSectors, double flushSectors) {
        if (file.path().startsWith("/commitlog/")) {
            return LOG;
        }
        if (file.path().startsWith("/row_cache/")) {
            return file.hint() == MEDIUM_HINT ? rowCache : Math.min(0, rowCache); // its journal has no hint
        }
        if (file.hint() == MEDIUM_HINT) {
            return FLUSH;
        }
        if (file.hint() < LONG_HINT) {
            return 0;
        }
        double tier = Math.log(Math.max(1, sstableSectors) / Math.max(1, flushSectors)) / Math.log(FAN_IN);
        return FLUSH + (int) Math.max(1, Math.min(TIERS, Math.round(tier)));
    }

    /** Returns the common part of the names of an SSTable's files. */
    private static String sstable(String path) {
        int end = path.lastIndexOf('-');
        return end < 0 ? path : path.substring(0, end);
    }
}
