package org.ssdtier.catalogue.cassandra;

import com.google.common.collect.MapMaker;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table's cached images, under one definition of the table: a source of headers with which Cassandra's
 * serializer writes the rows in {@link RowLayout}, without sizes, and reads them back. Thread-safe; each header is for
 * one image.
 *
 * <p>An image has its own ordinals and contains the schema IDs that they stand for. The definitions of the IDs are
 * looked up in memory, see {@link KnownSchemas}.
 */
public final class ImageRows {
    /** The choice of the table under the given settings. */
    private record Choice(WriteSettings settings, boolean chosen) {}

    final TableMetadata table;
    final RegularAndStaticColumns columns;
    /** Schemas bound to the table's columns; an entry is dropped when its schema is no longer referenced. */
    private final ConcurrentMap<KnownSchema, RowPlan> plans =
            new MapMaker().weakKeys().makeMap();

    private volatile @Nullable Choice choice;

    /** Creates the source of headers for the images of a table under this definition. */
    public ImageRows(TableMetadata table) {
        this.table = table;
        this.columns = table.regularAndStaticColumns();
    }

    /**
     * Declares, before the node opens its catalogue, that this node has images: the definitions of IDs are kept in
     * memory for them.
     */
    public static void enable() {
        NodeCatalogue.requireForImages();
    }

    /**
     * Returns a header to write one image with.
     *
     * @return null if its rows can only contain their names: the table is not chosen, the node has no catalogue (yet),
     *     or no schema is known
     */
    public @Nullable SerializationHeader forWriting(EncodingStats stats) {
        KnownSchemas known = NodeCatalogue.known();
        return known == null || known.count() == 0 || !isChosen() ? null : ImageHeader.forWriting(this, stats, known);
    }

    /**
     * Returns a header to read one image with.
     *
     * @param ids the result of {@link #ids} when it was written
     * @return null if the definition of one of the IDs is not in memory; {@link #check} determines whether the
     *     definitions are the same as when the image was written
     */
    public @Nullable SerializationHeader forReading(EncodingStats stats, int[] ids) {
        KnownSchemas known = NodeCatalogue.known();
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
        return ImageHeader.forReading(this, stats, known, schemas);
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

    /** Returns {@link NodeCatalogue#stampAtStart}; empty for a table that is not chosen. */
    public static String stampAtStart(TableMetadata table) {
        return WriteSettings.current().tables().has(table) ? NodeCatalogue.stampAtStart() : "";
    }

    /** Returns {@link NodeCatalogue#stampAtStop}; empty for a table that is not chosen. */
    public static String stampAtStop(TableMetadata table) {
        return WriteSettings.current().tables().has(table) ? NodeCatalogue.stampAtStop() : "";
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

    /** Returns a schema bound to the table's columns. */
    RowPlan plan(KnownSchema known, SerializationHeader header, boolean isStatic) throws IOException {
        if (known.schema().columnCount() > 0 && known.schema().isStatic() != isStatic) {
            throw new IOException("Corrupt schema id=" + Integer.toUnsignedString(known.id)
                    + " of a cached row: static=" + known.schema().isStatic() + ", the row has static=" + isStatic);
        }
        RowPlan plan = plans.get(known);
        if (plan == null) {
            plan = RowPlan.of(known.schema(), header, isStatic);
            plans.put(known, plan);
        }
        return plan;
    }
}
