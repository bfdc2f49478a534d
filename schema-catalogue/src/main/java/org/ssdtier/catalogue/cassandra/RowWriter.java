package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.DataOutputPlus;

/** Writes the rows of one SSTable, or of one image. Of the one thread that writes it. */
final class RowWriter {
    private final SchemaOrdinals choice;
    private final LayoutSampler layouts;
    private final WriteCounters counters;
    private final RowScan row = new RowScan();
    private final RowTraits traits = new RowTraits();

    RowWriter(SchemaOrdinals choice, LayoutSampler layouts, WriteCounters counters) {
        this.choice = choice;
        this.layouts = layouts;
        this.counters = counters;
    }

    /**
     * Writes a row as {@link RowLayout} says, with what stands before its body. Outside SSTables a row has no sizes, as in
     * Cassandra.
     */
    void write(Row whole, SerializationHelper helper, DataOutputPlus out, long previousSize, int version)
            throws IOException {
        SerializationHeader header = helper.header;
        try {
            row.read(whole, helper);
            int ordinal = choice.ordinalOf(row);
            boolean all = ordinal == RowSchemas.INLINE
                    && whole.columnCount() == header.columns(whole.isStatic()).size();
            int flags = RowFlags.of(whole) | (all ? RowFlags.HAS_ALL_COLUMNS : 0);
            out.writeByte(flags);
            if (RowFlags.has(flags, RowFlags.EXTENSION)) {
                out.writeByte(RowFlags.extended(whole));
            }
            if (!whole.isStatic()) {
                Clustering.serializer.serialize(whole.clustering(), out, version, header.clusteringTypes());
            }
            RowOutput body = new RowOutput(header, out, row, whole.primaryKeyLivenessInfo(), flags);
            if (header.isForSSTable()) {
                writeSized(whole, ordinal, flags, body, previousSize);
            } else {
                writeBody(whole, ordinal, flags, body);
            }
        } finally {
            row.release();
        }
    }

    private void writeSized(Row whole, int ordinal, int flags, RowOutput out, long previousSize) throws IOException {
        try (DataOutputBuffer body = DataOutputBuffer.scratchBuffer.get()) {
            writeBody(whole, ordinal, flags, out.to(body));
            out.to.writeUnsignedVInt(body.position() + TypeSizes.sizeofUnsignedVInt(previousSize));
            out.to.writeUnsignedVInt(previousSize);
            out.to.write(body.unsafeGetBufferAndFlip());
        }
    }

    private void writeBody(Row whole, int ordinal, int flags, RowOutput out) throws IOException {
        SerializationHeader header = out.header;
        if (RowFlags.has(flags, RowFlags.HAS_TIMESTAMP)) {
            header.writeTimestamp(out.liveness.timestamp(), out.to);
        }
        if (RowFlags.has(flags, RowFlags.HAS_TTL)) {
            header.writeTTL(out.liveness.ttl(), out.to);
            header.writeLocalDeletionTime(out.liveness.localExpirationTime(), out.to);
        }
        if (RowFlags.has(flags, RowFlags.HAS_DELETION)) {
            header.writeDeletionTime(whole.deletion().time(), out.to);
        }
        if (ordinal == RowSchemas.INLINE) {
            out.to.writeUnsignedVInt32(RowLayout.tag(RowSchemas.INLINE, RowLayout.CELLS));
            boolean all = RowFlags.has(flags, RowFlags.HAS_ALL_COLUMNS);
            StockLayout.write(whole, header.columns(whole.isStatic()), all, out);
        } else {
            writeWithSchema(ordinal, out);
        }
    }

    private void writeWithSchema(int ordinal, RowOutput out) throws IOException {
        counters.namesBytes += row.pathBytes();
        boolean uniform = layouts.asksForUniform() && traits.read(row, out.liveness, out.complexDeletions);
        if (uniform && layouts.isSampling()) {
            writeUniform(ordinal, out.to(layouts.uniformSample()));
            writeCells(ordinal, out.to(layouts.cellsSample()));
            layouts.sampled();
        }
        int start = position(out);
        if (uniform && layouts.prefersUniform()) {
            counters.uniformRows++;
            writeUniform(ordinal, out);
        } else {
            counters.cellsRows++;
            writeCells(ordinal, out);
        }
        layouts.written(position(out) - start);
    }

    private void writeUniform(int ordinal, RowOutput out) throws IOException {
        out.to.writeUnsignedVInt32(RowLayout.tag(ordinal, traits.layout()));
        UniformWriter.write(traits, out);
    }

    private static void writeCells(int ordinal, RowOutput out) throws IOException {
        out.to.writeUnsignedVInt32(RowLayout.tag(ordinal, RowLayout.CELLS));
        CellsLayout.write(out);
    }

    private static int position(RowOutput out) {
        return Math.toIntExact(out.to.position());
    }
}
