package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The schema IDs that row images may contain in place of column names and map keys. The row cache works without them; the node
 * module supplies an implementation backed by the node's schema catalogue. Thread-safe; never waits for a device.
 */
public interface ImageSchemas {
    /** The implementation for a node without a catalogue: every image contains its names. */
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

    /** Returns the schema IDs for the images of a table under this definition. */
    OfTable of(TableMetadata table);

    /**
     * Returns the value that {@link #stampAtStop} must have returned at the clean stop from which images are recovered. If both are
     * equal, every ID in those images stands for the same as then, or for nothing.
     */
    String stampAtStart(TableMetadata table);

    /** Returns an identification of the catalogue's state at a clean stop; empty if images of the table have no IDs. */
    String stampAtStop(TableMetadata table);

    /** The schema IDs for the images of one table. A header is used for one image and by one thread. */
    interface OfTable {
        /** The implementation for a node without a catalogue. */
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

        /** Returns a header to write one image's rows with; null if the rows are to contain names. */
        @Nullable
        SerializationHeader forWriting(EncodingStats stats);

        /**
         * Returns a header to read one image's rows with.
         *
         * @param ids the result of {@link #ids} when the image was written
         * @return null if not every ID can be resolved in memory
         */
        @Nullable
        SerializationHeader forReading(EncodingStats stats, int[] ids);

        /** Returns the schema IDs in the rows written with a header; empty if there are none. */
        int[] ids(SerializationHeader header);

        /** Returns a hash of the meaning of a header's IDs. If it differs from the hash at writing, the meaning has changed. */
        int check(SerializationHeader header);
    }
}
