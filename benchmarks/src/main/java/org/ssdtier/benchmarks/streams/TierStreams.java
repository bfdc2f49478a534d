package org.ssdtier.benchmarks.streams;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.device.stream.TracedFile;

/**
 * A mapping of the files of a trace to eight streams, more than there are lifetime hints: 0 the file system and the rest, 1 the
 * commit log, 2 flushes, 3 to 6 compactions by tier, 7 the row cache. The hint tells the first tier from the others; those
 * are told apart by log₄ of an SSTable's bytes relative to a flushed one of its table.
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

    /** Sectors of each SSTable, by the common part of the names of its files. */
    private final Map<String, Long> sizes = new HashMap<>();
    /** Sectors of all flushed SSTables of each table, by its directory. */
    private final Map<String, Long> flushedSectors = new HashMap<>();

    private final Map<String, Integer> flushes = new HashMap<>();
    private final int rowCache;

    private TierStreams(List<TracedFile> files, int rowCache) {
        this.rowCache = rowCache;
        for (TracedFile file : files) {
            sizes.merge(sstable(file.path()), file.sectors(), Long::sum);
        }
        for (TracedFile file : files) {
            if (file.hint() == MEDIUM_HINT && file.path().endsWith("-Data.db")) {
                flushedSectors.merge(table(file.path()), sectors(file), Long::sum);
                flushes.merge(table(file.path()), 1, Integer::sum);
            }
        }
    }

    /**
     * Returns lines of a file's number and its stream, for all files but those of stream 0.
     *
     * @param rowCache {@link #ROW_CACHE} or {@link #LEFT_OUT}
     */
    static List<String> eight(List<TracedFile> files, int rowCache) {
        TierStreams streams = new TierStreams(files, rowCache);
        return files.stream()
                .map(file -> file.number() + " " + streams.stream(file))
                .filter(line -> !line.endsWith(" 0"))
                .toList();
    }

    private int stream(TracedFile file) {
        if (file.path().startsWith("/commitlog/")) {
            return LOG;
        }
        if (file.path().startsWith("/row_cache/")) {
            return file.hint() == MEDIUM_HINT ? rowCache : Math.min(0, rowCache); // its journal has no hint
        }
        if (file.hint() < MEDIUM_HINT) {
            return 0;
        }
        return switch (file.hint()) {
            case MEDIUM_HINT -> FLUSH;
            case LONG_HINT -> FLUSH + 1;
            default -> FLUSH + Math.max(2, Math.min(TIERS, tierBySize(file)));
        };
    }

    private int tierBySize(TracedFile file) {
        String table = table(file.path());
        double flush = (double) flushedSectors.getOrDefault(table, 1L) / flushes.getOrDefault(table, 1);
        return (int) Math.round(Math.log(Math.max(1, sectors(file)) / Math.max(1, flush)) / Math.log(FAN_IN));
    }

    private long sectors(TracedFile file) {
        return sizes.getOrDefault(sstable(file.path()), 0L);
    }

    private static String sstable(String path) {
        return upTo('-', path);
    }

    private static String table(String path) {
        return upTo('/', path);
    }

    private static String upTo(char mark, String path) {
        int end = path.lastIndexOf(mark);
        return end < 0 ? path : path.substring(0, end);
    }
}
