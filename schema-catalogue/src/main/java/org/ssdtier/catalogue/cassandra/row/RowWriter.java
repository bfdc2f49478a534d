package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.DataOutputPlus;

/** A writer of the rows of one SSTable or of one image. Used by the one thread that writes it. */
public final class RowWriter {
    private static final int ALL = RowFlags.HAS_ALL_COLUMNS;
    private static final int MAX_SAMPLED_ROW_BYTES = 256 << 10;

    private final SchemaOrdinals choice;
    private final LayoutSampler layouts;
    private final WriteCounters counters;
    private final RowScan row = new RowScan();
    private final RowTraits traits = new RowTraits();
    private final SchemaYield yielded = new SchemaYield();

    /**
     * Creates a writer.
     *
     * @param choice the source of the ordinals of schemas
     * @param layouts the choice of layouts
     * @param counters incremented for each row
     */
    public RowWriter(SchemaOrdinals choice, LayoutSampler layouts, WriteCounters counters) {
        this.choice = choice;
        this.layouts = layouts;
        this.counters = counters;
    }

    /**
     * Writes a row in {@link RowLayout}, including the fields before its body. Outside SSTables a row has no sizes, as
     * in Cassandra.
     */
    void write(Row whole, SerializationHelper helper, DataOutputPlus out, long previousSize, int version)
            throws IOException {
        SerializationHeader header = helper.header;
        try {
            RowOutput body = new RowOutput(helper, out, row, whole);
            int ordinal = ordinalOf(whole, helper);
            RowForm form = formOf(whole, ordinal, body);
            int flags = RowFlags.of(whole) | (form == RowForm.STOCK && hasAllColumns(whole, header) ? ALL : 0);
            out.writeByte(flags);
            if (RowFlags.has(flags, RowFlags.EXTENSION)) {
                out.writeByte(RowFlags.extended(whole));
            }
            if (!whole.isStatic()) {
                Clustering.serializer.serialize(whole.clustering(), out, version, header.clusteringTypes());
            }
            if (header.isForSSTable()) {
                writeSized(whole, ordinal, form, body, previousSize);
            } else {
                writeBody(whole, ordinal, form, body);
            }
        } finally {
            row.release();
        }
    }

    private static boolean hasAllColumns(Row whole, SerializationHeader header) {
        return whole.columnCount() == header.columns(whole.isStatic()).size();
    }

    /**
     * Returns the ordinal of the row's schema after splitting the row; {@link RowSchemas#INLINE} if the row has none or
     * if a look-up is not worth the time.
     */
    private int ordinalOf(Row whole, SerializationHelper helper) {
        if (layouts.keepsStockForm()) {
            counters.inlineNoGain++;
            return RowSchemas.INLINE;
        }
        if (yielded.isResting()) {
            counters.inlineUnseen++;
            return RowSchemas.INLINE;
        }
        row.read(whole, helper);
        int ordinal = choice.ordinalOf(row);
        yielded.looked(ordinal != RowSchemas.INLINE);
        return ordinal;
    }

    /** Returns the form in which a row is written, and sets {@link #traits} if it can be uniform. */
    private RowForm formOf(Row whole, int ordinal, RowOutput out) throws IOException {
        if (ordinal == RowSchemas.INLINE) {
            if (layouts.isSamplingContext() && isSampled(whole)) {
                writeColumns(
                        whole, ordinal, RowForm.STOCK, out.to(layouts.samples().context()));
                layouts.samples().contextWritten();
            }
            return RowForm.STOCK;
        }
        boolean isUniform = layouts.allowsUniform() && traits.read(row, out.liveness, out.complexDeletions);
        if (layouts.isSampling() && isSampled(whole)) {
            for (RowForm form : RowForm.values()) {
                RowForm possible = form == RowForm.UNIFORM && !isUniform ? RowForm.CELLS : form;
                writeColumns(whole, ordinal, possible, out.to(layouts.samples().row(form)));
            }
            layouts.samples().rowWritten();
            layouts.sampled();
        }
        return layouts.preferred() == RowForm.UNIFORM && !isUniform ? RowForm.CELLS : layouts.preferred();
    }

    /** Returns whether a row may be in samples: they must not fill the heap with huge rows. */
    private static boolean isSampled(Row whole) {
        return whole.dataSize() <= MAX_SAMPLED_ROW_BYTES;
    }

    private void writeSized(Row whole, int ordinal, RowForm form, RowOutput out, long previousSize) throws IOException {
        try (DataOutputBuffer body = DataOutputBuffer.scratchBuffer.get()) {
            writeBody(whole, ordinal, form, out.to(body));
            out.to.writeUnsignedVInt(body.position() + TypeSizes.sizeofUnsignedVInt(previousSize));
            out.to.writeUnsignedVInt(previousSize);
            out.to.write(body.unsafeGetBufferAndFlip());
        }
    }

    private void writeBody(Row whole, int ordinal, RowForm form, RowOutput out) throws IOException {
        SerializationHeader header = out.header;
        if (!out.liveness.isEmpty()) {
            header.writeTimestamp(out.liveness.timestamp(), out.to);
        }
        if (out.liveness.isExpiring()) {
            header.writeTTL(out.liveness.ttl(), out.to);
            header.writeLocalDeletionTime(out.liveness.localExpirationTime(), out.to);
        }
        if (!whole.deletion().isLive()) {
            header.writeDeletionTime(whole.deletion().time(), out.to);
        }
        count(ordinal, form);
        long start = out.to.position();
        writeColumns(whole, ordinal, form, out);
        long bytes = out.to.position() - start;
        layouts.budget().written(bytes);
        if (ordinal != RowSchemas.INLINE || layouts.keepsStockForm()) {
            layouts.written(bytes);
        }
    }

    private void count(int ordinal, RowForm form) {
        if (ordinal == RowSchemas.INLINE) {
            return;
        }
        switch (form) {
            case STOCK -> counters.inlineNoGain++;
            case CELLS -> counters.cellsRows++;
            case UNIFORM -> counters.uniformRows++;
        }
        if (form != RowForm.STOCK) {
            counters.namesBytes += row.pathBytes();
            layouts.budget().served();
        }
    }

    private void writeColumns(Row whole, int ordinal, RowForm form, RowOutput out) throws IOException {
        switch (form) {
            case STOCK -> {
                out.to.writeUnsignedVInt32(RowLayout.tag(RowSchemas.INLINE, RowLayout.CELLS));
                StockLayout.write(whole, hasAllColumns(whole, out.header), out);
            }
            case CELLS -> {
                out.to.writeUnsignedVInt32(RowLayout.tag(ordinal, RowLayout.CELLS));
                CellsLayout.write(out);
            }
            case UNIFORM -> {
                out.to.writeUnsignedVInt32(RowLayout.tag(ordinal, traits.layout()));
                UniformWriter.write(traits, out);
            }
        }
    }
}
