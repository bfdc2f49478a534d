package org.ssdtier.catalogue.cassandra.estimate;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.FileUtils;
import org.apache.cassandra.schema.CompressionParams;
import org.jspecify.annotations.Nullable;

/** A counter of the bytes that {@code Data.db} would have: it compresses what is written, chunk by chunk, and drops it. */
final class ChunkCounter implements AutoCloseable {
    private static final int UNCOMPRESSED_CHUNK = 64 << 10;
    private static final int CHECKSUM_BYTES = 4;

    /** The output of rows. */
    final DataOutputBuffer out;

    private final CompressionParams compression;
    private final @Nullable ICompressor compressor;
    private final int chunk;
    private final ByteBuffer in;
    private final ByteBuffer compressed;
    private long written;
    private long stored;

    ChunkCounter(CompressionParams compression) {
        this.compression = compression;
        this.compressor = compression.getSstableCompressor();
        this.chunk = compressor == null ? UNCOMPRESSED_CHUNK : compression.chunkLength();
        this.out = new DataOutputBuffer(2 * chunk);
        this.in = compressor == null
                ? ByteBuffer.allocate(0)
                : compressor.preferredBufferType().allocate(chunk);
        this.compressed = compressor == null
                ? ByteBuffer.allocate(0)
                : compressor.preferredBufferType().allocate(compressor.initialCompressedBufferLength(chunk));
    }

    /** Compresses the chunks that are full. */
    void drain() throws IOException {
        drain(false);
    }

    /** Compresses all that was written; nothing is written afterwards. */
    void finish() throws IOException {
        drain(true);
    }

    private void drain(boolean isLast) throws IOException {
        ByteBuffer all = out.asNewBuffer();
        while (all.remaining() >= chunk || (isLast && all.hasRemaining())) {
            int length = Math.min(chunk, all.remaining());
            written += length;
            stored += storedBytes(all.slice(all.position(), length));
            all.position(all.position() + length);
        }
        byte[] rest = new byte[all.remaining()];
        all.get(rest);
        out.clear();
        out.write(rest);
    }

    private long storedBytes(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (compressor == null) {
            return length;
        }
        in.clear().put(bytes).flip();
        compressed.clear();
        compressor.compress(in, compressed);
        boolean isSmaller = compressed.position() < compression.maxCompressedLength();
        return (long) (isSmaller ? compressed.position() : length) + CHECKSUM_BYTES;
    }

    /** Returns the bytes of the chunks so far, before compression. */
    long written() {
        return written;
    }

    /** Returns the bytes of the chunks so far, as in {@code Data.db}. */
    long stored() {
        return stored;
    }

    @Override
    public void close() {
        FileUtils.clean(in);
        FileUtils.clean(compressed);
    }
}
