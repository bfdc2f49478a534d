package org.ssdtier.benchmarks.schema.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.ssdtier.benchmarks.tier.probe.Figure;
import org.ssdtier.benchmarks.tier.probe.Samples;
import org.ssdtier.rowcache.cassandra.ImageForm;
import org.ssdtier.rowcache.compression.CompressedImageDescriptor;
import org.ssdtier.rowcache.compression.CompressionMode;
import org.ssdtier.rowcache.compression.CompressionPolicy;
import org.ssdtier.rowcache.compression.Compressor;
import org.ssdtier.rowcache.compression.Decompressor;
import org.ssdtier.rowcache.compression.ImageCompression;
import org.ssdtier.rowcache.compression.TableCompression;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The bytes of the images of one table's rows and the CPU time to make and read one, with compression off and auto. A
 * round makes all images in both ways, then reads all. The rows of the first round are the sample of the trial.
 */
final class CompressionCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final UUID TABLE = new UUID(1, 2);
    private static final int WARM_UP_ROUNDS = 3;
    /** Heap bytes of a row in memory, and those around its key and image outside the heap. */
    private static final long MEMORY_ROW_BYTES = 120 + 16;
    /** Bytes of a record on the SSD besides key and image: its header, and its entry in the footer of the segment. */
    private static final long RECORD_BYTES = 40 + 10;

    private final String name;
    private final ImageForm form;
    private final List<ImmutableBTreePartition> partitions;

    /** The last sum, so that the work for it is not optimized away. It changes when a better dictionary comes. */
    private volatile long compressedBytes;

    CompressionCost(String name, ImageForm form, List<ImmutableBTreePartition> partitions) {
        this.name = name;
        this.form = form;
        this.partitions = partitions;
    }

    /** The images of a round, and the nanoseconds to make all of them. */
    private record Made(List<ByteBuffer> images, long nanos) {
        long bytes() {
            return images.stream().mapToLong(ByteBuffer::remaining).sum();
        }
    }

    /**
     * Measures.
     *
     * @param goal least ratio of the bytes of images before and after; 0 for none
     */
    List<Figure> measure(int rounds, double goal) throws IOException {
        Samples encodeOff = new Samples();
        Samples encodeAuto = new Samples();
        Samples decodeOff = new Samples();
        Samples decodeAuto = new Samples();
        Made off = new Made(List.of(), 0);
        Made auto = off;
        try (ImageCompression none = open(CompressionMode.OFF);
                ImageCompression compression = open(CompressionMode.AUTO)) {
            TableCompression plain = none.table(TABLE);
            TableCompression compressed = compression.table(TABLE);
            for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
                off = encode(plain);
                auto = encode(compressed);
                long decodeOffNanos = decode(plain, off.images);
                long decodeAutoNanos = decode(compressed, auto.images);
                if (round >= 0) {
                    encodeOff.add((double) off.nanos / partitions.size());
                    encodeAuto.add((double) auto.nanos / partitions.size());
                    decodeOff.add((double) decodeOffNanos / partitions.size());
                    decodeAuto.add((double) decodeAutoNanos / partitions.size());
                }
            }
            requireSame(compressed, off.images, auto.images);
        }
        List<Figure> figures = new ArrayList<>(sizes(off, auto, goal));
        figures.add(figure("encode_ns_off", encodeOff, "CPU to make the image of a row"));
        figures.add(figure("encode_ns_auto", encodeAuto, "the same, and to compress it"));
        figures.add(figure("decode_ns_off", decodeOff, "CPU to read all values of an image"));
        figures.add(figure("decode_ns_auto", decodeAuto, "the same, and to decompress it"));
        return figures;
    }

    private static ImageCompression open(CompressionMode mode) {
        return ImageCompression.open(mode, CompressionPolicy.STANDARD, false, false, NanoClock.SYSTEM);
    }

    private List<Figure> sizes(Made off, Made auto, double goal) {
        double ratio = (double) off.bytes() / auto.bytes();
        long count = auto.images.stream()
                .filter(CompressedImageDescriptor::isCompressed)
                .count();
        String note = String.format(
                Locale.ROOT,
                "images compressed=%d of %d; with all overhead %.2f × the rows in memory, %.2f × on the SSD",
                count,
                auto.images.size(),
                inMemory(off) / inMemory(auto),
                onSsd(off) / onSsd(auto));
        Samples rows = Samples.of(ratio);
        return List.of(
                figure("image_bytes_off", Samples.of((double) off.bytes() / partitions.size()), "bytes of an image"),
                figure("image_bytes_auto", Samples.of((double) auto.bytes() / partitions.size()), "bytes of an image"),
                goal == 0
                        ? figure("rows_in_same_bytes", rows, note)
                        : Figure.atLeast("compression_" + name + "_rows_in_same_bytes", rows, goal, note));
    }

    private double inMemory(Made made) {
        return sum(made, MEMORY_ROW_BYTES);
    }

    private double onSsd(Made made) {
        return sum(made, RECORD_BYTES);
    }

    private double sum(Made made, long overheadBytes) {
        double bytes = 0;
        for (int row = 0; row < partitions.size(); row++) {
            int key = partitions.get(row).partitionKey().getKey().remaining();
            bytes += (overheadBytes + key + made.images.get(row).remaining() + 15) / 16 * 16;
        }
        return bytes;
    }

    private Figure figure(String what, Samples samples, String note) {
        return Figure.report("compression_" + name + "_" + what, samples, note);
    }

    /** Makes all images; copies them outside the measured time. */
    private Made encode(TableCompression compression) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        long bytes = 0;
        for (ImmutableBTreePartition partition : partitions) {
            try (UnfilteredRowIterator rows = partition.unfilteredIterator();
                    Compressor compressor = compression.compress(form.encode(rows))) {
                bytes += compressor == null ? 0 : compressor.bytes().remaining();
            }
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        List<ByteBuffer> images = new ArrayList<>(partitions.size());
        for (ImmutableBTreePartition partition : partitions) {
            try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
                ByteBuffer image = form.encode(rows);
                try (Compressor compressor = compression.compress(image)) {
                    ByteBuffer stored = compressor == null ? image : compressor.bytes();
                    images.add(ByteBuffer.allocateDirect(stored.remaining())
                            .put(stored.duplicate())
                            .flip());
                }
            }
        }
        compressedBytes = bytes;
        return new Made(images, nanos);
    }

    private long decode(TableCompression compression, List<ByteBuffer> images) throws IOException {
        ColumnFilter everything = ColumnFilter.all(partitions.get(0).metadata());
        long start = THREADS.getCurrentThreadCpuTime();
        int found = 0;
        for (int row = 0; row < images.size(); row++) {
            ByteBuffer image = images.get(row);
            if (CompressedImageDescriptor.isCompressed(image)) {
                try (Decompressor decompressor = compression.decompress(image)) {
                    found += decompressor == null || isEmpty(row, decompressor.bytes(), everything) ? 0 : 1;
                }
            } else {
                found += isEmpty(row, image, everything) ? 0 : 1;
            }
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        if (found != images.size()) {
            throw new IllegalStateException("images=" + found + ", expected " + images.size());
        }
        return nanos;
    }

    private boolean isEmpty(int row, ByteBuffer image, ColumnFilter filter) throws IOException {
        return form.decode(partitions.get(row).partitionKey(), image, filter).isEmpty();
    }

    private static void requireSame(TableCompression compression, List<ByteBuffer> off, List<ByteBuffer> auto)
            throws IOException {
        for (int row = 0; row < off.size(); row++) {
            ByteBuffer image = auto.get(row);
            if (CompressedImageDescriptor.isCompressed(image)) {
                try (Decompressor decompressor = compression.decompress(image)) {
                    image = decompressor == null ? image : decompressor.bytes();
                    if (!image.equals(off.get(row))) {
                        throw new IllegalStateException("row=" + row + ": another image after decompression");
                    }
                }
            }
        }
    }
}
