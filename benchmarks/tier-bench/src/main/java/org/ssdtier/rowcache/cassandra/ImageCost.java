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

/** What a read does to an image, for the bench: in this package because the codec is nobody else's business. */
public final class ImageCost {
    private final TableImages images;
    private final ImageLayout layout;
    private final TieredCache cache;

    /** For the images of one table in one cache. */
    public ImageCost(TieredCache cache, TableMetadata table) {
        this.cache = cache;
        this.images = new ImageTables(cache, ImageSchemas.NONE).of(table);
        this.layout = images.layout(table);
    }

    /** The image of a partition. */
    public ByteBuffer encode(UnfilteredRowIterator rows) throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        RowImageCodec.encode(layout, rows, new RowImageCodec.Limits(Integer.MAX_VALUE, 1 << 20, 0), out);
        return out.buffer();
    }

    /** Publishes an image. */
    public boolean publish(DecoratedKey key, ByteBuffer image) {
        return cache.publish(images.key(key), images.state.ticket(), image);
    }

    /** A hit as the read path does it: look-up and decoding; null on a miss. */
    public @Nullable Partition get(DecoratedKey key) throws IOException {
        RowKey rowKey = images.key(key);
        try (Image image = cache.get(rowKey, images.state.ticket())) {
            if (image == null) {
                return null;
            }
            RowImageCodec.Decoded decoded = RowImageCodec.decode(layout, key, image.bytes(), layout.everything);
            return decoded == null ? null : decoded.partition();
        }
    }

    /** A hit of a query for some slices, as the read path does it: look-up, decoding, the rows; returns how many, -1 on a miss. */
    public int read(DecoratedKey key, Slices slices) throws IOException {
        ImageQuery query = new ImageQuery(layout.everything, slices, false, false, Integer.MAX_VALUE);
        return read(key, slices, image -> RowImageReader.read(layout, key, image, query));
    }

    /** As {@link #read}, but the whole image is decoded, as were all images before they had an index. */
    public int readWhole(DecoratedKey key, Slices slices) throws IOException {
        return read(key, slices, image -> RowImageCodec.decode(layout, key, image, layout.everything));
    }

    private interface Decoder {
        RowImageCodec.@Nullable Decoded decode(ByteBuffer image) throws IOException;
    }

    private int read(DecoratedKey key, Slices slices, Decoder decoder) throws IOException {
        RowImageCodec.Decoded decoded;
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
