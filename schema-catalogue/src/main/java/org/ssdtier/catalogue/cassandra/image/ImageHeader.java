package org.ssdtier.catalogue.cassandra.image;

import java.io.IOException;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.schema.CompressionParams;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.row.LayoutSampler;
import org.ssdtier.catalogue.cassandra.row.RowPlan;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.row.RowWriter;
import org.ssdtier.catalogue.cassandra.row.SchemaHeader;
import org.ssdtier.catalogue.cassandra.row.SchemaOrdinals;
import org.ssdtier.catalogue.cassandra.row.WriteCounters;

/**
 * The header of one cached image whose rows may refer to schemas, for either writing or reading it. Used by one thread.
 */
final class ImageHeader extends SchemaHeader {
    private static final KnownSchema[] NONE = {};

    private final ImagePlans plans;
    private final KnownSchemas all;
    private final KnownSchema[] schemas;
    private final @Nullable ImageSchemaIds written;
    private final @Nullable RowWriter writer;

    private ImageHeader(
            ImagePlans plans,
            EncodingStats stats,
            KnownSchemas all,
            KnownSchema[] schemas,
            @Nullable ImageSchemaIds written) {
        super(false, plans.table, plans.columns, stats);
        this.plans = plans;
        this.all = all;
        this.schemas = schemas;
        this.written = written;
        this.writer = written == null ? null : writer(written);
    }

    static ImageHeader forWriting(ImagePlans plans, EncodingStats stats, KnownSchemas all) {
        return new ImageHeader(plans, stats, all, NONE, new ImageSchemaIds(all));
    }

    static ImageHeader forReading(ImagePlans plans, EncodingStats stats, KnownSchemas all, KnownSchema[] schemas) {
        return new ImageHeader(plans, stats, all, schemas, null);
    }

    /** Returns a writer of rows. Images are not compressed, so the layout is uniform wherever a row allows it. */
    private static RowWriter writer(SchemaOrdinals ordinals) {
        LayoutSampler layouts = new LayoutSampler(LayoutChoice.UNIFORM, CompressionParams.noCompression());
        return new RowWriter(ordinals, layouts, new WriteCounters());
    }

    /** Returns the IDs of the schemas that the rows refer to, by ordinal. */
    int[] ids() {
        if (written != null) {
            return written.ids();
        }
        int[] ids = new int[schemas.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = schemas[i].id;
        }
        return ids;
    }

    /** Returns a hash of the catalogue's identity and of the definitions of {@link #ids}. */
    int check() {
        return written != null ? written.check() : ImageSchemaIds.check(all, schemas, schemas.length);
    }

    @Override
    public RowWriter writer() {
        if (writer == null) {
            throw new IllegalStateException("this image is read: no row can be written to it");
        }
        return writer;
    }

    @Override
    public RowPlan plan(int ordinal, boolean isStatic) throws IOException {
        if (ordinal <= RowSchemas.INLINE || ordinal > schemas.length) {
            throw new IOException(
                    "Corrupt schema ordinal=" + ordinal + " of a cached row, allowed 1 to " + schemas.length);
        }
        return plans.of(schemas[ordinal - 1], this, isStatic);
    }
}
