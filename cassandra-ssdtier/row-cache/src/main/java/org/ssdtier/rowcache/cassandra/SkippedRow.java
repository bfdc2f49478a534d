package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Rows;
import org.apache.cassandra.schema.ColumnMetadata;

/** A row builder that discards everything. Rows in images have no length, so a row is skipped by reading it. */
final class SkippedRow implements Row.Builder {
    static final SkippedRow INSTANCE = new SkippedRow();

    private SkippedRow() {}

    @Override
    public Row.Builder copy() {
        return this;
    }

    @Override
    public boolean isSorted() {
        return true;
    }

    @Override
    public void newRow(Clustering<?> clustering) {}

    @Override
    public Clustering<?> clustering() {
        return Clustering.EMPTY;
    }

    @Override
    public void addPrimaryKeyLivenessInfo(LivenessInfo liveness) {}

    @Override
    public void addRowDeletion(Row.Deletion deletion) {}

    @Override
    public void addCell(Cell<?> cell) {}

    @Override
    public void addComplexDeletion(ColumnMetadata column, DeletionTime deletion) {}

    @Override
    public Row build() {
        return Rows.EMPTY_STATIC_ROW;
    }
}
