package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.util.List;
import org.apache.cassandra.db.Columns;
import org.apache.cassandra.db.RegularAndStaticColumns;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.PlanCache;
import org.ssdtier.catalogue.cassandra.row.RowPlan;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.row.RowWriter;
import org.ssdtier.catalogue.cassandra.row.SchemaHeader;

/**
 * The serialization header of an SSTable of the format {@code catalogued}: Cassandra's own header and the schemas of
 * the rows.
 *
 * <p>Rows are in our layout if their header is of this class. A header made for writing also has the writer of the
 * rows; the readers that the SSTable's writer opens share the header.
 */
public final class CataloguedHeader extends SchemaHeader {
    private final SerializationHeader stock;
    private final RowSchemas schemas;

    /** The owner number of this header's plans in {@link PlanCache}. */
    private final long planOwner = PlanCache.newOwner();

    private volatile @Nullable RowWriter writer;
    /** The step to take when the SSTable has all its rows; null once writing has ended. */
    private volatile @Nullable Runnable lastStep;

    private CataloguedHeader(
            SerializationHeader stock, TableMetadata table, RowSchemas schemas, @Nullable RowWriter writer) {
        super(stock.isForSSTable(), table, stock.columns(), stock.stats());
        this.stock = stock;
        this.schemas = schemas;
        this.writer = writer;
    }

    /** Returns the header of an SSTable that is read. */
    public static CataloguedHeader forReading(SerializationHeader stock, TableMetadata table, RowSchemas schemas) {
        return new CataloguedHeader(unwrap(stock), table, schemas, null);
    }

    /** Returns the header of an SSTable that is written. */
    public static CataloguedHeader forWriting(
            SerializationHeader stock, TableMetadata table, RowSchemas schemas, RowWriter writer) {
        return new CataloguedHeader(unwrap(stock), table, schemas, writer);
    }

    /**
     * Returns Cassandra's own header. Writers of other formats need it: cleanup and scrub pass them the header of the
     * SSTable that they read.
     */
    public static SerializationHeader unwrap(SerializationHeader header) {
        return header instanceof CataloguedHeader ours ? ours.stock : header;
    }

    @Override
    public RowWriter writer() {
        RowWriter mine = writer;
        if (mine == null) {
            throw new IllegalStateException("the SSTable of this header is complete: no row can be written to it");
        }
        return mine;
    }

    /** Sets the step to take when the SSTable has all its rows. */
    void onAllRows(Runnable step) {
        lastStep = step;
    }

    /**
     * Records that an SSTable that is written has all its rows, perhaps long before it is prepared. Called by its writer's thread.
     *
     * @throws org.apache.cassandra.io.FSWriteError if its dictionary cannot be written
     */
    public void allRowsWritten() {
        Runnable step = lastStep;
        if (step != null) {
            step.run();
        }
    }

    /** Ends writing: no row is written after this call. */
    public void endWriting() {
        writer = null;
        lastStep = null;
    }

    RowSchemas schemas() {
        return schemas;
    }

    @Override
    public RowPlan plan(int ordinal, boolean isStatic) throws IOException {
        RowPlan plan = PlanCache.NODE.get(planOwner, ordinal, isStatic);
        return plan != null ? plan : bind(ordinal, isStatic);
    }

    private RowPlan bind(int ordinal, boolean isStatic) throws IOException {
        RowPlan plan = RowPlan.of(schemas.get(ordinal), stock, isStatic);
        PlanCache.NODE.put(planOwner, ordinal, isStatic, plan);
        return plan;
    }

    @Override
    public RegularAndStaticColumns columns() {
        return stock.columns();
    }

    @Override
    public Columns columns(boolean isStatic) {
        return stock.columns(isStatic);
    }

    @Override
    public AbstractType<?> keyType() {
        return stock.keyType();
    }

    @Override
    public List<AbstractType<?>> clusteringTypes() {
        return stock.clusteringTypes();
    }

    @Override
    public AbstractType<?> getType(ColumnMetadata column) {
        return stock.getType(column);
    }

    @Override
    public Component toComponent() {
        Component component = stock.toComponent();
        ComponentSchemas.put(component, schemas);
        return component;
    }

    @Override
    public String toString() {
        return "Catalogued[" + stock + ", schemas=" + schemas.count() + "]";
    }
}
