package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.FileUtils;
import org.apache.cassandra.schema.CompressionParams;

/**
 * The same rows in every form, as samples of an SSTable. They are kept twice: the rows with a schema alone, and as they
 * stand in the SSTable, between rows without one: names that a neighbour repeats are cheap, and omitting them saves
 * little. Used by one thread.
 */
final class FormSamples {
    private final CompressionParams compression;
    private final Map<RowForm, DataOutputBuffer> alone = new EnumMap<>(RowForm.class);
    private final Map<RowForm, DataOutputBuffer> inContext = new EnumMap<>(RowForm.class);
    private int rows;
    private long contextBytes;

    /**
     * Creates empty samples.
     *
     * @param firstBytes initial capacity of each
     */
    FormSamples(CompressionParams compression, int firstBytes) {
        this.compression = compression;
        for (RowForm form : RowForm.values()) {
            alone.put(form, new DataOutputBuffer(firstBytes));
            inContext.put(form, new DataOutputBuffer(firstBytes));
        }
    }

    /** Returns the buffer to which the next row with a schema is written in a form. */
    DataOutputBuffer row(RowForm form) {
        return buffer(alone, form);
    }

    /** Records that a row with a schema was written in every form. */
    void rowWritten() throws IOException {
        for (RowForm form : RowForm.values()) {
            long before = buffer(inContext, form).position() - contextBytes;
            append(row(form), before, buffer(inContext, form));
        }
        rows++;
    }

    /** Returns the buffer to which the next row without a schema is written in Cassandra's form. */
    DataOutputBuffer context() {
        return buffer(inContext, RowForm.STOCK);
    }

    /** Records that a row without a schema was written. */
    void contextWritten() throws IOException {
        long start = row(RowForm.STOCK).position() + contextBytes;
        append(context(), start, buffer(inContext, RowForm.CELLS));
        append(context(), start, buffer(inContext, RowForm.UNIFORM));
        contextBytes = context().position() - row(RowForm.STOCK).position();
    }

    /** Appends the bytes of a buffer from a position on. */
    private static void append(DataOutputBuffer from, long start, DataOutputBuffer to) throws IOException {
        to.write(from.getData(), (int) start, (int) (from.position() - start));
    }

    private static DataOutputBuffer buffer(Map<RowForm, DataOutputBuffer> buffers, RowForm form) {
        DataOutputBuffer buffer = buffers.get(form);
        if (buffer == null) {
            throw new IllegalStateException("form=" + form);
        }
        return buffer;
    }

    /** Returns the bytes of the rows with a schema in a form, before compression. */
    long bytes(RowForm form) {
        return row(form).position();
    }

    /** Returns the bytes of the rows without a schema, before compression. */
    long contextBytes() {
        return contextBytes;
    }

    /** Returns the number of rows with a schema. */
    int rows() {
        return rows;
    }

    /** Returns the bytes on disk of the rows with a schema alone, in a form. */
    long stored(RowForm form) throws IOException {
        return stored(row(form));
    }

    /** Returns the bytes on disk of all rows, those with a schema in a form. */
    long storedInContext(RowForm form) throws IOException {
        return stored(buffer(inContext, form));
    }

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
