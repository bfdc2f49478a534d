package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.partitions.Partition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.TieredCache;

/**
 * The operations of a read on an image, for the benchmark. Part of the testing seam: the codec is package-private.
 */
public final class ImageCost {
    private final TableImages images;
    private final ImageLayout layout;
    private final TieredCache cache;
    private final Scratch scratch = new Scratch();

    /** Creates an instance for the images of one table in one cache. */
    public ImageCost(TieredCache cache, TableMetadata table) {
        this.cache = cache;
        this.images = new ImageTables(cache, ImageSchemas.NONE).create(table);
        this.layout = images.layout(table);
    }

    /** Returns the image of a partition; valid until the next call on the same thread. */
    public ByteBuffer encode(UnfilteredRowIterator rows) throws IOException {
        DataOutputBuffer out = scratch.empty();
        RowImageWriter.encode(layout, rows, new RowImageWriter.Limits(Integer.MAX_VALUE, 1 << 20, 0), out);
        return out.buffer();
    }

    /** Publishes an image. */
    public boolean publish(DecoratedKey key, ByteBuffer image) {
        return cache.publish(images.key(key), images.state.ticket(), image);
    }

    /** Drops the image of a key from every tier. */
    public void drop(DecoratedKey key) {
        cache.drop(images.key(key));
    }

    /** Returns the result of a hit as in the read path, with look-up and decoding; null on a miss. */
    public @Nullable Partition get(DecoratedKey key) throws IOException {
        RowKey rowKey = images.key(key);
        try (Image image = cache.get(rowKey, images.state.ticket())) {
            if (image == null) {
                return null;
            }
            RowImageReader.Decoded decoded = RowImageReader.read(layout, key, image.bytes(), layout.everything);
            return decoded == null ? null : decoded.partition();
        }
    }

    /**
     * Runs a hit of a query for some slices as in the read path: layout, look-up, decoding, iteration over the rows.
     * Returns the number of rows, -1 on a miss.
     *
     * @param definition one of several equal definitions of the table
     */
    public int read(TableMetadata definition, DecoratedKey key, Slices slices) throws IOException {
        ImageLayout known = images.layout(definition);
        ImageQuery query = new ImageQuery(known.everything, slices, false, false, Integer.MAX_VALUE);
        return read(key, slices, image -> RowImageReader.read(known, key, image, query));
    }

    /** Runs a hit like {@link #read}, but decodes the whole image. */
    public int readWhole(DecoratedKey key, Slices slices) throws IOException {
        return read(key, slices, image -> RowImageReader.read(layout, key, image, layout.everything));
    }

    private interface Decoder {
        RowImageReader.@Nullable Decoded decode(ByteBuffer image) throws IOException;
    }

    private int read(DecoratedKey key, Slices slices, Decoder decoder) throws IOException {
        RowImageReader.Decoded decoded;
        try (Image image = cache.get(images.key(key), images.state.ticket())) {
            decoded = image == null ? null : decoder.decode(image.bytes());
        }
        if (decoded == null) {
            return -1;
        }
        int rows = 0;
        try (UnfilteredRowIterator found = decoded.partition().unfilteredIterator(layout.everything, slices, false)) {
            for (; found.hasNext(); found.next()) {
                rows++;
            }
        }
        return rows;
    }
}
