package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.FileUtils;
import org.apache.cassandra.schema.CompressionParams;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the layout of the rows of one SSTable by measuring: now and then some rows are written in both layouts, and each
 * sample is compressed as the table is, chunk by chunk. The uniform layout is cheaper to read, so the other must be smaller by
 * more than a little.
 */
final class LayoutSampler {
    private static final int SAMPLE_BYTES = 64 << 10;
    private static final long BYTES_BETWEEN_SAMPLES = 8 << 20;
    private static final int CELLS_GAIN_DIVISOR = 100;

    private final LayoutChoice choice;
    private final CompressionParams compression;
    private @Nullable DataOutputBuffer cells;
    private @Nullable DataOutputBuffer uniform;
    private long bytesToNextSample;
    private boolean prefersUniform = true;

    LayoutSampler(LayoutChoice choice, CompressionParams compression) {
        this.choice = choice;
        this.compression = compression;
    }

    /** Whether any row is to be in the uniform layout. */
    boolean asksForUniform() {
        return choice != LayoutChoice.CELLS;
    }

    /** Whether the next row is to be in the uniform layout. */
    boolean prefersUniform() {
        return choice == LayoutChoice.UNIFORM || (choice == LayoutChoice.AUTO && prefersUniform);
    }

    /** Whether the next row is to be written to both samples, too. */
    boolean isSampling() {
        return choice == LayoutChoice.AUTO && bytesToNextSample <= 0;
    }

    DataOutputBuffer cellsSample() {
        if (cells == null) {
            cells = new DataOutputBuffer(SAMPLE_BYTES);
        }
        return cells;
    }

    DataOutputBuffer uniformSample() {
        if (uniform == null) {
            uniform = new DataOutputBuffer(SAMPLE_BYTES);
        }
        return uniform;
    }

    /** A row was written to both samples. */
    void sampled() throws IOException {
        if (cellsSample().position() < SAMPLE_BYTES) {
            return;
        }
        long cellsBytes = stored(cellsSample());
        long uniformBytes = stored(uniformSample());
        prefersUniform = uniformBytes <= cellsBytes + cellsBytes / CELLS_GAIN_DIVISOR;
        cells = null;
        uniform = null;
        bytesToNextSample = BYTES_BETWEEN_SAMPLES;
    }

    /** So many bytes of rows with a schema were written. */
    void written(int bytes) {
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
