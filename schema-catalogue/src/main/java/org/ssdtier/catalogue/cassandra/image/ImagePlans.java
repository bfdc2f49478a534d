package org.ssdtier.catalogue.cassandra.image;

import com.google.common.collect.MapMaker;
import java.io.IOException;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.catalogue.cassandra.row.RowPlan;

/** The schemas bound to the columns of one table's cached images, under one definition of the table. Thread-safe. */
final class ImagePlans {
    final TableMetadata table;
    final RegularAndStaticColumns columns;
    /** An entry is dropped when its schema is no longer referenced. */
    private final ConcurrentMap<KnownSchema, RowPlan> plans =
            new MapMaker().weakKeys().makeMap();

    ImagePlans(TableMetadata table) {
        this.table = table;
        this.columns = table.regularAndStaticColumns();
    }

    /** Returns a schema bound to the table's columns. */
    RowPlan of(KnownSchema known, SerializationHeader header, boolean isStatic) throws IOException {
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
