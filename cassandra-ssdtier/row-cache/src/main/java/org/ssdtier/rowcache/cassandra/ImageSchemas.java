package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What row images may refer to by schema IDs in place of column names and map keys. The row cache needs none; where the node is
 * put together it is given the node's schema catalogue. Thread-safe, and never waits for a device.
 */
public interface ImageSchemas {
    /** Those of a node without a catalogue: every image has its names. */
    ImageSchemas NONE = new ImageSchemas() {
        @Override
        public OfTable of(TableMetadata table) {
            return OfTable.NONE;
        }

        @Override
        public String stampAtStart(TableMetadata table) {
            return "";
        }

        @Override
        public String stampAtStop(TableMetadata table) {
            return "";
        }
    };

    /** What the images of a table may refer to, as the table is defined here. */
    OfTable of(TableMetadata table);

    /**
     * Returns what {@link #stampAtStop} must have been at the clean stop that recovered images are of: if it is the same, every
     * ID in them stands for what it stood for, or for nothing.
     */
    String stampAtStart(TableMetadata table);

    /** Returns what tells the catalogue as it is left at a clean stop; empty where images of the table have no IDs. */
    String stampAtStop(TableMetadata table);

    /** The images of one table. A header is of one image and one thread. */
    interface OfTable {
        /** Those of a node without a catalogue. */
        OfTable NONE = new OfTable() {
            @Override
            public @Nullable SerializationHeader forWriting(EncodingStats stats) {
                return null;
            }

            @Override
            public @Nullable SerializationHeader forReading(EncodingStats stats, int[] ids) {
                return null;
            }

            @Override
            public int[] ids(SerializationHeader header) {
                return new int[0];
            }

            @Override
            public int check(SerializationHeader header) {
                return 0;
            }
        };

        /** Returns a header to write one image's rows with; null if they are to have their names. */
        @Nullable
        SerializationHeader forWriting(EncodingStats stats);

        /**
         * Returns a header to read one image's rows with.
         *
         * @param ids what {@link #ids} said when it was written
         * @return null if not every ID can be resolved in memory
         */
        @Nullable
        SerializationHeader forReading(EncodingStats stats, int[] ids);

        /** Returns the schema IDs that the rows written with a header refer to; none if no row does. */
        int[] ids(SerializationHeader header);

        /** Returns a hash of what a header's IDs stand for. Where it differs from that of the writing, they are others. */
        int check(SerializationHeader header);
    }
}
