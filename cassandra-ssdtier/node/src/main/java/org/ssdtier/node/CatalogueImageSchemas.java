package org.ssdtier.node;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.image.ImageRows;
import org.ssdtier.rowcache.cassandra.ImageSchemas;

/** The schema IDs of cached images, taken from the node's schema catalogue. */
public final class CatalogueImageSchemas implements ImageSchemas {
    /** Creates the instance of this node. */
    public CatalogueImageSchemas() {}

    @Override
    public OfTable of(TableMetadata table) {
        return new Rows(new ImageRows(table));
    }

    @Override
    public String stampAtStart(TableMetadata table) {
        return ImageRows.stampAtStart(table);
    }

    @Override
    public String stampAtStop(TableMetadata table) {
        return ImageRows.stampAtStop(table);
    }

    /** The schema IDs for the images of a table under one definition. */
    private record Rows(ImageRows rows) implements OfTable {
        @Override
        public @Nullable SerializationHeader forWriting(EncodingStats stats) {
            return rows.forWriting(stats);
        }

        @Override
        public @Nullable SerializationHeader forReading(EncodingStats stats, int[] ids) {
            return rows.forReading(stats, ids);
        }

        @Override
        public int[] ids(SerializationHeader header) {
            return ImageRows.ids(header);
        }

        @Override
        public int check(SerializationHeader header) {
            return ImageRows.check(header);
        }
    }
}
