package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.Partition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A form of one table's images, with names or with the schema IDs of a node's catalogue, for the benchmark. Part of
 * the testing seam: the codec is package-private.
 */
public final class ImageForm {
    private static final int MAX_BYTES = 16 << 20;

    private final ImageLayout layout;
    private final DataOutputBuffer out = new DataOutputBuffer();

    /**
     * Creates a form.
     *
     * @param schemas definitions to which images may refer; null for images with names
     */
    public ImageForm(TableMetadata table, @Nullable ImageSchemas schemas) {
        this.layout = new ImageLayout(table, schemas == null ? ImageSchemas.NONE : schemas);
    }

    /** Encodes a partition as a miss does; the bytes are valid until the next call. */
    public ByteBuffer encode(UnfilteredRowIterator rows) throws IOException {
        out.clear();
        RowImageWriter.Encoded encoded =
                RowImageWriter.encode(layout, rows, new RowImageWriter.Limits(Integer.MAX_VALUE, MAX_BYTES, 0), out);
        if (encoded.outcome() != RowImageWriter.Outcome.ENCODED) {
            throw new IllegalStateException("outcome=" + encoded.outcome() + " of " + rows.partitionKey());
        }
        return out.buffer();
    }

    /** Decodes an image as a hit does. */
    public Partition decode(DecoratedKey key, ByteBuffer image, ColumnFilter filter) throws IOException {
        RowImageReader.Decoded decoded = RowImageReader.read(layout, key, image, filter);
        if (decoded == null) {
            throw new IllegalStateException("an image of " + key + " cannot be resolved");
        }
        return decoded.partition();
    }

    /** Returns whether the rows of an image refer to schema IDs. */
    public static boolean hasSchemaIds(ByteBuffer image) {
        return RowImageDescriptor.hasSchemaIds(image);
    }
}
