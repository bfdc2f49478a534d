package org.ssdtier.benchmarks.schema.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.Partition;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.benchmarks.tier.probe.Figure;
import org.ssdtier.benchmarks.tier.probe.Samples;
import org.ssdtier.catalogue.cassandra.ProbeCatalogue;
import org.ssdtier.node.CatalogueImageSchemas;
import org.ssdtier.rowcache.cassandra.ImageForm;

/**
 * A measurement of the row images of a data set's partitions, with names and as on a node with a catalogue. A miss
 * encodes an image after its read of the SSTables; a hit decodes it. Each round does both with every partition.
 */
final class ImageProbe {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TableMetadata table;
    private final List<ImmutableBTreePartition> partitions;
    private final ImageForm named;
    private final ImageForm referring;

    ImageProbe(TableMetadata table, List<ImmutableBTreePartition> partitions) {
        this.table = table;
        this.partitions = partitions;
        this.named = new ImageForm(table, null);
        this.referring = new ImageForm(table, new CatalogueImageSchemas());
    }

    /**
     * Runs the measurement. Flushes the table's rows once before, so that the catalogue has definitions of their
     * shapes.
     *
     * @param slice filter of an additional decoding of part of a row, or empty
     */
    List<Figure> run(Path directory, EncodingStats stats, Rounds rounds, List<ColumnFilter> slice) throws IOException {
        try (ProbeCatalogue catalogue =
                        ProbeCatalogue.open(directory.resolve("catalogue"), table.keyspace, table.name);
                WrittenTable written = new WrittenTable(Variant.FLUSHED, table, directory.resolve("flushed"))) {
            written.flush(partitions, stats);
            List<Images> kept = new ArrayList<>();
            for (int round = -rounds.warmUp(); round < rounds.counted(); round++) {
                Images images = measure(slice);
                if (round >= 0) {
                    kept.add(images);
                }
            }
            return figures(kept, catalogue.known(), !slice.isEmpty());
        }
    }

    private Images measure(List<ColumnFilter> slice) throws IOException {
        Form stock = new Form(named);
        Form ours = new Form(referring);
        stock.encode();
        ours.encode();
        ColumnFilter everything = ColumnFilter.all(table);
        long[] nanos = {stock.decode(everything), ours.decode(everything), 0, 0};
        for (ColumnFilter filter : slice) {
            nanos[2] = stock.decode(filter);
            nanos[3] = ours.decode(filter);
        }
        ours.requireSameAs(stock);
        return new Images(
                stock.bytes,
                ours.bytes,
                ours.withIds,
                ratio(ours.encodeNanos, stock.encodeNanos),
                ratio(nanos[1], nanos[0]),
                ratio(nanos[3], nanos[2]),
                stock.encodeNanos,
                nanos[0]);
    }

    private static double ratio(long ours, long stock) {
        return stock == 0 ? 0 : (double) ours / stock;
    }

    private List<Figure> figures(List<Images> kept, int definitions, boolean isSliced) {
        int count = partitions.size();
        Images any = kept.get(0);
        double bytes = (double) any.stockBytes / count;
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.report(
                "image_bytes",
                Samples.of((double) any.bytes / any.stockBytes),
                note("%,.0f bytes per image with names, %,.0f with a catalogue", bytes, (double) any.bytes / count)));
        figures.add(Figure.report(
                "image_with_ids",
                Samples.of((double) any.withIds / count),
                note("fraction of %,.0f images, %,.0f definitions known", count, definitions)));
        Samples encode = new Samples();
        Samples decode = new Samples();
        Samples slice = new Samples();
        Samples encodeNanos = new Samples();
        Samples decodeNanos = new Samples();
        for (Images images : kept) {
            encode.add(images.encode);
            decode.add(images.decode);
            slice.add(images.slice);
            encodeNanos.add((double) images.stockEncodeNanos / count);
            decodeNanos.add((double) images.stockDecodeNanos / count);
        }
        String unit = "CPU per image, %,.0f ns with names";
        figures.add(Figure.report("image_cpu_encode", encode, note(unit, encodeNanos.median())));
        figures.add(Figure.report("image_cpu_decode", decode, note(unit, decodeNanos.median())));
        if (isSliced) {
            figures.add(Figure.report("image_cpu_slice", slice, "CPU to decode one key of a map of every row"));
        }
        return figures;
    }

    private static String note(String format, double... numbers) {
        Object[] boxed = new Object[numbers.length];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = numbers[i];
        }
        return String.format(Locale.ROOT, format, boxed);
    }

    /** The images of all partitions in one form. */
    private final class Form {
        private final ImageForm form;
        private final List<ByteBuffer> images = new ArrayList<>(partitions.size());
        private long encodeNanos;
        private long bytes;
        private long withIds;

        Form(ImageForm form) {
            this.form = form;
        }

        /** Encodes all images once to measure the time, and once more to keep them. */
        void encode() throws IOException {
            long start = THREADS.getCurrentThreadCpuTime();
            for (ImmutableBTreePartition partition : partitions) {
                bytes += encode(partition).remaining();
            }
            encodeNanos = THREADS.getCurrentThreadCpuTime() - start;
            for (ImmutableBTreePartition partition : partitions) {
                ByteBuffer image = encode(partition);
                withIds += ImageForm.hasSchemaIds(image) ? 1 : 0;
                images.add(
                        ByteBuffer.allocateDirect(image.remaining()).put(image).flip());
            }
        }

        private ByteBuffer encode(ImmutableBTreePartition partition) throws IOException {
            try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
                return form.encode(rows);
            }
        }

        long decode(ColumnFilter filter) throws IOException {
            long start = THREADS.getCurrentThreadCpuTime();
            int rows = 0;
            for (int i = 0; i < images.size(); i++) {
                rows += decoded(i, filter).isEmpty() ? 0 : 1;
            }
            long nanos = THREADS.getCurrentThreadCpuTime() - start;
            if (rows != images.size()) {
                throw new IllegalStateException("partitions=" + rows + ", expected " + images.size());
            }
            return nanos;
        }

        private Partition decoded(int index, ColumnFilter filter) throws IOException {
            return form.decode(partitions.get(index).partitionKey(), images.get(index), filter);
        }

        /** Compares the decoded images of both forms for some partitions. */
        void requireSameAs(Form other) throws IOException {
            ColumnFilter everything = ColumnFilter.all(table);
            for (int i = 0; i < images.size(); i += 1 + images.size() / 100) {
                String mine = text(decoded(i, everything));
                if (!mine.equals(text(other.decoded(i, everything)))
                        || images.get(i).remaining() > other.images.get(i).remaining()) {
                    throw new IllegalStateException("the images of " + mine + " differ, or the one with IDs is longer");
                }
            }
        }

        private String text(Partition partition) {
            StringBuilder text = new StringBuilder();
            try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
                rows.forEachRemaining(row -> text.append(row.toString(table, true)));
            }
            return text.toString();
        }
    }

    /**
     * The figures of one round.
     *
     * @param stockBytes size of all images with names
     * @param bytes size of all images
     * @param withIds number of images with schema IDs
     * @param encode ratio of the CPU time for encoding to that with names
     * @param decode ratio of the CPU time for decoding whole images to that with names
     * @param slice ratio of the CPU time for decoding one key of a map to that with names
     * @param stockEncodeNanos CPU time for encoding all images with names
     * @param stockDecodeNanos CPU time for decoding all images with names
     */
    private record Images(
            long stockBytes,
            long bytes,
            long withIds,
            double encode,
            double decode,
            double slice,
            long stockEncodeNanos,
            long stockDecodeNanos) {}
}
