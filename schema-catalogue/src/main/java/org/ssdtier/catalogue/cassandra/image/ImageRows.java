package org.ssdtier.catalogue.cassandra.image;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;

/**
 * The rows of one table's cached images, under one definition of the table: a source of headers with which Cassandra's
 * serializer writes the rows in {@code RowLayout}, without sizes, and reads them back. Thread-safe; each header is for
 * one image.
 *
 * <p>An image has its own ordinals and contains the schema IDs that they stand for. The definitions of the IDs are
 * looked up in memory, see {@link KnownSchemas}.
 */
public final class ImageRows {
    /** The choice of the table under the given settings. */
    private record Choice(WriteSettings settings, boolean chosen) {}

    private final TableMetadata table;
    private final ImagePlans plans;
    private volatile @Nullable Choice choice;

    /** Creates the source of headers for the images of a table under this definition. */
    public ImageRows(TableMetadata table) {
        this.table = table;
        this.plans = new ImagePlans(table);
    }

    /**
     * Declares, before the node opens its catalogue, that this node has images: the definitions of IDs are kept in
     * memory for them.
     */
    public static void enable() {
        ImageCatalogue.require();
    }

    /**
     * Returns a header to write one image with.
     *
     * @return null if its rows can only contain their names: the table is not chosen, the node has no catalogue (yet),
     *     or no schema is known
     */
    public @Nullable SerializationHeader forWriting(EncodingStats stats) {
        KnownSchemas known = ImageCatalogue.known();
        return known == null || known.count() == 0 || !isChosen() ? null : ImageHeader.forWriting(plans, stats, known);
    }

    /**
     * Returns a header to read one image with.
     *
     * @param ids the result of {@link #ids} when it was written
     * @return null if the definition of one of the IDs is not in memory; {@link #check} determines whether the
     *     definitions are the same as when the image was written
     */
    public @Nullable SerializationHeader forReading(EncodingStats stats, int[] ids) {
        KnownSchemas known = ImageCatalogue.known();
        if (known == null || ids.length > ImageSchemaIds.MAX) {
            return null;
        }
        KnownSchema[] schemas = new KnownSchema[ids.length];
        for (int i = 0; i < ids.length; i++) {
            KnownSchema schema = known.get(ids[i]);
            if (schema == null) {
                return null;
            }
            schemas[i] = schema;
        }
        return ImageHeader.forReading(plans, stats, known, schemas);
    }

    /**
     * Returns the schema IDs that the rows written with this header refer to, by ordinal from 1 on; empty if there are
     * none.
     */
    public static int[] ids(SerializationHeader header) {
        return ((ImageHeader) header).ids();
    }

    /**
     * Returns a hash of the catalogue's identity and of the definitions of a header's IDs. It is stored in the image.
     */
    public static int check(SerializationHeader header) {
        return ((ImageHeader) header).check();
    }

    /** Returns {@link ImageCatalogue#stampAtStart}; empty for a table that is not chosen. */
    public static String stampAtStart(TableMetadata table) {
        return WriteSettings.current().tables().has(table) ? ImageCatalogue.stampAtStart() : "";
    }

    /** Returns {@link ImageCatalogue#stampAtStop}; empty for a table that is not chosen. */
    public static String stampAtStop(TableMetadata table) {
        return WriteSettings.current().tables().has(table) ? ImageCatalogue.stampAtStop() : "";
    }

    @SuppressWarnings("ReferenceEquality") // the settings of a node are one object
    private boolean isChosen() {
        WriteSettings settings = WriteSettings.current();
        Choice known = choice;
        if (known == null || known.settings != settings) {
            known = new Choice(settings, settings.tables().has(table));
            choice = known;
        }
        return known.chosen;
    }
}
