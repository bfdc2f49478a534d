package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.admission.Admission;
import org.ssdtier.segmentlog.LogReport;
import org.ssdtier.segmentlog.LogReport.Content;
import org.ssdtier.segmentlog.LogReport.SegmentReport;
import org.ssdtier.segmentlog.SegmentLogInspector;

/**
 * A measurement of the share of the device's bytes that are records and rows, for rows of one size at a time, in full
 * segments of the default size; and of what a hit reads for it.
 */
final class DensityProbe {
    private static final int[] ROW_BYTES = {100, 400, 700, 1_000, 1_350, 2_000, 4_000, 16_384, 65_536};
    /** The smallest rows with a target: below, the padding to 16 bytes and the footer are a larger share. */
    private static final int LEAST_BYTES_WITH_TARGET = 1_000;

    private static final double TARGET = 0.97;
    private static final int SEGMENT_BYTES = 32 << 20;
    private static final long SSD_BYTES = 6L * SEGMENT_BYTES;
    /** Bytes of a record beside its row, at most. */
    private static final int RECORD_BYTES = 96;
    /** Two full segments, and some more for the rows that stay in memory. */
    private static final long WRITTEN_BYTES = SEGMENT_BYTES * 5L / 2;

    private static final long HITS = 20_000;

    private final Path directory;

    DensityProbe(Path directory) {
        this.directory = directory;
    }

    List<Figure> run() throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (int rowBytes : ROW_BYTES) {
            figures.addAll(measure(rowBytes));
        }
        return figures;
    }

    private List<Figure> measure(int rowBytes) throws Exception {
        TierFixture.Size size = new TierFixture.Size(2 << 20, SSD_BYTES, SEGMENT_BYTES, 16 << 20, rowBytes);
        long rows = WRITTEN_BYTES / (rowBytes + RECORD_BYTES);
        List<Figure> figures = new ArrayList<>();
        try {
            try (TierFixture tier = TierFixture.open(directory, size, Admission.ALL, 0)) {
                tier.fill(rows);
                figures.addAll(hits(tier, rows, rowBytes));
            }
            figures.addAll(0, shares(rowBytes));
        } finally {
            TierFixture.delete(directory);
        }
        return figures;
    }

    /** Returns the shares in the segments that were filled to their ends. */
    private List<Figure> shares(int rowBytes) throws IOException {
        LogReport report = SegmentLogInspector.inspect(directory);
        List<SegmentReport> full = new ArrayList<>(report.segments().stream()
                .filter(segment -> segment.content() != Content.FREE)
                .sorted(Comparator.comparingInt(SegmentReport::sequence))
                .toList());
        if (full.size() < 2 || !report.isSound()) {
            throw new IOException("segments=" + full.size() + " problems=" + report.problems());
        }
        full.remove(full.size() - 1); // the last one was not filled to its end
        double deviceBytes = (double) full.size() * SEGMENT_BYTES;
        Samples records = new Samples();
        Samples rows = new Samples();
        for (SegmentReport segment : full) {
            records.add((double) segment.recordBytes() / SEGMENT_BYTES);
            rows.add((double) segment.validRecords() * rowBytes / SEGMENT_BYTES);
        }
        String note = String.format("%.0f MiB of full segments", deviceBytes / (1 << 20));
        String name = "density_records_" + rowBytes + "_bytes";
        return List.of(
                rowBytes < LEAST_BYTES_WITH_TARGET
                        ? Figure.report(name, records, note)
                        : Figure.atLeast(name, records, TARGET, note),
                Figure.report("density_rows_" + rowBytes + "_bytes", rows, note + "; without keys and headers"));
    }

    private static List<Figure> hits(TierFixture tier, long rows, int rowBytes) {
        SplittableRandom random = new SplittableRandom(rowBytes);
        SsdStats before = tier.ssd();
        long hitsBefore = tier.cache.stats().lookups().ssdHits();
        for (long lookup = 0; lookup < HITS; lookup++) {
            try (Image image = tier.cache.get(tier.key(random.nextLong(rows)), tier.table.ticket())) {
                if (image != null && image.lengthBytes() != rowBytes) {
                    throw new IllegalStateException("image bytes=" + image.lengthBytes());
                }
            }
        }
        double hits = tier.cache.stats().lookups().ssdHits() - hitsBefore;
        double reads = tier.ssd().device().deviceReads() - before.device().deviceReads();
        double pages =
                (double) (tier.ssd().device().bytesRead() - before.device().bytesRead()) / RawReads.PAGE_BYTES;
        String note = String.format("%.0f hits", hits);
        return List.of(
                Figure.atMost(
                        "density_device_reads_per_hit_" + rowBytes + "_bytes", Samples.of(reads / hits), 1.001, note),
                Figure.report("density_pages_per_hit_" + rowBytes + "_bytes", Samples.of(pages / hits), note));
    }
}
