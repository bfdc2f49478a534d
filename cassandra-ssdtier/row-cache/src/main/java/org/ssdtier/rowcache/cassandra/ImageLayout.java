package org.ssdtier.rowcache.cassandra;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.apache.cassandra.db.Columns;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.transform.Transformation;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The layout of a table's images: the columns, types and their order, which the bytes of an image omit because they follow from the
 * table's definition. An image carries {@link #fingerprint} instead, so that bytes of another definition are never decoded with this
 * one.
 */
final class ImageLayout {
    final TableMetadata metadata;
    final RegularAndStaticColumns columns;
    final ColumnFilter everything;
    final int version;
    final int fingerprint;
    final ImageSchemas.OfTable schemas;
    final ReferringTrials trials = new ReferringTrials();

    ImageLayout(TableMetadata metadata, ImageSchemas schemas) {
        this(metadata, schemas, MessagingService.current_version);
    }

    /** Creates a layout with a given messaging version instead of the node's. */
    ImageLayout(TableMetadata metadata, ImageSchemas schemas, int version) {
        this.metadata = metadata;
        this.columns = metadata.regularAndStaticColumns();
        this.everything = ColumnFilter.all(metadata);
        this.schemas = schemas.of(metadata);
        this.version = version;
        this.fingerprint = fingerprint(metadata, version);
    }

    /** Returns the header to serialize and deserialize rows with; the statistics are the bases of its delta encoding. */
    SerializationHeader header(EncodingStats stats) {
        return new SerializationHeader(false, metadata, columns, stats);
    }

    /** Returns whether images made and read under the other definition have this layout. */
    boolean isOf(TableMetadata other) {
        return metadata.id.equals(other.id)
                && metadata.kind == other.kind
                && metadata.flags.equals(other.flags)
                && metadata.comparator.equals(other.comparator)
                && columns.equals(other.regularAndStaticColumns())
                && metadata.droppedColumns.equals(other.droppedColumns)
                && metadata.params.extensions.equals(other.params.extensions);
    }

    /**
     * Returns the rows without the cells of columns that the table does not have. Cassandra itself omits cells from before the drop
     * of their column, but not later ones.
     */
    UnfilteredRowIterator ofItsColumns(UnfilteredRowIterator rows) {
        return metadata.droppedColumns.isEmpty() ? rows : Transformation.apply(rows, new ItsColumns());
    }

    private final class ItsColumns extends Transformation<UnfilteredRowIterator> {
        @Override
        protected Row applyToStatic(Row row) {
            Row without = without(row, columns.statics);
            return without == null ? Rows.EMPTY_STATIC_ROW : without;
        }

        @Override
        protected @Nullable Row applyToRow(Row row) {
            return without(row, columns.regulars);
        }

        private @Nullable Row without(Row row, Columns known) {
            return row.transformAndFilter(cells -> known.contains(cells.column()) ? cells : null);
        }
    }

    private static int fingerprint(TableMetadata metadata, int version) {
        CRC32C crc = new CRC32C();
        update(crc, "image=" + RowImageDescriptor.VERSION + " version=" + version);
        for (AbstractType<?> clusteringType : metadata.comparator.subtypes()) {
            update(crc, clusteringType.toString());
        }
        for (ColumnMetadata column : metadata.regularAndStaticColumns()) {
            crc.update(column.name.bytes.duplicate());
            update(crc, column.kind.name());
            update(crc, column.type.toString());
        }
        return (int) crc.getValue();
    }

    private static void update(CRC32C crc, String text) {
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        crc.update(0);
    }
}
