package org.ssdtier.benchmarks.tier.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.admission.Admission;

/**
 * A measurement of a full index: bytes per entry, false reads, invalidation of a key and of a table, and the warm
 * start.
 */
final class IndexProbe {
    private static final double FILL = 0.87;
    private static final int IMAGE_BYTES = 40;
    private static final int FIXED_INDEX_BYTES = 4 << 20;
    private static final byte[] DIGEST = {2};

    private final Path directory;
    private final Scale scale;

    IndexProbe(Path directory, Scale scale) {
        this.directory = directory;
        this.scale = scale;
    }

    List<Figure> run() throws Exception {
        List<Figure> figures = new ArrayList<>();
        long entries = scale.indexEntries();
        long indexBytes = (long) (entries / FILL * Long.BYTES) + FIXED_INDEX_BYTES;
        TierFixture.Size size =
                new TierFixture.Size(1 << 20, entries * 128 + (256L << 20), 32 << 20, indexBytes, IMAGE_BYTES);
        try {
            try (TierFixture tier = TierFixture.open(directory, size, Admission.SECOND_SIGHT, 0)) {
                tier.fill(entries);
                figures.addAll(full(tier.ssd(), entries));
                figures.add(falseReads(tier));
                tier.cache.cleanStop(TierFixture.IDENTITY, id -> DIGEST);
            }
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
                figures.add(sampleHits(tier, entries));
                figures.add(invalidation(tier, entries));
                figures.add(tableInvalidation(tier));
            }
        } finally {
            TierFixture.delete(directory);
        }
        return figures;
    }

    private static List<Figure> full(SsdStats stats, long entries) {
        String note = String.format(
                "%d of %d published entries in the index", stats.index().entries(), entries);
        return List.of(
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

    private static Figure sampleHits(TierFixture tier, long entries) {
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

    private static Figure invalidation(TierFixture tier, long entries) {
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
