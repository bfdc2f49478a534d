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
 * The rows of one table's cached images, under one definition of the table: headers with which Cassandra's serializer writes
 * them as {@link RowLayout} says, without sizes, and reads them back. Thread-safe; a header is of one image.
 *
 * <p>An image has its own ordinals and says which schema IDs they stand for. What those stand for is looked up in memory, see
 * {@link KnownSchemas}.
 */
public final class ImageRows {
    /** Whether the table is chosen, as long as the settings are these. */
    private record Choice(WriteSettings settings, boolean chosen) {}

    final TableMetadata table;
    final RegularAndStaticColumns columns;
    /** Schemas bound to the table's columns; one goes when nobody knows its schema any more. */
    private final ConcurrentMap<KnownSchema, RowPlan> plans =
            new MapMaker().weakKeys().makeMap();

    private volatile @Nullable Choice choice;

    /** For the images of a table as it is defined here. */
    public ImageRows(TableMetadata table) {
        this.table = table;
        this.columns = table.regularAndStaticColumns();
    }

    /** Says, before the node opens its catalogue, that this node has images: what IDs stand for is kept in memory for them. */
    public static void enable() {
        NodeCatalogue.wantForImages();
    }

    /**
     * Returns a header to write one image with.
     *
     * @return null if its rows can only have their names: the table is not chosen, or the node has no catalogue (yet)
     */
    public @Nullable SerializationHeader forWriting(EncodingStats stats) {
        KnownSchemas known = NodeCatalogue.known();
        return known == null || known.count() == 0 || !isChosen() ? null : ImageHeader.forWriting(this, stats, known);
    }

    /**
     * Returns a header to read one image with.
     *
     * @param ids what {@link #ids} said when it was written
     * @return null if what one of the IDs stands for is not in memory; whether it is the same as when the image was written,
     *     {@link #check} tells
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

    /** The schema IDs that the rows written with this header refer to, by their ordinals from 1 on; none if no row does. */
    public static int[] ids(SerializationHeader header) {
        return ((ImageHeader) header).ids();
    }

    /** A hash of the catalogue's identity and of the definitions behind a header's IDs. An image keeps it. */
    public static int check(SerializationHeader header) {
        return ((ImageHeader) header).check();
    }

    /** See {@link NodeCatalogue#stampAtStart}; empty for a table that is not chosen. */
    public static String stampAtStart(TableMetadata table) {
        return WriteSettings.current().tables().has(table) ? NodeCatalogue.stampAtStart() : "";
    }

    /** See {@link NodeCatalogue#stampAtStop}; empty for a table that is not chosen. */
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

    /** A schema bound to the table's columns. */
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
