package org.ssdtier.catalogue.cassandra.row;

import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * The balance of an SSTable's dictionary: what its definitions cost in {@code Schemas.db}, and what the rows that
 * refer to them save in {@code Data.db}, in bytes on disk. Further definitions are made only while they cost no more
 * than was saved, and an advance, which grows with the SSTable: shapes that do not pay at its start may not close it
 * to others. So an SSTable is not longer than Cassandra's by more than the advance, one definition, a byte a row, and
 * the error of the samples: also where each shape has only a few rows, side by side, whose names compress to nearly
 * nothing.
 *
 * <p>Before the first sample the saving is not known, and definitions are not refused; a layout that is not chosen by
 * samples has none. Used by one thread.
 */
public final class SchemaBudget {
    /** The cost of definitions, in bytes, that savings do not yet cover: shapes must be able to recur first. */
    static final int ADVANCE_BYTES = 4 << 10;
    /** For so many bytes of rows, a byte is added to the advance. */
    static final int BYTES_PER_ADVANCED_BYTE = 1 << 10;

    /** Null before the first definition: an image makes none. */
    private @Nullable DictionaryCost cost;

    private boolean isMeasured;
    private double savedPerRow;
    private double saved;
    private long writtenBytes;
    /** The rows served before the first sample. */
    private long unvaluedRows;

    /** Returns whether no further definition is to be made at present. */
    boolean isExhausted() {
        return isMeasured
                && cost != null
                && cost.bytes() >= saved + ADVANCE_BYTES + (double) writtenBytes / BYTES_PER_ADVANCED_BYTE;
    }

    /** Records a definition that was made. */
    void spend(SchemaDefinition definition) {
        if (cost == null) {
            cost = new DictionaryCost();
        }
        cost.add(definition);
    }

    /** Records the bytes of a row, with or without a schema, before compression. */
    void written(long bytes) {
        writtenBytes += bytes;
    }

    /** Returns the bytes on disk that a row with a schema saves, by the last sample. */
    double savedPerRow() {
        return savedPerRow;
    }

    /** Records that a row was written without its names. */
    void served() {
        if (isMeasured) {
            saved += savedPerRow;
        } else {
            unvaluedRows++;
        }
    }

    /**
     * Records the result of a sample.
     *
     * @param bytesPerRow bytes on disk that a row with a schema saves; negative if it takes more
     */
    void measured(double bytesPerRow) {
        if (cost != null) {
            cost.measure();
        }
        savedPerRow = bytesPerRow;
        if (!isMeasured) {
            isMeasured = true;
            saved = unvaluedRows * bytesPerRow;
        }
    }
}
