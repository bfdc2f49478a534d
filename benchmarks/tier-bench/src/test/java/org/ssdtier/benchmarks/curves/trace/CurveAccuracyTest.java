package org.ssdtier.benchmarks.curves.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RecoverOnStart;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.SteppedCache;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.rowcache.curve.Curve;
import org.ssdtier.rowcache.curve.CurvePoint;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.Zipf;
import org.ssdtier.ycsb.generator.ZipfKeys;

/**
 * A test of the live curve against the real cache: one cache that samples its reads predicts the hit ratios of caches of
 * other sizes, which then receive the same reads.
 */
@Tag("simulation")
final class CurveAccuracyTest {
    private static final UUID TABLE = new UUID(0x5500_0000_0000_4000L, 0x8000_0000_0000_0003L);
    private static final int ROWS = 60_000;
    private static final int KEY_BYTES = 25;
    private static final int IMAGE_BYTES = 400;
    private static final double MEMORY_SHARE = 0.01;
    private static final double SSD_SHARE = 0.06;
    private static final int WARM_UP = 6 * ROWS;
    private static final int MEASURED = 5 * ROWS;
    private static final double RATE = 1.0 / 6;
    private static final double MAX_ERROR = 0.02;
    /** Memory has a hundredth of the rows, so its miniatures have about a hundred. */
    private static final double MAX_MEMORY_ERROR = 0.05;

    /** The hit ratios of all tiers and of memory. */
    private record Hits(double all, double memory) {}

    @ParameterizedTest
    @ValueSource(strings = {"zipfian", "latest", "uniform", "hotspot"})
    void curve_distributionsOfYcsb_isThatOfTheRealCache(String distribution) {
        Curve curve = predict(distribution);
        assertEquals(0, curve.droppedSamples());
        Hits today = run(distribution, 1, 1);
        for (CurvePoint point : curve.ssd()) {
            Hits real = point.factor() == 1 ? today : run(distribution, 1, point.factor());
            check(distribution + " SSD", point, real);
        }
        for (CurvePoint point : curve.memory()) {
            Hits real = point.factor() == 1 ? today : run(distribution, point.factor(), 1);
            check(distribution + " memory", point, real);
        }
    }

    private static void check(String name, CurvePoint point, Hits real) {
        String what = name + " × " + point.factor() + ": " + point + " real=" + real;
        assertEquals(real.all, point.hitRatio(), MAX_ERROR, what);
        assertEquals(real.memory, point.memoryHitRatio(), MAX_MEMORY_ERROR, what);
    }

    private static Curve predict(String distribution) {
        try (SteppedCache stepped = SteppedCache.openSampling(memoryBytes(1), ssd(ROWS * SSD_SHARE), 1, RATE)) {
            LongSupplier rows = rows(distribution);
            for (int i = 0; i < WARM_UP + MEASURED; i++) {
                if (i == WARM_UP) {
                    stepped.cache().counters().samples().sampler().forgetReads();
                }
                read(stepped, rows.getAsLong());
                if (i % 256 == 0) {
                    stepped.cache().counters().samples().work(stepped.cache()::stats);
                }
            }
            return stepped.cache().counters().samples().curve();
        }
    }

    private static Hits run(String distribution, double memoryFactor, double ssdFactor) {
        try (SteppedCache stepped =
                SteppedCache.open(memoryBytes(memoryFactor), ssd(ROWS * SSD_SHARE * ssdFactor), 1)) {
            LongSupplier rows = rows(distribution);
            int hits = 0;
            int memoryHits = 0;
            for (int i = 0; i < WARM_UP + MEASURED; i++) {
                Tier tier = read(stepped, rows.getAsLong());
                hits += i >= WARM_UP && tier != null ? 1 : 0;
                memoryHits += i >= WARM_UP && tier == Tier.MEMORY ? 1 : 0;
            }
            return new Hits((double) hits / MEASURED, (double) memoryHits / MEASURED);
        }
    }

    /** Reads a row and publishes it on a miss; returns the tier that answered, or null. */
    private static Tier read(SteppedCache stepped, long row) {
        CachedTable table = stepped.cache().table(TABLE);
        RowKey key = key(table, row);
        long ticket = table.ticket();
        try (Image found = stepped.cache().get(key, ticket)) {
            if (found == null) {
                stepped.cache().publish(key, ticket, ByteBuffer.allocate(IMAGE_BYTES));
            }
            return found == null ? null : found.tier();
        } finally {
            stepped.step();
        }
    }

    private static LongSupplier rows(String distribution) {
        SplittableRandom random = new SplittableRandom(1);
        ZipfKeys zipfian = new ZipfKeys(0, ROWS, Zipf.YCSB_EXPONENT, 1);
        LatestKeys latest = new LatestKeys(0, () -> ROWS - 1, Zipf.YCSB_EXPONENT);
        int hot = ROWS / 5;
        return switch (distribution) {
            case "zipfian" -> () -> zipfian.next(random);
            case "latest" -> () -> latest.next(random);
            case "uniform" -> () -> random.nextInt(ROWS);
            case "hotspot" -> () -> random.nextDouble() < 0.8 ? random.nextInt(hot) : random.nextInt(hot, ROWS);
            default -> throw new IllegalArgumentException("distribution=" + distribution);
        };
    }

    private static RowKey key(CachedTable table, long row) {
        byte[] key = new byte[KEY_BYTES];
        ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).putLong(0, row);
        return new RowKey(table, key, Mix.of(row));
    }

    private static long memoryBytes(double factor) {
        try (SteppedCache scale = SteppedCache.open(1 << 20, null, 0)) {
            CachedTable table = scale.cache().table(TABLE);
            scale.cache().publish(key(table, 0), table.ticket(), ByteBuffer.allocate(IMAGE_BYTES));
            return Math.round(scale.cache().stats().memory().memoryBytes() * ROWS * MEMORY_SHARE * factor);
        }
    }

    private static SsdOptions ssd(double rows) {
        SsdSize size = SsdSize.of(Math.round(rows), KEY_BYTES, IMAGE_BYTES);
        return SsdOptions.of(
                        Path.of("unused"),
                        new SsdOptions.Geometry(size.capacityBytes(), size.segmentBytes(), 16 << 10, size.indexBytes()),
                        Admission.SECOND_SIGHT)
                .withRecovery(RecoverOnStart.NEVER)
                .withIoErrorThreshold(1);
    }
}
