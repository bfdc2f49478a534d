package org.ssdtier.benchmarks.experiment;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.benchmarks.device.TracedRead;

/**
 * The reads of the disk of the SSTables by who asked for them and where they went, per request of the clients. They are counted
 * as threads ask for them, a few more than reach the disk, because the kernel merges some.
 *
 * @param data reads of {@code Data.db} by threads that answer clients, without {@code continued}
 * @param continued the same, right behind what the thread read before: the rest of a chunk
 * @param index reads of {@code Index.db}, {@code Partitions.db} and {@code Rows.db} by such threads
 * @param others reads of other files by such threads
 * @param fileSystem reads of no file by such threads
 * @param compaction reads by compactions
 * @param background reads by all other threads
 * @param sstablesPerRead SSTables that a read merged, on average of all reads; one that a row cache answered merges none
 */
record DiskReads(
        double data,
        double continued,
        double index,
        double others,
        double fileSystem,
        double compaction,
        double background,
        double sstablesPerRead) {
    /** The longest gap, in sectors of 512 bytes, between two reads of which one continues the other. */
    private static final long GAP = 8;

    /** The kernel keeps 15 characters of a thread's name. */
    private static final List<String> ANSWERING = List.of("ReadStage", "Native-Transpor");

    private static final String COMPACTING = "CompactionExecu";

    /** A kind of read. */
    private enum Kind {
        DATA,
        CONTINUED,
        INDEX,
        OTHERS,
        FILE_SYSTEM,
        COMPACTION,
        BACKGROUND
    }

    /**
     * Counts reads.
     *
     * @param requests number of the clients' requests meanwhile
     */
    static DiskReads of(List<TracedRead> reads, long requests, double sstablesPerRead) {
        Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
        Map<Integer, TracedRead> lastOfThread = new HashMap<>();
        for (TracedRead read : reads) {
            TracedRead last = lastOfThread.put(read.threadId(), read);
            counts.merge(kind(read, last != null && continues(read, last)), 1, Integer::sum);
        }
        double each = Math.max(1, requests);
        return new DiskReads(
                counts.getOrDefault(Kind.DATA, 0) / each,
                counts.getOrDefault(Kind.CONTINUED, 0) / each,
                counts.getOrDefault(Kind.INDEX, 0) / each,
                counts.getOrDefault(Kind.OTHERS, 0) / each,
                counts.getOrDefault(Kind.FILE_SYSTEM, 0) / each,
                counts.getOrDefault(Kind.COMPACTION, 0) / each,
                counts.getOrDefault(Kind.BACKGROUND, 0) / each,
                sstablesPerRead);
    }

    private static boolean continues(TracedRead read, TracedRead last) {
        long gap = read.sector() - last.end();
        return read.file().equals(last.file()) && gap >= 0 && gap <= GAP;
    }

    private static Kind kind(TracedRead read, boolean isContinued) {
        if (read.thread().startsWith(COMPACTING)) {
            return Kind.COMPACTION;
        }
        if (ANSWERING.stream().noneMatch(read.thread()::startsWith)) {
            return Kind.BACKGROUND;
        }
        if (read.file().isEmpty()) {
            return Kind.FILE_SYSTEM;
        }
        return switch (component(read.file())) {
            case "Data.db" -> isContinued ? Kind.CONTINUED : Kind.DATA;
            case "Index.db", "Partitions.db", "Rows.db" -> Kind.INDEX;
            default -> Kind.OTHERS;
        };
    }

    /** Returns the component of an SSTable's file, such as {@code Data.db} of {@code nb-1-big-Data.db}. */
    private static String component(String file) {
        return file.substring(file.lastIndexOf('-') + 1);
    }

    /** Returns the reads by threads that answer clients. */
    double ofClients() {
        return data + continued + index + others + fileSystem;
    }
}
