package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.FileUtils;
import org.apache.cassandra.schema.CompressionParams;

/**
 * Chooses how the rows of one SSTable are written by measuring: now and then some rows are written in every way, and each sample is
 * compressed as the SSTable is, chunk by chunk. The uniform layout is cheaper to read, so the cells' must be smaller by more than a
 * little; and if neither saves more than a little, rows are left as Cassandra has them, which is cheapest to write.
 */
final class LayoutSampler {
    /** How a row with a schema may be written. */
    enum Form {
        /** With its own names. */
        STOCK,
        /** See {@link RowLayout#CELLS}. */
        CELLS,
        /** See {@link RowLayout#UNIFORM}. */
        UNIFORM
    }

    /**
     * How much is sampled.
     *
     * @param first after so many bytes the first sample is looked at, and each time it has doubled: a small SSTable is to be
     *     chosen for, too
     * @param whole bytes of a sample
     * @param between bytes of rows between two samples
     */
    record Sizes(int first, int whole, long between) {}

    private static final Sizes USUAL = new Sizes(8 << 10, 64 << 10, 8 << 20);
    private static final int LITTLE_DIVISOR = 100;

    private final LayoutChoice choice;
    private final CompressionParams compression;
    private final Map<Form, DataOutputBuffer> samples = new EnumMap<>(Form.class);
    private final Sizes sizes;
    private int sampleBytes;
    private long bytesToNextSample;
    private Form preferred;

    LayoutSampler(LayoutChoice choice, CompressionParams compression) {
        this(choice, compression, USUAL);
    }

    /** With other sizes than usual. */
    LayoutSampler(LayoutChoice choice, CompressionParams compression, Sizes sizes) {
        this.choice = choice;
        this.compression = compression;
        this.sizes = sizes;
        this.sampleBytes = sizes.first;
        this.preferred = choice == LayoutChoice.CELLS ? Form.CELLS : Form.UNIFORM;
    }

    /** Whether any row is to be in the uniform layout. */
    boolean asksForUniform() {
        return choice != LayoutChoice.CELLS;
    }

    /** How the next row is to be written, if it has a schema and may be uniform. */
    Form preferred() {
        return preferred;
    }

    /** Whether rows are left as they are for now, so that nobody need look for their schemas. */
    boolean leavesRows() {
        return preferred == Form.STOCK && !isSampling();
    }

    /** Whether the next row is to be written to all samples, too. */
    boolean isSampling() {
        return choice == LayoutChoice.AUTO && bytesToNextSample <= 0;
    }

    /** Where rows of the sample go. */
    DataOutputBuffer sample(Form form) {
        return samples.computeIfAbsent(form, first -> new DataOutputBuffer(sizes.whole));
    }

    /** A row was written to all samples. */
    void sampled() throws IOException {
        if (sample(Form.CELLS).position() < sampleBytes) {
            return;
        }
        preferred = smallest();
        if (sampleBytes < sizes.whole) {
            sampleBytes *= 2;
        } else {
            samples.clear();
            bytesToNextSample = sizes.between;
        }
    }

    private Form smallest() throws IOException {
        long cells = stored(sample(Form.CELLS));
        long uniform = stored(sample(Form.UNIFORM));
        long stock = stored(sample(Form.STOCK));
        Form ours = uniform <= cells + cells / LITTLE_DIVISOR ? Form.UNIFORM : Form.CELLS;
        return Math.min(cells, uniform) > stock - stock / LITTLE_DIVISOR ? Form.STOCK : ours;
    }

    /** So many bytes of rows were written that have a schema, or are left as they are. */
    void written(long bytes) {
        bytesToNextSample -= bytes;
    }

    /** The bytes that a sample takes on disk. */
    private long stored(DataOutputBuffer sample) throws IOException {
        ICompressor compressor = compression.getSstableCompressor();
        ByteBuffer all = sample.asNewBuffer();
        if (compressor == null) {
            return all.remaining();
        }
        int chunk = compression.chunkLength();
        ByteBuffer in = compressor.preferredBufferType().allocate(chunk);
        ByteBuffer out = compressor.preferredBufferType().allocate(compressor.initialCompressedBufferLength(chunk));
        try {
            long bytes = 0;
            while (all.hasRemaining()) {
                int length = Math.min(chunk, all.remaining());
                in.clear().put(all.slice(all.position(), length)).flip();
                all.position(all.position() + length);
                out.clear();
                compressor.compress(in, out);
                bytes += Math.min(out.position(), length);
            }
            return bytes;
        } finally {
            FileUtils.clean(in);
            FileUtils.clean(out);
        }
    }
}
