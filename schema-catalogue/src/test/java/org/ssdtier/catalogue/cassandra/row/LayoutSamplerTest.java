package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.apache.cassandra.config.Config.FlushCompression;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.schema.CompressionParams;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests with samples of bytes that do not compress, so that the choice depends only on their lengths. */
@Tag("unit")
final class LayoutSamplerTest {
    private static final int ROW_BYTES = 100;
    private static final int MOST_ROWS = 10_000;

    private final Random random = new Random(1);
    private final LayoutSampler layouts = new LayoutSampler(LayoutChoice.AUTO, CompressionParams.lz4());

    @Test
    void rowsAreAsLongWithTheirNames_theyAreLeft() throws IOException {
        sample(Map.of(RowForm.STOCK, 100, RowForm.CELLS, 100, RowForm.UNIFORM, 100), 100);
        assertEquals(RowForm.STOCK, layouts.preferred());
        sample(Map.of(RowForm.STOCK, 100, RowForm.CELLS, 100, RowForm.UNIFORM, 100), MOST_ROWS);
        assertTrue(layouts.keepsStockForm());
    }

    @Test
    void namesSaveTwoPercent_schemasAreUsed() throws IOException {
        sample(Map.of(RowForm.STOCK, 102, RowForm.CELLS, 100, RowForm.UNIFORM, 100), 100);
        assertEquals(RowForm.UNIFORM, layouts.preferred());
        assertFalse(layouts.keepsStockForm());
    }

    @Test
    void cellsAreMuchShorter_theyAreTaken() throws IOException {
        sample(Map.of(RowForm.STOCK, 120, RowForm.CELLS, 100, RowForm.UNIFORM, 110), 100);
        assertEquals(RowForm.CELLS, layouts.preferred());
    }

    /** Checked by removal: if the first sample counts only when it is whole, no form is chosen for such an SSTable. */
    @Test
    void smallSSTable_isChosenForWhileItsSampleGrows() throws IOException {
        sample(Map.of(RowForm.STOCK, 100, RowForm.CELLS, 100, RowForm.UNIFORM, 100), 90);
        assertEquals(RowForm.STOCK, layouts.preferred());
        assertFalse(layouts.keepsStockForm(), "sampling continues: the result may change");
    }

    /** A sample costs as much as three rows for each of its rows. */
    @Test
    void twoEvaluationsAgree_theSampleEnds() throws IOException {
        assertEquals(
                164, sample(Map.of(RowForm.STOCK, 120, RowForm.CELLS, 100, RowForm.UNIFORM, 100), MOST_ROWS), "16 KiB");
        assertFalse(layouts.isSampling());
        layouts.written(8 << 20);
        assertEquals(164, sample(Map.of(RowForm.STOCK, 120, RowForm.CELLS, 100, RowForm.UNIFORM, 100), MOST_ROWS));
    }

    @Test
    void rowsChange_theNextSampleSaysSo() throws IOException {
        sample(Map.of(RowForm.STOCK, 100, RowForm.CELLS, 100, RowForm.UNIFORM, 100), MOST_ROWS);
        assertTrue(layouts.keepsStockForm());
        layouts.written(8 << 20);
        assertTrue(layouts.isSampling());
        sample(Map.of(RowForm.STOCK, 200, RowForm.CELLS, 100, RowForm.UNIFORM, 100), MOST_ROWS);
        assertEquals(RowForm.UNIFORM, layouts.preferred());
    }

    /**
     * Rows without a schema have the same names as those with one, before which they stand: the compressor stores them
     * once. Checked by removal: without context, the names seem to be worth their definitions.
     */
    @Test
    void neighboursHaveTheNames_omittingThemSavesNothing() throws IOException {
        sampleWithContext(true);
        assertEquals(0, layouts.budget().savedPerRow(), 40, "a match instead of 400 bytes");
        sampleWithContext(false);
        assertEquals(400, layouts.budget().savedPerRow(), 40);
    }

    /** Checked by removal: without the bound, a table without schemas is written four times. */
    @Test
    void rowsHaveNoSchema_fewAreSampled() throws IOException {
        int sampled = 0;
        for (int row = 0; row < MOST_ROWS; row++) {
            if (layouts.isSamplingContext()) {
                context(new byte[ROW_BYTES]);
                sampled++;
            }
        }
        assertTrue(sampled < 50, "rows=" + sampled);
    }

    private void sampleWithContext(boolean isSame) throws IOException {
        layouts.written(8 << 20);
        while (layouts.isSampling()) {
            byte[] names = random(4 * ROW_BYTES);
            if (layouts.isSamplingContext()) {
                context(isSame ? names : random(4 * ROW_BYTES));
            }
            layouts.samples().row(RowForm.STOCK).write(names);
            for (RowForm form : RowForm.values()) {
                layouts.samples().row(form).write(random(40 * ROW_BYTES));
            }
            layouts.samples().rowWritten();
            layouts.sampled();
        }
    }

    private void context(byte[] row) throws IOException {
        layouts.samples().context().write(row);
        layouts.samples().contextWritten();
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void layoutThatIsAskedFor_isNotSampled() {
        for (LayoutChoice choice : new LayoutChoice[] {LayoutChoice.CELLS, LayoutChoice.UNIFORM}) {
            LayoutSampler asked = new LayoutSampler(choice, CompressionParams.lz4());
            assertFalse(asked.isSampling());
            assertFalse(asked.keepsStockForm());
            assertEquals(RowForm.valueOf(choice.name()), asked.preferred());
        }
    }

    @Test
    void flush_isSampledAsItIsCompressed() {
        CompressionParams zstd = CompressionParams.zstd();
        CompressionParams lz4 = CompressionParams.lz4();
        assertEquals(zstd, WriteCompression.of(zstd, OperationType.COMPACTION, FlushCompression.fast));
        assertEquals(CompressionParams.DEFAULT, WriteCompression.of(zstd, OperationType.FLUSH, FlushCompression.fast));
        assertEquals(zstd, WriteCompression.of(zstd, OperationType.FLUSH, FlushCompression.table));
        assertEquals(lz4, WriteCompression.of(lz4, OperationType.FLUSH, FlushCompression.fast));
        assertFalse(WriteCompression.of(lz4, OperationType.FLUSH, FlushCompression.none)
                .isEnabled());
    }

    /** Samples up to a number of rows, and returns how many it took. */
    private int sample(Map<RowForm, Integer> percent, int rows) throws IOException {
        int row = 0;
        for (; row < rows && layouts.isSampling(); row++) {
            for (RowForm form : RowForm.values()) {
                layouts.samples().row(form).write(random(ROW_BYTES * percent.get(form) / 100));
            }
            layouts.samples().rowWritten();
            layouts.sampled();
        }
        return row;
    }
}
