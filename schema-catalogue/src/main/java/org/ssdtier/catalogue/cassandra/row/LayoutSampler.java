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
 * A sampler that chooses the form in which the rows of one SSTable are written. At intervals some rows are written in
 * every form, and each sample is compressed as the SSTable is, chunk by chunk. The uniform layout is cheaper to read,
 * so the cells layout is chosen only if it makes the sample smaller by more than 1 %. If neither layout saves more than
 * 1 %, rows are written as Cassandra writes them, which is cheapest to write.
 *
 * <p>Rows without a schema are in the samples too, up to twice as many bytes, in the same form in each: names that a
 * neighbour in the SSTable repeats are cheap there, and omitting them saves little.
 */
public final class LayoutSampler {
    /** The form in which a row with a schema is written. */
    enum Form {
        /** Cassandra's own form: the row contains its names. */
        STOCK,
        /** The layout {@link RowLayout#CELLS}. */
        CELLS,
        /** The layout {@link RowLayout#UNIFORM} or one of its variants. */
        UNIFORM
    }

    /**
     * The sizes of samples.
     *
     * @param first bytes after which a sample is first evaluated, and then again each time it has doubled, so that a
     *     small SSTable gets a choice too
     * @param whole maximum bytes of a sample; it ends sooner if two evaluations in a row prefer the same form
     * @param between bytes of rows between two samples
     */
    record Sizes(int first, int whole, long between) {}

    private static final Sizes USUAL = new Sizes(8 << 10, 64 << 10, 8 << 20);
    private static final int LITTLE_DIVISOR = 100;
    /** Bytes of rows without a schema that a sample takes before any row with one. */
    private static final int FIRST_CONTEXT_BYTES = 4 << 10;
    /** A sample is large enough when the rows with a schema, with their names, are this many times its size. */
    private static final int MAX_NAMES_FACTOR = 8;

    private final LayoutChoice choice;
    private final CompressionParams compression;
    private final Map<Form, DataOutputBuffer> samples = new EnumMap<>(Form.class);
    private final Sizes sizes;
    private final SchemaBudget budget = new SchemaBudget();
    private int sampleBytes;
    /** The number of rows with a schema in each sample. */
    private int sampledRows;
    /** The bytes of rows without a schema in each sample. */
    private int contextBytes;

    private long bytesToNextSample;
    private Form preferred;

    /**
     * Creates a sampler for one SSTable or image.
     *
     * @param choice the layouts that it may have
     * @param compression the compression of its chunks
     */
    public LayoutSampler(LayoutChoice choice, CompressionParams compression) {
        this(choice, compression, USUAL);
    }

    /** Creates a sampler with other sizes than usual. */
    LayoutSampler(LayoutChoice choice, CompressionParams compression, Sizes sizes) {
        this.choice = choice;
        this.compression = compression;
        this.sizes = sizes;
        this.sampleBytes = sizes.first;
        this.preferred = choice == LayoutChoice.CELLS ? Form.CELLS : Form.UNIFORM;
    }

    /** Returns whether any row may be written in the uniform layout. */
    boolean allowsUniform() {
        return choice != LayoutChoice.CELLS;
    }

    /** Returns the form of the next row, if it has a schema and can be uniform. */
    Form preferred() {
        return preferred;
    }

    /** Returns whether rows are currently left as they are, so that their schemas need not be looked up. */
    boolean keepsStockForm() {
        return preferred == Form.STOCK && !isSampling();
    }

    /** Returns whether the next row is also to be written to all samples. */
    boolean isSampling() {
        return choice == LayoutChoice.AUTO && bytesToNextSample <= 0;
    }

    /** Returns the buffer for the sample of a form. */
    DataOutputBuffer sample(Form form) {
        return samples.computeIfAbsent(form, unseen -> new DataOutputBuffer(2 * sizes.first));
    }

    /** Returns the budget of the SSTable's definitions, which this sampler tells how much a row saves. */
    public SchemaBudget budget() {
        return budget;
    }

    /** Returns whether the next row is also to be written to the sample of Cassandra's form, if it has no schema. */
    boolean isSamplingContext() {
        return isSampling() && contextBytes <= 2 * ownBytes() + FIRST_CONTEXT_BYTES;
    }

    /** Returns the bytes of rows with a schema, in Cassandra's form. */
    private int ownBytes() {
        return (int) sample(Form.STOCK).position() - contextBytes;
    }

    /** Records that a row without a schema was written to the sample of Cassandra's form, beginning at a position. */
    void sampledContext(long start) throws IOException {
        DataOutputBuffer stock = sample(Form.STOCK);
        int bytes = (int) (stock.position() - start);
        sample(Form.CELLS).write(stock.getData(), (int) start, bytes);
        sample(Form.UNIFORM).write(stock.getData(), (int) start, bytes);
        contextBytes += bytes;
    }

    /** Records that a row was written to all samples, and evaluates them when they are large enough. */
    void sampled() throws IOException {
        sampledRows++;
        if (sample(Form.CELLS).position() - contextBytes < sampleBytes
                && ownBytes() < (long) MAX_NAMES_FACTOR * sampleBytes) {
            return;
        }
        Form smallest = smallest();
        boolean isSettled = smallest == preferred && sampleBytes > sizes.first;
        preferred = smallest;
        if (isSettled || sampleBytes >= sizes.whole) {
            samples.clear();
            sampledRows = 0;
            contextBytes = 0;
            sampleBytes = sizes.first;
            bytesToNextSample = sizes.between;
        } else {
            sampleBytes *= 2;
        }
    }

    private Form smallest() throws IOException {
        long cells = stored(sample(Form.CELLS));
        long uniform = stored(sample(Form.UNIFORM));
        long stock = stored(sample(Form.STOCK));
        long little = little(stock);
        Form ours = uniform <= cells + little ? Form.UNIFORM : Form.CELLS;
        budget.measured((double) (stock - (ours == Form.UNIFORM ? uniform : cells)) / sampledRows);
        return Math.min(cells, uniform) > stock - little ? Form.STOCK : ours;
    }

    /** Returns what is too little to matter: 1 % of the rows with a schema, as Cassandra stores them. */
    private long little(long stock) {
        return stock * ownBytes() / Math.max(1, sample(Form.STOCK).position()) / LITTLE_DIVISOR;
    }

    /** Records the number of bytes written of rows that have a schema or are left as they are. */
    void written(long bytes) {
        bytesToNextSample -= bytes;
    }

    /** Returns the number of bytes that a sample takes on disk. */
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
