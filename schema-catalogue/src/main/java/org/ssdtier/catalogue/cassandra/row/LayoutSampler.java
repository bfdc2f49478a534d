package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.schema.CompressionParams;
import org.jspecify.annotations.Nullable;

/**
 * A sampler that chooses the form in which the rows of one SSTable are written. At intervals some rows are written in
 * every form, and each sample is compressed as the SSTable is, chunk by chunk. The uniform layout is cheaper to read,
 * so the cells layout is chosen only if it makes the sample smaller by more than 1 %. If neither layout saves more than
 * 1 %, rows are written as Cassandra writes them, which is cheapest to write. For the budget of definitions, what a
 * row saves is measured between the rows without a schema, of which up to twice as many bytes are sampled. The form does not
 * depend on it: at the start of an SSTable the neighbours of most rows are there because their shape was not yet known.
 */
public final class LayoutSampler {
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
    private final Sizes sizes;
    private final SchemaBudget budget = new SchemaBudget();
    private @Nullable FormSamples samples;
    private int sampleBytes;
    private long bytesToNextSample;
    private RowForm preferred;

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
        this.preferred = choice == LayoutChoice.CELLS ? RowForm.CELLS : RowForm.UNIFORM;
    }

    /** Returns whether any row may be written in the uniform layout. */
    boolean allowsUniform() {
        return choice != LayoutChoice.CELLS;
    }

    /** Returns the form of the next row, if it has a schema and can be uniform. */
    RowForm preferred() {
        return preferred;
    }

    /** Returns whether rows are currently left as they are, so that their schemas need not be looked up. */
    boolean keepsStockForm() {
        return preferred == RowForm.STOCK && !isSampling();
    }

    /** Returns whether the next row is also to be written to all samples. */
    boolean isSampling() {
        return choice == LayoutChoice.AUTO && bytesToNextSample <= 0;
    }

    /** Returns the samples to which the next row is written. */
    FormSamples samples() {
        if (samples == null) {
            samples = new FormSamples(compression, sizes.first);
        }
        return samples;
    }

    /** Returns the budget of the SSTable's definitions, which this sampler tells how much a row saves. */
    public SchemaBudget budget() {
        return budget;
    }

    /** Returns whether the next row is also to be written to the samples if it has no schema. */
    boolean isSamplingContext() {
        return isSampling() && samples().contextBytes() <= 2 * samples().bytes(RowForm.STOCK) + FIRST_CONTEXT_BYTES;
    }

    /** Evaluates the samples if they are large enough. Called after each row with a schema that was sampled. */
    void sampled() throws IOException {
        if (samples().bytes(RowForm.CELLS) < sampleBytes
                && samples().bytes(RowForm.STOCK) < (long) MAX_NAMES_FACTOR * sampleBytes) {
            return;
        }
        RowForm smallest = smallest(samples());
        boolean isSettled = smallest == preferred && sampleBytes > sizes.first;
        preferred = smallest;
        if (isSettled || sampleBytes >= sizes.whole) {
            samples = null;
            sampleBytes = sizes.first;
            bytesToNextSample = sizes.between;
        } else {
            sampleBytes *= 2;
        }
    }

    private RowForm smallest(FormSamples all) throws IOException {
        long cells = all.stored(RowForm.CELLS);
        long uniform = all.stored(RowForm.UNIFORM);
        long stock = all.stored(RowForm.STOCK);
        RowForm ours = uniform <= cells + cells / LITTLE_DIVISOR ? RowForm.UNIFORM : RowForm.CELLS;
        long saved = all.contextBytes() == 0
                ? stock - (ours == RowForm.UNIFORM ? uniform : cells)
                : all.storedInContext(RowForm.STOCK) - all.storedInContext(ours);
        budget.measured((double) saved / all.rows());
        return Math.min(cells, uniform) > stock - stock / LITTLE_DIVISOR ? RowForm.STOCK : ours;
    }

    /** Records the number of bytes written of rows that have a schema or are left as they are. */
    void written(long bytes) {
        bytesToNextSample -= bytes;
    }
}
