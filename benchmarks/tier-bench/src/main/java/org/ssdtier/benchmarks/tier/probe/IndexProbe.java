package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.index.IndexMemory;

/**
 * A measurement of a full index: bytes per entry, false reads, invalidation of a key and of a table, stop and warm
 * start, files, and heap.
 */
final class IndexProbe {
    private static final double FILL = 0.87;
    private static final int IMAGE_BYTES = 40;
    /** A record of a small image, its entry in the footer, and some room. */
    private static final int BYTES_PER_ROW = 144;

    private static final int INDEX_BYTES_STEP = 64 << 10;
    private static final byte[] DIGEST = {2};

    private final Path directory;
    private final Scale scale;
    private final long entries;

    /**
     * Creates the measurement.
     *
     * @param entries number of rows on the SSD
     */
    IndexProbe(Path directory, Scale scale, long entries) {
        this.directory = directory;
        this.scale = scale;
        this.entries = entries;
    }

    List<Figure> run() throws Exception {
        List<Figure> figures = new ArrayList<>();
        long indexBytes = indexBytes();
        TierFixture.Size size = new TierFixture.Size(
                1 << 20, entries * BYTES_PER_ROW + (256L << 20), 32 << 20, indexBytes, IMAGE_BYTES);
        try {
            try (TierFixture tier = TierFixture.open(directory, size, Admission.SECOND_SIGHT, 0)) {
                long fillNanos = System.nanoTime();
                tier.fill(entries);
                double fillSeconds = (System.nanoTime() - fillNanos) / 1e9;
                figures.addAll(full(tier.ssd()));
                figures.add(Figure.report(
                        "rows_written_per_second",
                        Samples.of(entries / fillSeconds),
                        "published and written, one thread"));
                figures.add(heap());
                figures.add(falseReads(tier));
                long stopNanos = System.nanoTime();
                tier.cache.cleanStop(TierFixture.IDENTITY, id -> DIGEST);
                figures.add(Figure.report(
                        "clean_stop_seconds",
                        Samples.of((System.nanoTime() - stopNanos) / 1e9),
                        "memory written to the SSD, the index saved"));
            }
            figures.addAll(files());
            long startNanos = System.nanoTime();
            try (TierFixture tier = TierFixture.open(directory, size, Admission.SECOND_SIGHT, 0)) {
                tier.cache.confirm(tier.table, DIGEST);
                tier.awaitOnline();
                double seconds = (System.nanoTime() - startNanos) / 1e9;
                figures.add(Figure.atMost(
                        "warm_start_seconds",
                        Samples.of(seconds),
                        2.0,
                        tier.ssd().index().entries() + " entries ready after a clean stop"));
                figures.add(sampleHits(tier));
                figures.add(invalidation(tier));
                figures.add(tableInvalidation(tier));
            }
        } finally {
            TierFixture.delete(directory);
        }
        return figures;
    }

    /** Returns the heap in use with the index full. */
    private static Figure heap() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return Figure.report(
                "heap_used_mib",
                Samples.of(memory.getHeapMemoryUsage().getUsed() / (double) (1 << 20)),
                "heap of the whole process after a collection, with a full index");
    }

    /** Returns the number of segments, and the bytes of the other files, after a clean stop. */
    private List<Figure> files() throws IOException {
        long segments = 0;
        long otherBytes = 0;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (file.getFileName().toString().startsWith("segment-")) {
                    segments++;
                } else {
                    otherBytes += Files.size(file);
                }
            }
        }
        return List.of(
                Figure.report("segment_files", Samples.of(segments), "each is open while the node runs"),
                Figure.report(
                        "saved_index_bytes_per_entry",
                        Samples.of((double) otherBytes / entries),
                        "files beside the segments after a clean stop"));
    }

    private List<Figure> full(SsdStats stats) {
        String note = String.format(
                "%d of %d published entries in the index", stats.index().entries(), entries);
        return List.of(
                Figure.report("index_entries", Samples.of(stats.index().entries()), note),
                Figure.atLeast("index_fill", Samples.of(stats.indexFill()), 0.85, note),
                Figure.atMost(
                        "index_bytes_per_entry",
                        Samples.of(stats.indexBytesPerEntry()),
                        10,
                        "index, epochs and ghost filter"),
                Figure.report(
                        "index_displaced_share",
                        Samples.of((double) stats.index().indexDisplaced() / entries),
                        "entries that lost their place because both of their buckets were full"));
    }

    /** Returns the memory of the smallest index whose table has this fill, so that figures of all sizes are comparable. */
    private long indexBytes() {
        long tableBytes = (long) (entries / FILL * Long.BYTES);
        long indexBytes = tableBytes;
        while (IndexMemory.of(indexBytes).entryBytes() < tableBytes) {
            indexBytes += INDEX_BYTES_STEP;
        }
        return indexBytes;
    }

    private Figure falseReads(TierFixture tier) {
        SplittableRandom random = new SplittableRandom(11);
        long before = tier.ssd().device().falseDeviceReads();
        long lookups = scale.absentLookups();
        for (long lookup = 0; lookup < lookups; lookup++) {
            Image image = tier.cache.get(tier.key((1L << 40) + random.nextLong(1L << 40)), tier.table.ticket());
            if (image != null) {
                throw new IllegalStateException("a foreign image");
            }
        }
        double perLookup = (double) (tier.ssd().device().falseDeviceReads() - before) / lookups;
        return Figure.atMost(
                "false_device_reads_per_absent_lookup_full_index",
                Samples.of(perLookup),
                3e-4,
                String.format("%d look-ups, fill %.2f", lookups, tier.ssd().indexFill()));
    }

    private Figure sampleHits(TierFixture tier) {
        SplittableRandom random = new SplittableRandom(3);
        int tries = 10_000;
        int hits = 0;
        for (int attempt = 0; attempt < tries; attempt++) {
            try (Image image = tier.cache.get(tier.key(random.nextLong(entries)), tier.table.ticket())) {
                hits += image == null ? 0 : 1;
            }
        }
        return Figure.report(
                "warm_start_hit_ratio", Samples.of((double) hits / tries), tries + " random keys after the warm start");
    }

    private Figure invalidation(TierFixture tier) {
        SplittableRandom random = new SplittableRandom(5);
        int drops = 1_000_000;
        long bytesBefore = tier.ssd().device().bytesWritten();
        long readsBefore = tier.ssd().device().deviceReads();
        long[] nanos = new long[drops];
        for (int warm = 0; warm < 200_000; warm++) {
            tier.cache.drop(tier.key(random.nextLong(entries)));
        }
        for (int drop = 0; drop < drops; drop++) {
            var key = tier.key(random.nextLong(entries));
            long start = System.nanoTime();
            tier.cache.drop(key);
            nanos[drop] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        long io = tier.ssd().device().bytesWritten()
                - bytesBefore
                + tier.ssd().device().deviceReads()
                - readsBefore;
        return Figure.atMost(
                "invalidation_p99_us",
                Samples.of(nanos[(int) (drops * 0.99)] / 1e3),
                2.0,
                String.format(
                        "%d drops, p50 %.2f µs; device reads and bytes written meanwhile: %d",
                        drops, nanos[drops / 2] / 1e3, io));
    }

    private static Figure tableInvalidation(TierFixture tier) {
        long entries = tier.ssd().index().entries();
        long start = System.nanoTime();
        tier.cache.purge(tier.table);
        double millis = (System.nanoTime() - start) / 1e6;
        return Figure.atMost(
                "table_invalidation_ms", Samples.of(millis), 50, "of a table with " + entries + " entries");
    }
}
