package org.ssdtier.benchmarks.tier.probe;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.admission.Admission;

/**
 * A measurement of SSD hits in turn with raw reads of the same files by the same number of threads, of raw reads of two
 * pages in turn with those of one, and of device reads by look-ups of absent keys.
 */
final class SsdHitProbe {
    /** The default bytes of a value: those of the paper's rows. */
    static final int VALUE_BYTES = 400;

    private static final long SSD_BYTES = 1L << 30;
    /** Bytes of a record beside its value, at most: header, key, padding. */
    private static final int RECORD_BYTES = 96;

    private static final long ABSENT = 1L << 40;

    private final Path directory;
    private final Scale scale;
    private final int valueBytes;

    SsdHitProbe(Path directory, Scale scale, int valueBytes) {
        this.directory = directory;
        this.scale = scale;
        this.valueBytes = valueBytes;
    }

    List<Figure> run() throws Exception {
        List<Figure> figures = new ArrayList<>();
        // as many as the record needs; a hit reads one more if the record crosses the boundary of a page
        int pages = RawReads.pages(valueBytes + RECORD_BYTES);
        long entries = Math.min(scale.ssdHitEntries(), SSD_BYTES * 7 / 10 / (valueBytes + RECORD_BYTES));
        TierFixture.Size size = new TierFixture.Size(2 << 20, SSD_BYTES, 32 << 20, 32 << 20, valueBytes);
        try (TierFixture tier = TierFixture.open(directory, size, Admission.ALL, 0)) {
            tier.fill(entries);
            try (RawReads raw = new RawReads(directory, pages)) {
                figures.addAll(compare(tier, raw, entries, 1));
                figures.addAll(compare(tier, raw, entries, 16));
            }
            figures.add(twoPagesToOne(1));
            figures.add(twoPagesToOne(16));
            figures.add(falseReads(tier));
        } finally {
            TierFixture.delete(directory);
        }
        return figures;
    }

    /** Returns the rate of reads of 8 KiB to that of reads of 4 KiB: the cost of a record that crosses a page boundary. */
    private Figure twoPagesToOne(int threads) throws Exception {
        Samples ratios = new Samples();
        try (RawReads one = new RawReads(directory, 1);
                RawReads two = new RawReads(directory, 2)) {
            for (int round = -1; round < scale.rounds(); round++) {
                double oneRate = Loops.rate(threads, scale.roundSeconds(), round, one::reader);
                double twoRate = Loops.rate(threads, scale.roundSeconds(), round, two::reader);
                if (round >= 0) {
                    ratios.add(twoRate / oneRate);
                }
            }
        }
        return Figure.report("raw_8_kib_to_4_kib" + suffix(threads), ratios, "reads a second, in pairs of rounds");
    }

    private static String suffix(int threads) {
        return "_" + threads + (threads == 1 ? "_thread" : "_threads");
    }

    private List<Figure> compare(TierFixture tier, RawReads raw, long entries, int threads) throws Exception {
        Samples rawRates = new Samples();
        Samples ourRates = new Samples();
        Samples ratios = new Samples();
        SsdStats before = tier.ssd();
        CacheStats.Lookups lookupsBefore = tier.cache.stats().lookups();
        for (int round = -1; round < scale.rounds(); round++) {
            double rawRate = Loops.rate(threads, scale.roundSeconds(), round, raw::reader);
            double ourRate = Loops.rate(threads, scale.roundSeconds(), round, random -> reader(tier, entries, random));
            if (round >= 0) {
                rawRates.add(rawRate);
                ourRates.add(ourRate);
                ratios.add(ourRate / rawRate);
            }
        }
        CacheStats.Lookups lookups = tier.cache.stats().lookups();
        double hits = lookups.ssdHits() - lookupsBefore.ssdHits();
        double misses = lookups.misses() - lookupsBefore.misses();
        double deviceReads = tier.ssd().device().deviceReads() - before.device().deviceReads();
        String suffix = suffix(threads);
        return List.of(
                Figure.report(
                        "raw_reads_per_second" + suffix,
                        rawRates,
                        "O_DIRECT reads of the segment files, " + raw.bytes() + " bytes each"),
                Figure.report("ssd_hits_per_second" + suffix, ourRates, "look-up, read, check, promotion to memory"),
                Figure.atLeast("ssd_hits_to_raw" + suffix, ratios, 0.95, "pairs of neighbouring rounds"),
                // a miss needs no read of the device: without this, lost entries would look like speed
                Figure.atMost(
                        "misses_per_ssd_hit" + suffix,
                        Samples.of(misses / hits),
                        0.01,
                        String.format("%.0f misses of keys that were put", misses)),
                Figure.atMost(
                        "device_reads_per_ssd_hit" + suffix,
                        Samples.of(deviceReads / hits),
                        1.001,
                        String.format("%.0f reads, %.0f hits", deviceReads, hits)));
    }

    private static Loops.Operation reader(TierFixture tier, long entries, SplittableRandom random) {
        return () -> {
            try (Image image = tier.cache.get(tier.key(random.nextLong(entries)), tier.table.ticket())) {
                if (image != null && image.lengthBytes() == 0) {
                    throw new IllegalStateException("an empty image");
                }
            }
        };
    }

    private Figure falseReads(TierFixture tier) {
        SplittableRandom random = new SplittableRandom(7);
        long before = tier.ssd().device().falseDeviceReads();
        long lookups = scale.absentLookups();
        for (long lookup = 0; lookup < lookups; lookup++) {
            Image image = tier.cache.get(tier.key(ABSENT + random.nextLong(ABSENT)), tier.table.ticket());
            if (image != null) {
                throw new IllegalStateException("a foreign image");
            }
        }
        double perLookup = (double) (tier.ssd().device().falseDeviceReads() - before) / lookups;
        return Figure.atMost(
                "false_device_reads_per_absent_lookup",
                Samples.of(perLookup),
                3e-4,
                String.format(
                        "%d look-ups of absent keys, index fill %.2f",
                        lookups, tier.ssd().indexFill()));
    }
}
